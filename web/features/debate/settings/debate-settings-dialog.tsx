import { useEffect, useId, useRef } from "react";
import type { ChangeDebateRequest, Debate } from "#shared/contract/debates/debate.ts";
import { PACES, type Pace } from "#shared/domain/debates/debate.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import {
  RadioCard,
  RadioGroup,
  RadioGroupLegend,
} from "#web/components/ui/controls/radio-card.tsx";
import { LanguageOptions } from "#web/components/debate/starting/language-options.tsx";
import { Select } from "#web/components/ui/controls/select.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { Dialog } from "#web/components/ui/feedback/dialog.tsx";
import { Switch } from "#web/components/ui/controls/switch.tsx";
import { Row, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { useUpdateDebate } from "./use-update-debate.ts";

const PACE_LABELS = {
  voice: {
    label: "Spoken",
    detail: "Everyone sees the words as they are spoken. The next turn waits for the voice.",
  },
  text: {
    label: "Written",
    detail: "Words appear as they are written. No turn waits for the voice.",
  },
} as const satisfies Record<Pace, object>;

const LanguageFrame = styled("label", { base: { display: "grid", gap: "1", mt: "3" } });
const LanguageDetail = styled("span", { base: { color: "muted", fontSize: "14" } });

interface DebateSettingsDialogProps {
  debate: Debate;
  /** Shows only the pace of Auto-Play, because the viewer may change no other setting. */
  isPaceOnly?: boolean;
  onClose: () => void;
}

/**
 * Settings of a debate: visibility, who may request turns, the pace of Auto-Play (text or voice)
 * and, until the first turn, the language. Each change is saved at once. The dialog opens on mount.
 */
const DebateSettingsDialog = ({
  debate,
  isPaceOnly = false,
  onClose,
}: DebateSettingsDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const change = useUpdateDebate(debate.id);
  const { isPending } = change;
  const displayed = { ...debate, ...(isPending && change.variables) };
  const { isPublic, shareEnabled, onlyOwnerSteps, pace } = displayed;
  /* A switch stays enabled while its change is saved, because a disabled switch loses the focus. */
  const field = (name: Exclude<keyof ChangeDebateRequest, "pace" | "language">) => ({
    name,
    checked: displayed[name],
    onChange: () => {
      if (!isPending) change.mutate({ [name]: !displayed[name] });
    },
  });
  const publicDetail = onlyOwnerSteps
    ? "Others can only watch."
    : "Otherwise any member can continue it.";
  const stepDetail = isPublic ? publicDetail : "Only you can see it.";
  return (
    <Dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <SectionTitle id={id}>{isPaceOnly ? "Auto-Play" : "Visibility and control"}</SectionTitle>
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
            detail={shareEnabled ? "Viewers see a share button." : "The share button is hidden."}
          />
          <Switch {...field("onlyOwnerSteps")} label="Only I may step" detail={stepDetail} />
        </>
      )}
      <RadioGroup css={{ mt: "3" }}>
        <RadioGroupLegend>Pace</RadioGroupLegend>
        {PACES.map((each) => (
          <RadioCard
            key={each}
            name="pace"
            value={each}
            checked={pace === each}
            onChange={() => {
              if (!isPending) change.mutate({ pace: each });
            }}
            {...PACE_LABELS[each]}
          />
        ))}
      </RadioGroup>
      {!isPaceOnly && debate.currentTurn === 0 && (
        <LanguageFrame>
          <strong>Language</strong>
          <Select
            value={displayed.language}
            onChange={({ currentTarget }) => {
              if (!isPending) change.mutate({ language: currentTarget.value });
            }}
          >
            <LanguageOptions current={displayed.language} />
          </Select>
          <LanguageDetail>It cannot be changed after the first turn has begun.</LanguageDetail>
        </LanguageFrame>
      )}
      <Row css={{ justifyContent: "flex-end", mt: "3" }}>
        <Button onClick={() => dialog.current?.close()}>Done</Button>
      </Row>
    </Dialog>
  );
};

export default DebateSettingsDialog;
