import { Play, Share2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { ClipView } from "#shared/contract/debates/clip.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { CLIP_PARAMETER } from "#shared/domain/debates/sharing/debate-picture.ts";
import { buildClipApiPath } from "#shared/domain/audio/clip.ts";
import { SignUpLink } from "#web/components/debate/starting/sign-up-links.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { WideScreenText } from "#web/components/ui/content/typography.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { useIsVoiced } from "#web/lib/tts-status.ts";
import { formatDuration } from "#web/lib/format.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { PlaybackOffer } from "#web/components/audio/playback-offer.tsx";
import { isPlayerVisible } from "#web/lib/player/player-state.ts";
import { usePlayer } from "#web/lib/player/player-store.ts";
import { highlightClip } from "./highlight-clip.ts";
import { openClipDialog } from "#web/lib/clip-dialog-store.ts";
import { playClip } from "./play-clip.ts";

const formatTurns = ({ passages }: ClipView): string =>
  passages.map(({ turnNumber }) => `turn ${turnNumber}`).join(" and ");

/** The clip's duration; marked as an estimate ("about") while one of its turns has no recording. */
const formatClipDuration = ({ passages, durationMs }: ClipView): string => {
  const length = formatDuration(durationMs / 1000);
  return passages.every(({ version }) => version > 0) ? length : `about ${length}`;
};

interface LinkedClipProps {
  debateId: number;
  parameter: string;
  view: ClipView;
  turns: readonly Turn[];
}

/** Highlights the clip in the page's URL and offers to play it, or says why it is unavailable. */
export const LinkedClip = ({ debateId, parameter, view, turns }: LinkedClipProps) => {
  const [search, setSearch] = useSearchParams();
  const isVisitor = !useAuth().user;
  const isVoiced = useIsVoiced() ?? false;
  const isPlayerOpen = usePlayer(isPlayerVisible);
  const [isPreparing, setPreparing] = useState(false);
  // New turns do not affect the clip. They are stored in a ref, so that they do not run the effect
  // with `highlightClip` again.
  const latestTurns = useRef(turns);
  useEffect(() => {
    latestTurns.current = turns;
  });
  const hasPassages = view.passages.length > 0;
  useEffect(
    () => (hasPassages ? highlightClip(view, latestTurns.current) : undefined),
    [view, hasPassages],
  );

  const dismiss = () => {
    search.delete(CLIP_PARAMETER);
    setSearch(search, { replace: true, preventScrollReset: true });
  };
  const play = async () => {
    setPreparing(true);
    await playClip(buildClipApiPath(debateId, parameter), view).catch((err: unknown) =>
      showErrorToast(err instanceof Error ? err : new Error(String(err))),
    );
    setPreparing(false);
  };
  const firstPassage = view.passages[0];
  const lastPassage = view.passages.at(-1);
  if (isPlayerOpen) return null;
  return (
    <PlaybackOffer turnNumber={firstPassage?.turnNumber ?? 1} aria-label="Shared moment">
      <p role={view.problem === null ? undefined : "status"}>
        {view.problem ?? `Shared moment: ${formatTurns(view)}, ${formatClipDuration(view)}`}
      </p>
      {firstPassage && isVoiced && (
        <Button variant="solid" isOff={isPreparing} onClick={() => void play()}>
          <Play size={16} fill="currentColor" />
          {isPreparing ? (
            "Preparing…"
          ) : (
            <span>
              Play<WideScreenText> the moment</WideScreenText>
            </span>
          )}
        </Button>
      )}
      {firstPassage && lastPassage && (
        <Button
          variant="ghost"
          aria-label="Share this moment"
          onClick={() =>
            openClipDialog({
              turnNumber: firstPassage.turnNumber,
              first: firstPassage.first,
              last: lastPassage.first + lastPassage.sentences.length - 1,
              lastTurn: lastPassage.turnNumber,
            })
          }
        >
          <Share2 size={16} />
          <WideScreenText>Share</WideScreenText>
        </Button>
      )}
      {view.problem !== null && isVisitor && <SignUpLink />}
      <Button variant="ghost" size="icon" aria-label="Close" onClick={dismiss}>
        <X size={16} />
      </Button>
    </PlaybackOffer>
  );
};
