import type { Appeal } from "#shared/contract/debates/appeals.ts";
import { APPEAL_GROUND_LABEL } from "#shared/domain/debates/judging/appeal.ts";
import { summarizeDecision } from "#shared/domain/debates/judging/decision.ts";
import { getTextAttributes } from "#shared/domain/debates/language/text-attributes.ts";
import { Badge } from "#web/components/ui/content/badge.tsx";
import { Card } from "#web/components/ui/content/card.tsx";
import { TimeAgo } from "#web/components/ui/content/time-ago.tsx";
import { Muted, Row } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { formatScore } from "#web/lib/format.ts";
import { DebateTitle } from "../reviews/debate-title.tsx";
import { AppealDecisionForm } from "./appeal-decision-form.tsx";

const Facts = styled(Row, { base: { gap: "2", mb: "3", fontSize: "14", color: "muted" } });
const Part = styled("div", {
  base: {
    mt: "4",
    maxW: "speech",
    "& h4": { fontSize: "14", fontWeight: 600 },
    "& p": { mt: "1", overflowWrap: "anywhere", whiteSpace: "pre-line" },
  },
});

const describeScores = ({ botA, botB }: Appeal["verdict"]): string =>
  `Mean scores: For ${formatScore(botA)}, Against ${formatScore(botB)}.`;

/** An appeal, its verdict and the form for the decision. An admin's own appeal has no form. */
export const AppealCard = ({ appeal, onDone }: { appeal: Appeal; onDone: () => void }) => {
  const { id, createdAt, ground, reason, by, isMine, debate, verdict, decision } = appeal;
  return (
    <Card aria-label={debate.topic}>
      <Facts>
        <Badge>{APPEAL_GROUND_LABEL[ground]}</Badge>
        {!debate.isPublic && <Badge>Private</Badge>}
        <TimeAgo at={createdAt} />
      </Facts>
      <DebateTitle debate={debate} anchor="#verdict" />
      <Part>
        <h4>Appeal by {by ?? "a deleted account"}</h4>
        <p lang="" dir="auto">
          {reason || "The reason was deleted with the account."}
        </p>
      </Part>
      <Part>
        <h4>Verdict{verdict.decision && `: ${summarizeDecision(verdict.decision)}`}</h4>
        <Muted>{describeScores(verdict)}</Muted>
        <p {...getTextAttributes(debate.language)}>{verdict.reasoning}</p>
      </Part>
      {decision && (
        <Part>
          <h4>
            {decision.what === "upheld" ? "Upheld" : "Rejected"} by {decision.by},{" "}
            <TimeAgo at={decision.at} />
          </h4>
          <p dir="auto">{decision.reason}</p>
        </Part>
      )}
      {!decision && isMine && (
        <Muted css={{ mt: "5" }}>
          This is your own appeal. Another admin has to decide about it.
        </Muted>
      )}
      {!decision && !isMine && <AppealDecisionForm appealId={id} onDone={onDone} />}
    </Card>
  );
};
