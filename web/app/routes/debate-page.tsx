import { Suspense } from "react";
import { useParams } from "react-router-dom";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { DebateLoader } from "#web/features/debate/debate-loader.tsx";
import type { DebateSlots } from "#web/features/debate/debate-slots.ts";
import { TurnAudioControls } from "#web/features/player/controls/turn-audio-controls.tsx";
import { AudibleTurnProvider } from "#web/app/debate-audio/audible-turn-provider.tsx";
import { Button, COMPACT_BUTTON_STYLE } from "#web/components/ui/controls/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { MissingVoice } from "#web/features/live-audio/controls/missing-voice.tsx";
import { SoundButton } from "#web/features/live-audio/controls/sound-button.tsx";
import { lazyInServerHtml, lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { useIsVoiced, useIsVoiceMissing } from "#web/lib/tts-status.ts";
import { AudioDock } from "#web/app/debate-audio/audio-dock.tsx";

/* Loaded separately, because a running debate has the sound button instead. */
const PlayAllButton = lazyInServerHtml(
  "play-all-button",
  () => import("#web/features/player/controls/play-all-button.tsx"),
);
const LiveActions = lazyOptional(
  () => import("#web/features/live-audio/controls/live-actions.tsx"),
);
const DownloadEpisodeItem = lazyOptional(
  () => import("#web/features/player/controls/download-episode-item.tsx"),
);

/** Puts the hint on a line of its own, below all other controls of the row. */
const Hint = styled(Muted, { base: { order: 1, flexBasis: "100%", fontSize: "14" } });

const DebateAudioActions = ({ debate }: { debate: Debate }) => {
  const isVoiced = useIsVoiced();
  const isVoiceMissing = useIsVoiceMissing();
  const isOver = debate.status === "completed";
  return (
    <>
      {isOver && !isVoiceMissing && (
        <Suspense
          fallback={
            <Button isOff css={COMPACT_BUTTON_STYLE}>
              Listen to Debate
            </Button>
          }
        >
          <PlayAllButton />
        </Suspense>
      )}
      {isVoiced === false && (
        <Hint>
          <MissingVoice />
        </Hint>
      )}
      <Suspense>{isVoiced && <LiveActions debate={debate} />}</Suspense>
    </>
  );
};

/** Passes components of the audio features to the debate page, which does not import them. */
const DEBATE_SLOTS: DebateSlots = {
  TopicActions: DebateAudioActions,
  TurnControls: TurnAudioControls,
  SoundButton,
  FloatingPlayer: AudioDock,
  DownloadItems: DownloadEpisodeItem,
  AudibleTurnProvider,
};

const DebatePage = () => {
  const { id = "" } = useParams();
  return <DebateLoader key={id} id={id} slots={DEBATE_SLOTS} />;
};

export default DebatePage;
