import type { AdminDebate } from "#shared/contract/admin/admin.ts";
import type { AudioJobProgress } from "#shared/contract/debates/audio.ts";
import { Badge } from "#web/components/ui/content/badge.tsx";
import { Row } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const Status = styled("span", { base: { display: "flex", _empty: { position: "absolute" } } });

/** Shown in the line of the badges, so that the card's height stays the same. */
const Bar = styled("progress", {
  base: {
    flex: "1 1 4rem",
    minW: "0",
    appearance: "none",
    h: "6px",
    overflow: "hidden",
    bg: "line",
    borderRadius: "pill",
    "&::-webkit-progress-bar": { bg: "line" },
    "&::-webkit-progress-value": { bg: "active" },
    "&::-moz-progress-bar": { bg: "active" },
  },
});

/** Counts of a debate's recordings by status, or the progress of a running job. */
export const AudioStatus = ({
  audio: { ready, pending, failed, missing },
  job,
  problem,
}: {
  audio: AdminDebate["audio"];
  job: AudioJobProgress | null;
  /** Why no audio can be created. Shown instead of the number of missing recordings. */
  problem: string | null;
}) => {
  const total = ready + pending + failed + missing;
  const isRunning = job?.status === "running";
  return (
    <Row css={{ gap: "2" }}>
      <Status role="status">
        {isRunning && (
          <Badge css={{ fontVariantNumeric: "tabular-nums" }}>
            Creating audio: {job.done + job.failed} of {job.total}
          </Badge>
        )}
      </Status>
      {isRunning ? (
        <>
          {job.failed > 0 && <Badge tone="bad">{job.failed} failed</Badge>}
          <Bar aria-label="Audio job" max={job.total} value={job.done + job.failed} />
        </>
      ) : (
        <>
          <Badge tone={ready > 0 && ready === total ? "good" : "plain"}>
            {total === 0 ? "No turns yet" : `${ready} of ${total} audio ready`}
          </Badge>
          {pending > 0 && <Badge tone="waiting">{pending} in queue</Badge>}
          {problem !== null && <Badge tone="waiting">{problem}</Badge>}
          {problem === null && missing > 0 && <Badge>{missing} missing</Badge>}
          {failed > 0 && <Badge tone="bad">{failed} failed</Badge>}
        </>
      )}
    </Row>
  );
};
