import { Check, X } from "lucide-react";
import { useState } from "react";
import { AppealDecisionRequest } from "#shared/contract/debates/appeals.ts";
import {
  APPEAL_REASON_MAX,
  APPEAL_REASON_MIN,
  type AppealDecision,
} from "#shared/domain/debates/judging/appeal.ts";
import { Row } from "#web/components/ui/content/typography.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Field, TextArea } from "#web/components/ui/controls/field.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useDecideAppeal } from "./use-decide-appeal.ts";

const Column = styled("div", { base: { display: "grid", gap: "5", mt: "5", maxW: "speech" } });

interface AppealDecisionFormProps {
  appealId: number;
  onDone: () => void;
}

/** The public reason and a button for each decision. */
export const AppealDecisionForm = ({ appealId, onDone }: AppealDecisionFormProps) => {
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useDecideAppeal(appealId, onDone);
  const decide = (decision: AppealDecision) => {
    const parsed = AppealDecisionRequest.safeParse({ decision, reason });
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) mutate(parsed.data);
  };
  return (
    <Column>
      <Field
        label="Public reason"
        error={error}
        hint={`${APPEAL_REASON_MIN} to ${APPEAL_REASON_MAX} characters`}
      >
        {(fieldProps) => (
          <TextArea
            {...fieldProps}
            rows={3}
            maxLength={APPEAL_REASON_MAX}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <Row>
        <Button variant="solid" isPending={isPending} onClick={() => decide("upheld")}>
          <Check size={16} />
          Uphold
        </Button>
        <Button isPending={isPending} onClick={() => decide("rejected")}>
          <X size={16} />
          Reject
        </Button>
      </Row>
    </Column>
  );
};
