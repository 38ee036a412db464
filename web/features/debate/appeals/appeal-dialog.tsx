import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { AppealRequest } from "#shared/contract/debates/appeals.ts";
import {
  APPEAL_GROUND_LABEL,
  APPEAL_GROUNDS,
  APPEAL_REASON_MAX,
  APPEAL_REASON_MIN,
} from "#shared/domain/debates/judging/appeal.ts";
import { Muted, Row, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Field, FormColumn, TextArea } from "#web/components/ui/controls/field.tsx";
import {
  RadioCard,
  RadioGroup,
  RadioGroupLegend,
} from "#web/components/ui/controls/radio-card.tsx";
import { Dialog } from "#web/components/ui/feedback/dialog.tsx";
import { useSendAppeal } from "./use-send-appeal.ts";

interface AppealDialogProps {
  debateId: number;
  onClose: () => void;
}

/** Asks for the ground and the reason of an appeal. The dialog opens on mount. */
const AppealDialog = ({ debateId, onClose }: AppealDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [error, setError] = useState<string>();
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const { mutate, isPending } = useSendAppeal(debateId, close);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget));
    const { success, data, error: invalid } = AppealRequest.safeParse(form);
    setError(invalid?.issues[0]?.message);
    if (success) mutate(data);
  };
  return (
    <Dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <SectionTitle id={id}>Appeal the verdict</SectionTitle>
      <Muted>
        You can appeal once. An admin reads your reason and decides. The decision is public, your
        name and your reason are not.
      </Muted>
      <FormColumn method="post" onSubmit={send}>
        <RadioGroup>
          <RadioGroupLegend>What is wrong with the verdict?</RadioGroupLegend>
          {APPEAL_GROUNDS.map((ground) => (
            <RadioCard
              key={ground}
              name="ground"
              value={ground}
              label={APPEAL_GROUND_LABEL[ground]}
              required
            />
          ))}
        </RadioGroup>
        <Field
          label="Reason"
          error={error}
          hint={`${APPEAL_REASON_MIN} to ${APPEAL_REASON_MAX} characters. Name the turn and the words.`}
        >
          {(fieldProps) => (
            <TextArea
              {...fieldProps}
              name="reason"
              rows={3}
              required
              maxLength={APPEAL_REASON_MAX}
            />
          )}
        </Field>
        <Row css={{ justifyContent: "flex-end" }}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="solid" isPending={isPending}>
            Send appeal
          </Button>
        </Row>
      </FormColumn>
    </Dialog>
  );
};

export default AppealDialog;
