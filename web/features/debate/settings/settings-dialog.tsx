import { useEffect, useId, useRef } from "react";
import type { ChangeDebate, Debate } from "#shared/contract/debate.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog } from "#web/components/ui/dialog.tsx";
import { Switch } from "#web/components/ui/switch.tsx";
import { Row, SectionTitle } from "#web/components/ui/text.tsx";
import { useChangeDebate } from "./use-change-debate.ts";

interface SettingsDialogProps {
  debate: Debate;
  onClose: () => void;
}

/** For the owner of a debate: who sees it, and who asks for its turns. Each press counts at once. */
const SettingsDialog = ({ debate, onClose }: SettingsDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const change = useChangeDebate(debate.id);
  const { isPending } = change;
  const shown = { ...debate, ...(isPending && change.variables) };
  const { isPublic, shareEnabled, onlyOwnerSteps } = shown;
  /* Not disabled meanwhile, which would take the focus from it. */
  const field = (name: keyof ChangeDebate) => ({
    name,
    checked: shown[name],
    onChange: () => {
      if (!isPending) change.mutate({ [name]: !shown[name] });
    },
  });
  const others = onlyOwnerSteps ? "Others watch." : "Anyone signed in can ask for its turns.";
  const stepping = isPublic ? others : "Nobody else sees it.";
  return (
    <Dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <SectionTitle id={id}>Who sees and steps it</SectionTitle>
      <Switch
        {...field("isPublic")}
        label="Public"
        detail={isPublic ? "Anyone can watch." : "Only you can see it."}
      />
      <Switch
        {...field("shareEnabled")}
        disabled={!isPublic}
        label="Sharing"
        detail={
          shareEnabled ? "Viewers get a button to share it." : "Nobody is shown it elsewhere."
        }
      />
      <Switch {...field("onlyOwnerSteps")} label="Only I may step" detail={stepping} />
      <Row css={{ justifyContent: "flex-end", mt: "3" }}>
        <Button onClick={() => dialog.current?.close()}>Done</Button>
      </Row>
    </Dialog>
  );
};

export default SettingsDialog;
