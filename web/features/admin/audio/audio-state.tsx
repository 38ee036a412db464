import type { AdminDebate } from "#shared/contract/admin.ts";
import type { AudioJobProgress } from "#shared/contract/audio.ts";
import { Badge } from "#web/components/badge.tsx";
import { Row } from "#web/components/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const Bar = styled("progress", {
  base: {
    display: "block",
    appearance: "none",
    w: "100%",
    h: "6px",
    overflow: "hidden",
    bg: "line",
    borderRadius: "pill",
    "&::-webkit-progress-bar": { bg: "line" },
    "&::-webkit-progress-value": { bg: "active" },
    "&::-moz-progress-bar": { bg: "active" },
  },
});

const Progress = styled("span", {
  base: { fontSize: "13", color: "muted", fontVariantNumeric: "tabular-nums" },
});

/** How many turns of a debate are voiced, and how far a running job is. */
export const AudioState = ({
  audio: { ready, pending, failed, missing },
  job,
}: {
  audio: AdminDebate["audio"];
  job: AudioJobProgress | null;
}) => {
  const total = ready + pending + failed + missing;
  const isRunning = job?.status === "running";
  return (
    <>
      <Row css={{ gap: "2" }}>
        <Badge tone={ready > 0 && ready === total ? "good" : "plain"}>
          {total === 0 ? "No turns yet" : `${ready} of ${total} voiced`}
        </Badge>
        {pending > 0 && <Badge tone="waiting">{pending} pending</Badge>}
        {missing > 0 && <Badge>{missing} missing</Badge>}
        {failed > 0 && <Badge tone="bad">{failed} failed</Badge>}
        <Progress role="status">
          {isRunning && `Voicing ${job.done + job.failed} of ${job.total}`}
        </Progress>
      </Row>
      {isRunning && <Bar aria-label="Audio job" max={job.total} value={job.done + job.failed} />}
    </>
  );
};
