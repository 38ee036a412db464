import { useEffect, useId, useRef } from "react";
import type { ChangeDebate, Debate } from "#shared/contract/debate.ts";
import { PACES, type Pace } from "#shared/domain/debate.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Choice, Choices, ChoicesLegend } from "#web/components/ui/choice.tsx";
import { Dialog } from "#web/components/ui/dialog.tsx";
import { Switch } from "#web/components/ui/switch.tsx";
import { Row, SectionTitle } from "#web/components/ui/text.tsx";
import { useChangeDebate } from "./use-change-debate.ts";

const PACE_WORDS = {
  voice: {
    label: "At the pace of the voice",
    detail: "While somebody listens, Auto-Play waits until a turn has been spoken.",
  },
  text: { label: "As fast as the text", detail: "Auto-Play waits for no listener." },
} as const satisfies Record<Pace, object>;

interface SettingsDialogProps {
  debate: Debate;
  /** For viewers who may change the pace of a running Auto-Play, but nothing else. */
  isPaceOnly?: boolean;
  onClose: () => void;
}

/**
 * The settings of a debate: visibility and who may request turns, for its owner, and pace. Changes are
 * saved immediately.
 */
const SettingsDialog = ({ debate, isPaceOnly = false, onClose }: SettingsDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const change = useChangeDebate(debate.id);
  const { isPending } = change;
  const shown = { ...debate, ...(isPending && change.variables) };
  const { isPublic, shareEnabled, onlyOwnerSteps, pace } = shown;
  /* Not disabled while saving, because that would remove the focus. */
  const field = (name: Exclude<keyof ChangeDebate, "pace">) => ({
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
      <SectionTitle id={id}>{isPaceOnly ? "Auto-Play" : "Who sees and steps it"}</SectionTitle>
      {!isPaceOnly && (
        <>
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
        </>
      )}
      <Choices css={{ mt: "3" }}>
        <ChoicesLegend>Pace</ChoicesLegend>
        {PACES.map((each) => (
          <Choice
            key={each}
            name="pace"
            value={each}
            checked={pace === each}
            onChange={() => {
              if (!isPending) change.mutate({ pace: each });
            }}
            {...PACE_WORDS[each]}
          />
        ))}
      </Choices>
      <Row css={{ justifyContent: "flex-end", mt: "3" }}>
        <Button onClick={() => dialog.current?.close()}>Done</Button>
      </Row>
    </Dialog>
  );
};

export default SettingsDialog;
