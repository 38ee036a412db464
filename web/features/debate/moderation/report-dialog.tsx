import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { type FormEvent, useEffect, useId, useRef } from "react";
import { ReportRequest } from "#shared/contract/debates/moderation.ts";
import {
  REPORT_DETAILS_MAX,
  REPORT_REASON_LABEL,
  REPORT_REASONS,
} from "#shared/domain/moderation.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import {
  RadioCard,
  RadioGroup,
  RadioGroupLegend,
} from "#web/components/ui/controls/radio-card.tsx";
import { Dialog } from "#web/components/ui/feedback/dialog.tsx";
import { Field, FormColumn, TextArea } from "#web/components/ui/controls/field.tsx";
import { Muted, Row, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { request } from "#web/lib/api/request.ts";
import { showToast, showErrorToast } from "#web/lib/toast.ts";

interface ReportDialogProps {
  debateId: number;
  onClose: () => void;
}

/** Reports a debate to the admins. The dialog opens on mount. */
const ReportDialog = ({ debateId, onClose }: ReportDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const report = useSingleMutation({
    mutationFn: (body: ReportRequest) =>
      request<undefined>("POST", `/api/debates/${debateId}/report`, { body }),
    onSuccess: () => {
      showToast({
        title: "Reported",
        description: "Thank you. An admin will review this debate.",
      });
      close();
    },
    onError: showErrorToast,
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const parsed = ReportRequest.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    if (parsed.success && !report.isPending) report.mutate(parsed.data);
  };
  return (
    <Dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <SectionTitle id={id}>Report this debate</SectionTitle>
      <Muted>An admin will review it. Other members can’t see who reported it.</Muted>
      <FormColumn method="post" onSubmit={send}>
        <RadioGroup>
          <RadioGroupLegend>What is wrong with it?</RadioGroupLegend>
          {REPORT_REASONS.map((reason) => (
            <RadioCard
              key={reason}
              name="reason"
              value={reason}
              label={REPORT_REASON_LABEL[reason]}
              required
            />
          ))}
        </RadioGroup>
        <Field label="Details (optional)" error={undefined}>
          {(fieldProps) => (
            <TextArea {...fieldProps} name="details" rows={3} maxLength={REPORT_DETAILS_MAX} />
          )}
        </Field>
        <Row css={{ justifyContent: "flex-end" }}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="solid" isOff={report.isPending}>
            Send report
          </Button>
        </Row>
      </FormColumn>
    </Dialog>
  );
};

export default ReportDialog;
