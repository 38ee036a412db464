import { Check, EyeOff, UserRoundCheck, UserRoundX } from "lucide-react";
import type { Review } from "#shared/contract/debates/moderation.ts";
import { REPORT_REASON_LABEL } from "#shared/domain/moderation.ts";
import { UNLIST_WEIGHT_THRESHOLD } from "#shared/domain/report-weight.ts";
import { Badge } from "#web/components/ui/content/badge.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Card } from "#web/components/ui/content/card.tsx";
import { ConfirmButton } from "#web/components/ui/feedback/confirm-button.tsx";
import { Muted, Row } from "#web/components/ui/content/typography.tsx";
import { TimeAgo } from "#web/components/ui/content/time-ago.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { formatCount } from "#web/lib/format.ts";
import { DebateTitle } from "./debate-title.tsx";
import { useReviewDecisions } from "./use-review-decisions.ts";
import { getTextAttributes } from "#shared/domain/debates/language/text-attributes.ts";
import { isolateText } from "#shared/domain/debates/language/text-in-markup.ts";

const Facts = styled(Row, { base: { gap: "2", mb: "3", fontSize: "14", color: "muted" } });

/** Tall enough for most turns without scrolling, because admins must read the whole text. */
const FlaggedText = styled("blockquote", {
  base: {
    mt: "3",
    ps: "4",
    maxW: "speech",
    maxH: "40rem",
    overflowY: "auto",
    borderInlineStartWidth: "2px",
    borderColor: "danger",
    whiteSpace: "pre-line",
    overflowWrap: "anywhere",
  },
});
const ReportTexts = styled("ul", {
  base: { mt: "2", ps: "5", listStyle: "disc", overflowWrap: "anywhere", maxW: "speech" },
});
const Line = styled("p", { base: { mt: "3", fontSize: "14" } });

const describeReporters = ({ members, visitors }: Review["reports"]): string =>
  [members > 0 && formatCount(members, "member"), visitors > 0 && formatCount(visitors, "visitor")]
    .filter(Boolean)
    .join(" and ");

const Reports = ({ reports }: Review) =>
  reports.members + reports.visitors > 0 && (
    <>
      <Line>
        Reported by {describeReporters(reports)}:{" "}
        {reports.reasons.map((reason) => REPORT_REASON_LABEL[reason]).join("; ")}
      </Line>
      {reports.members > 0 && (
        <Line>
          Weight {reports.weight} (unlisted from {UNLIST_WEIGHT_THRESHOLD}). New accounts,
          unverified emails and dismissed reports count less, upheld reports more.
        </Line>
      )}
      {reports.details.length > 0 && (
        <ReportTexts>
          {reports.details.map(({ id, text }) => (
            <li key={id} lang="" dir="auto">
              {text}
            </li>
          ))}
        </ReportTexts>
      )}
    </>
  );

interface ReviewCardProps {
  review: Review;
  onDone: () => void;
}

/** A flagged or reported turn or debate, with the evidence and the actions. */
export const ReviewCard = ({ review, onDone }: ReviewCardProps) => {
  const { debate, turn, owner, decision, createdAt } = review;
  const { decide, suspend } = useReviewDecisions(review, onDone);
  const isBusy = decide.isPending || suspend.isPending;
  return (
    <Card
      aria-label={turn ? `Turn ${turn.turnNumber} of ${isolateText(debate.topic)}` : debate.topic}
    >
      <Facts>
        <Badge>{turn ? `Turn ${turn.turnNumber}` : "Debate"}</Badge>
        {turn?.isHidden && <Badge tone="bad">Hidden</Badge>}
        {debate.isUnlisted && <Badge tone="bad">Unlisted</Badge>}
        {!debate.isPublic && <Badge>Private</Badge>}
        <TimeAgo at={createdAt} />
      </Facts>
      <DebateTitle debate={debate} anchor={turn ? `#turn-${turn.turnNumber}` : ""} />
      {turn && (
        <>
          <Line>Flagged for {turn.flagged.join(", ")}</Line>
          <FlaggedText tabIndex={0} aria-label="Flagged text">
            <div {...getTextAttributes(debate.language)}>{turn.content}</div>
          </FlaggedText>
        </>
      )}
      <Reports {...review} />
      <Line>
        By {owner.username} {owner.isSuspended && <Badge tone="bad">Suspended</Badge>}
      </Line>
      {decision && (
        <Muted css={{ mt: "1", fontSize: "14" }}>
          {decision.what === "keep" ? "Kept" : "Unlisted"} by {decision.by},{" "}
          <TimeAgo at={decision.at} />
        </Muted>
      )}
      <Row css={{ mt: "5" }}>
        {decision?.what !== "keep" && (
          <Button
            variant="solid"
            isOff={isBusy}
            onClick={() => decide.mutate({ decision: "keep" })}
          >
            <Check size={16} />
            Keep
          </Button>
        )}
        {decision?.what !== "unlist" && (
          <Button
            variant="danger"
            isOff={isBusy}
            onClick={() => decide.mutate({ decision: "unlist" })}
          >
            <EyeOff size={16} />
            Unlist
          </Button>
        )}
        {owner.isSuspended ? (
          <Button isOff={isBusy} onClick={() => suspend.mutate({ suspended: false })}>
            <UserRoundCheck size={16} />
            Lift suspension
          </Button>
        ) : (
          <ConfirmButton
            variant="danger"
            disabled={owner.isAdmin}
            isOff={isBusy}
            question={`Suspend ${owner.username}?`}
            consequence="They are signed out at once and cannot sign in until the suspension is lifted. Their debates stay as they are."
            confirmLabel="Suspend user"
            onConfirm={() => suspend.mutate({ suspended: true })}
          >
            <UserRoundX size={16} />
            Suspend user
          </ConfirmButton>
        )}
      </Row>
    </Card>
  );
};
