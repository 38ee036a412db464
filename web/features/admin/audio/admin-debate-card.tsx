import { ChevronDown, Lock, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import type { AdminDebate } from "#shared/contract/admin/admin.ts";
import type { AudioJobProgress } from "#shared/contract/debates/audio.ts";
import { describeMissingVoice } from "#shared/domain/audio/voice-languages.ts";
import { FORMAT_LABEL } from "#shared/domain/debates/debate.ts";
import { can } from "#shared/domain/accounts/permissions.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { ConfirmButton } from "#web/components/ui/feedback/confirm-button.tsx";
import { SpeakerNames } from "#web/components/debate/speaker-names.tsx";
import { DeleteDebateButton } from "#web/components/debate/delete-debate-button.tsx";
import { StatusBadge } from "#web/components/debate/status-badge.tsx";
import { Row } from "#web/components/ui/content/typography.tsx";
import { setLineHeight } from "#web/components/theme/global-css.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { panelSurface } from "#web/components/theme/surfaces.ts";
import { TimeAgo } from "#web/components/ui/content/time-ago.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { useIsVoiceMissing } from "#web/lib/tts-status.ts";
import { formatCount, formatTurnProgress } from "#web/lib/format.ts";
import { AudioStatus } from "./audio-status.tsx";
import { FailedVerdictNotice } from "./failed-verdict-notice.tsx";
import { RecordingList } from "./recording-list.tsx";
import { useRegenerateDebate } from "./use-regenerate-debate.ts";
import { getTextAttributes } from "#shared/domain/debates/language/text-attributes.ts";
import { isolateText } from "#shared/domain/debates/language/text-in-markup.ts";

/**
 * Has no box of its own, because the card and its recordings are separate items of the list's grid.
 */
const Frame = styled("article", { base: { display: "contents" } });

const Summary = styled("div", {
  base: { ...panelSurface, display: "flex", flexDirection: "column", gap: "3", p: "5" },
  variants: { isOpen: { true: { borderColor: "edge" }, false: {} } },
});

const Recordings = styled("div", {
  base: { ...panelSurface, gridColumn: "1 / -1", px: "5", pt: "4", pb: "2", borderColor: "edge" },
});
const RecordingsTitle = styled("h4", {
  base: { mb: "3", fontSize: "14", fontWeight: 600, color: "muted", lineClamp: 1 },
});

/** Negative margins, so that the tall button does not make the line taller. */
const DeleteButtonFrame = styled("div", { base: { my: "-3", me: "-3" } });

const CardButtons = styled("div", {
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

const Topic = styled("h3", {
  base: { fontSize: "20", lineHeight: setLineHeight(1.25), lineClamp: 3 },
});
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

interface AdminDebateCardProps {
  debate: AdminDebate;
  /**
   * Latest progress event of the debate's audio job since the page was opened; undefined if none
   * has arrived.
   */
  job: AudioJobProgress | undefined;
  onDeleted: () => void;
}

/**
 * A debate in the admins' grid. The title of a private debate is not a link, because admins cannot
 * open that debate.
 */
export const AdminDebateCard = ({ debate, job: jobUpdate, onDeleted }: AdminDebateCardProps) => {
  const { id, topic, audio, audioJob, isPublic } = debate;
  const topicAttributes = getTextAttributes(debate.language, topic);
  const { user: viewer } = useAuth();
  const [isOpen, setIsOpen] = useState(false);
  const recordings = useId();
  // Events are newer than the response, unless the response contains a later job.
  const job = jobUpdate && jobUpdate.jobId >= (audioJob?.jobId ?? 0) ? jobUpdate : audioJob;
  const regenerate = useRegenerateDebate(id, job);
  const isVoiceMissing = useIsVoiceMissing() === true;
  const isOff = isVoiceMissing || regenerate.isPending || job?.status === "running";
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
          <DeleteButtonFrame>
            <DeleteDebateButton
              debateId={id}
              topic={topic}
              language={debate.language}
              onDeleted={onDeleted}
              variant="ghost"
              size="icon"
              title="Delete"
              aria-label={`Delete “${isolateText(topic)}”`}
              disabled={!can(viewer ?? null, "delete", debate)}
            >
              <Trash2 size={16} />
            </DeleteDebateButton>
          </DeleteButtonFrame>
        </Row>
        <Topic {...topicAttributes}>
          {isPublic ? <TopicLink to={`/debate/${id}`}>{topic}</TopicLink> : topic}
        </Topic>
        <Facts>
          <SpeakerNames debate={debate} />
          <span>by {debate.owner.username}</span>
          <TimeAgo at={debate.createdAt} />
          <span>{formatTurnProgress(debate.currentTurn, debate.maxTurns)}</span>
        </Facts>
        <AudioStatus
          audio={audio}
          job={job}
          problem={isVoiceMissing ? describeMissingVoice(debate.language) : null}
        />
        {debate.verdict === "failed" && <FailedVerdictNotice debateId={id} />}
        <CardButtons>
          <Button
            aria-label={`Create missing audio of “${isolateText(topic)}”`}
            isOff={isOff || audio.missing + audio.failed === 0}
            onClick={() => regenerate.mutate("missing")}
          >
            Create missing audio
          </Button>
          <ConfirmButton
            aria-label={`Regenerate all of “${isolateText(topic)}”`}
            isOff={isOff || !hasTurns}
            question="Regenerate all recordings?"
            subject={topic}
            language={debate.language}
            consequence={`${formatCount(audio.ready, "recording")} will be replaced.`}
            confirmLabel="Regenerate"
            isHarmless={audio.ready === 0}
            onConfirm={() => regenerate.mutate("all")}
          >
            Regenerate all
          </ConfirmButton>
          <Button
            variant="ghost"
            aria-label={`Turns of “${isolateText(topic)}”`}
            aria-expanded={isOpen}
            aria-controls={recordings}
            onClick={() => setIsOpen(!isOpen)}
          >
            Turns
            <Arrow size={16} />
          </Button>
        </CardButtons>
      </Summary>
      <Recordings id={recordings} hidden={!isOpen}>
        <RecordingsTitle>
          Turns of “<bdi {...topicAttributes}>{topic}</bdi>”
        </RecordingsTitle>
        {isOpen && <RecordingList debate={debate} />}
      </Recordings>
    </Frame>
  );
};
