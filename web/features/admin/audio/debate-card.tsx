import { ChevronDown, Lock, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import type { AdminDebate } from "#shared/contract/admin.ts";
import type { AudioJobProgress } from "#shared/contract/audio.ts";
import { FORMAT_LABEL } from "#shared/domain/debate.ts";
import { may } from "#shared/domain/rights.ts";
import { Button } from "#web/components/ui/button.tsx";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { Corners } from "#web/components/debate/corners.tsx";
import { DeleteDebate } from "#web/components/debate/delete-debate.tsx";
import { StatusBadge } from "#web/components/debate/status-badge.tsx";
import { Row } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { panel } from "#web/components/theme/surfaces.ts";
import { TimeAgo } from "#web/components/ui/time-ago.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { counted, progressText } from "#web/lib/format.ts";
import { AudioState } from "./audio-state.tsx";
import { FailedVerdict } from "./failed-verdict.tsx";
import { TurnRecordings } from "./turn-recordings.tsx";
import { useRegenerateDebate } from "./use-regenerate.ts";

/** Card and recordings are items of the grid; the recordings fill the row below. */
const Frame = styled("article", { base: { display: "contents" } });

const Summary = styled("div", {
  base: { ...panel, display: "flex", flexDirection: "column", gap: "3", p: "5" },
  variants: { isOpen: { true: { borderColor: "edge" }, false: {} } },
});

const Recordings = styled("div", {
  base: { ...panel, gridColumn: "1 / -1", px: "5", pt: "4", pb: "2", borderColor: "edge" },
});
const RecordingsTitle = styled("h4", {
  base: { mb: "3", fontSize: "14", fontWeight: 600, color: "muted", lineClamp: 1 },
});

/** Negative margins keep the line's height. */
const Trash = styled("div", { base: { my: "-3", me: "-3" } });

const Acts = styled("div", {
  base: {
    display: { base: "grid", sm: "flex" },
    gridTemplateColumns: "1fr 1fr",
    gap: "2",
    mt: "auto",
    "& > button": { px: { base: "2", md: "4" } },
    "& > button:last-of-type": {
      gridColumn: "1 / -1",
      ms: { sm: "auto" },
      me: { sm: "-3" },
      mb: { base: "-3", sm: "0" },
    },
  },
});

const Topic = styled("h3", { base: { fontSize: "20", lineHeight: 1.25, lineClamp: 3 } });
const TopicLink = styled(Link, { base: { _hover: { textDecoration: "underline" } } });
const Facts = styled("p", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: "3",
    fontSize: "13",
    color: "muted",
  },
});
const Arrow = styled(ChevronDown, {
  base: {
    transition: "transform 160ms",
    "[aria-expanded=true] &": { transform: "rotate(180deg)" },
  },
});

interface DebateCardProps {
  debate: AdminDebate;
  /** Latest progress event of its audio job since the page was opened. */
  job: AudioJobProgress | undefined;
  onDeleted: () => void;
}

/**
 * A debate in the admins' grid. Its title is no link if it is private, because admins cannot open
 * it.
 */
export const DebateCard = ({ debate, job: heard, onDeleted }: DebateCardProps) => {
  const { id, topic, audio, audioJob, isPublic } = debate;
  const { user: viewer } = useAuth();
  const [isOpen, setIsOpen] = useState(false);
  const recordings = useId();
  // Events are newer than the response, unless the job's end was missed.
  const job = heard && heard.jobId >= (audioJob?.jobId ?? 0) ? heard : audioJob;
  const regenerate = useRegenerateDebate(id, job);
  const isBusy = regenerate.isPending || job?.status === "running";
  const hasTurns = audio.ready + audio.pending + audio.failed + audio.missing > 0;
  return (
    <Frame aria-label={topic}>
      <Summary isOpen={isOpen}>
        <Row>
          <StatusBadge status={debate.status} />
          <Facts css={{ ms: "auto" }}>
            {!isPublic && <Lock size={14} aria-label="Private" />}
            {FORMAT_LABEL[debate.format]}
          </Facts>
          <Trash>
            <DeleteDebate
              debateId={id}
              topic={topic}
              onDeleted={onDeleted}
              look="ghost"
              size="icon"
              title="Delete"
              aria-label={`Delete “${topic}”`}
              disabled={!may(viewer ?? null, "delete", debate)}
            >
              <Trash2 size={16} />
            </DeleteDebate>
          </Trash>
        </Row>
        <Topic dir="auto">
          {isPublic ? <TopicLink to={`/debate/${id}`}>{topic}</TopicLink> : topic}
        </Topic>
        <Facts>
          <Corners debate={debate} />
          <span>by {debate.owner.username}</span>
          <TimeAgo at={debate.createdAt} />
          <span>{progressText(debate.currentTurn, debate.maxTurns)}</span>
        </Facts>
        <AudioState audio={audio} job={job} />
        {debate.verdict === "failed" && <FailedVerdict debateId={id} />}
        <Acts>
          <Button
            aria-label={`Regenerate missing of “${topic}”`}
            isOff={isBusy || audio.missing + audio.failed === 0}
            onClick={() => regenerate.mutate("missing")}
          >
            Regenerate missing
          </Button>
          <ConfirmButton
            aria-label={`Regenerate all of “${topic}”`}
            isOff={isBusy || !hasTurns}
            question="Regenerate all recordings?"
            subject={topic}
            consequence={`${counted(audio.ready, "good recording")} will be replaced.`}
            confirmLabel="Regenerate"
            isHarmless={audio.ready === 0}
            onConfirm={() => regenerate.mutate("all")}
          >
            Regenerate all
          </ConfirmButton>
          <Button
            look="ghost"
            aria-label={`Turns of “${topic}”`}
            aria-expanded={isOpen}
            aria-controls={recordings}
            onClick={() => setIsOpen(!isOpen)}
          >
            Turns
            <Arrow size={16} />
          </Button>
        </Acts>
      </Summary>
      <Recordings id={recordings} hidden={!isOpen}>
        <RecordingsTitle dir="auto">Turns of “{topic}”</RecordingsTitle>
        {isOpen && <TurnRecordings debate={debate} />}
      </Recordings>
    </Frame>
  );
};
