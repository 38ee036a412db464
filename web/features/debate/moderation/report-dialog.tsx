import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import { type FormEvent, useEffect, useId, useRef } from "react";
import { Report } from "#shared/contract/moderation.ts";
import {
  REPORT_DETAILS_MAX,
  REPORT_REASON_LABEL,
  REPORT_REASONS,
} from "#shared/domain/moderation.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Choice, Choices, ChoicesLegend } from "#web/components/ui/choice.tsx";
import { Dialog } from "#web/components/ui/dialog.tsx";
import { Field, FieldColumn, TextArea } from "#web/components/ui/field.tsx";
import { Muted, Row, SectionTitle } from "#web/components/ui/text.tsx";
import { request } from "#web/lib/request.ts";
import { toast, toastError } from "#web/lib/toast.ts";

interface ReportDialogProps {
  debateId: number;
  onClose: () => void;
}

/** Reports a debate to the admins. Open while mounted. */
const ReportDialog = ({ debateId, onClose }: ReportDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const report = useSingleMutation({
    mutationFn: (body: Report) =>
      request<undefined>("POST", `/api/debates/${debateId}/report`, { body }),
    onSuccess: () => {
      toast({ title: "Reported", description: "Thank you. An admin will look at this debate." });
      close();
    },
    onError: toastError,
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const said = Report.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    if (said.success && !report.isPending) report.mutate(said.data);
  };
  return (
    <Dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <SectionTitle id={id}>Report this debate</SectionTitle>
      <Muted>An admin looks at what is reported. Nobody else is told who did.</Muted>
      <FieldColumn method="post" onSubmit={send}>
        <Choices>
          <ChoicesLegend>What is wrong with it?</ChoicesLegend>
          {REPORT_REASONS.map((reason) => (
            <Choice
              key={reason}
              name="reason"
              value={reason}
              label={REPORT_REASON_LABEL[reason]}
              required
            />
          ))}
        </Choices>
        <Field label="What should we know? (optional)" error={undefined}>
          {(entry) => (
            <TextArea {...entry} name="details" rows={3} maxLength={REPORT_DETAILS_MAX} />
          )}
        </Field>
        <Row css={{ justifyContent: "flex-end" }}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="solid" isOff={report.isPending}>
            Send report
          </Button>
        </Row>
      </FieldColumn>
    </Dialog>
  );
};

export default ReportDialog;
