import { Settings } from "lucide-react";
import { useId, useRef } from "react";
import type { ChangeDebate, Debate } from "#shared/contract/debate.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog } from "#web/components/ui/dialog.tsx";
import { Switch } from "#web/components/ui/switch.tsx";
import { OnWideScreens, Row, SectionTitle } from "#web/components/ui/text.tsx";
import { useChangeDebate } from "./use-change-debate.ts";

/** For the owner of a debate: who sees it, and who asks for its turns. Each press counts at once. */
export const DebateSettings = ({ debate }: { debate: Debate }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
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
  return (
    <>
      <Button
        onClick={() => dialog.current?.showModal()}
        css={{ minW: "touch", px: { base: "3", md: "4" } }}
      >
        <Settings size={16} />
        <OnWideScreens>Settings</OnWideScreens>
      </Button>
      <Dialog ref={dialog} aria-labelledby={id}>
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
        <Switch
          {...field("onlyOwnerSteps")}
          label="Only I may step"
          detail={onlyOwnerSteps ? "Others watch." : "Anyone signed in can ask for its turns."}
        />
        <Row css={{ justifyContent: "flex-end", mt: "3" }}>
          <Button onClick={() => dialog.current?.close()}>Done</Button>
        </Row>
      </Dialog>
    </>
  );
};
