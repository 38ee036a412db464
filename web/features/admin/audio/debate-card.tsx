import { ChevronDown, Lock, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import type { AdminDebate } from "#shared/contract/admin.ts";
import type { AudioJobProgress } from "#shared/contract/audio.ts";
import { FORMAT_LABEL } from "#shared/domain/debate.ts";
import { may } from "#shared/domain/rights.ts";
import { Button } from "#web/components/button.tsx";
import { Corners } from "#web/components/corners.tsx";
import { DeleteDebate } from "#web/components/delete-debate.tsx";
import { StatusBadge } from "#web/components/status-badge.tsx";
import { Row } from "#web/components/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { panel } from "#web/components/theme/surfaces.ts";
import { TimeAgo } from "#web/components/time-ago.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { AudioState } from "./audio-state.tsx";
import { FailedVerdict } from "./failed-verdict.tsx";
import { TurnRecordings } from "./turn-recordings.tsx";
import { useRegenerateDebate } from "./use-regenerate.ts";

const Frame = styled("article", {
  base: {
    ...panel,
    display: "grid",
    gridTemplateRows: "subgrid",
    pt: "5",
    px: "5",
  },
  variants: { isOpen: { true: { gridRow: "span 2" }, false: {} } },
});

const Summary = styled("div", {
  base: { display: "flex", flexDirection: "column", gap: "3", pb: "5" },
});

const Recordings = styled("div", { base: { pb: "5" } });
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
  /** What was heard of its audio job since the page is open. */
  job: AudioJobProgress | undefined;
}

/** A debate in the admins' grid. Its page is not an admin's to open when it is private. */
export const DebateCard = ({ debate, job: heard }: DebateCardProps) => {
  const { id, topic, audio, audioJob, isPublic } = debate;
  const { user: viewer } = useAuth();
  const [isOpen, setIsOpen] = useState(false);
  const recordings = useId();
  // What was heard is newer than what was asked for, unless its end was missed.
  const job = heard && heard.jobId >= (audioJob?.jobId ?? 0) ? heard : audioJob;
  const regenerate = useRegenerateDebate(id, job);
  const isBusy = regenerate.isPending || job?.status === "running";
  const hasTurns = audio.ready + audio.pending + audio.failed + audio.missing > 0;
  return (
    <Frame aria-label={topic} isOpen={isOpen}>
      <Summary>
        <Row css={{ justifyContent: "space-between" }}>
          <StatusBadge status={debate.status} />
          <Facts>
            {!isPublic && <Lock size={14} aria-label="Private" />}
            {FORMAT_LABEL[debate.format]}
          </Facts>
        </Row>
        <Topic dir="auto">
          {isPublic ? <TopicLink to={`/debate/${id}`}>{topic}</TopicLink> : topic}
        </Topic>
        <Facts>
          <Corners debate={debate} />
          <span>by {debate.owner.username}</span>
          <TimeAgo at={debate.createdAt} />
          <span>
            Turn {debate.currentTurn} of {debate.maxTurns}
          </span>
        </Facts>
        <AudioState audio={audio} job={job} />
        {debate.verdict === "failed" && <FailedVerdict debateId={id} />}
        <Row css={{ gap: "2", mt: "auto" }}>
          <Button
            isOff={isBusy || audio.missing + audio.failed === 0}
            onClick={() => regenerate.mutate("missing")}
          >
            Regenerate missing
          </Button>
          <Button isOff={isBusy || !hasTurns} onClick={() => regenerate.mutate("all")}>
            Regenerate all
          </Button>
          <Button
            look="ghost"
            aria-expanded={isOpen}
            aria-controls={recordings}
            onClick={() => setIsOpen(!isOpen)}
          >
            Turns
            <Arrow size={16} />
          </Button>
          <DeleteDebate
            debateId={id}
            size="icon"
            css={{ ms: "auto" }}
            aria-label="Delete"
            disabled={!may(viewer ?? null, "delete", debate)}
          >
            <Trash2 size={16} />
          </DeleteDebate>
        </Row>
      </Summary>
      <Recordings id={recordings} hidden={!isOpen}>
        {isOpen && <TurnRecordings debate={debate} />}
      </Recordings>
    </Frame>
  );
};
