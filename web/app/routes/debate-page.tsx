import { useParams } from "react-router-dom";
import type { Debate } from "#shared/contract/debate.ts";
import { DebateLoader } from "#web/features/debate/debate-loader.tsx";
import type { DebateSlots } from "#web/features/debate/debate-slots.ts";
import { PlayAll } from "#web/features/player/controls/play-all.tsx";
import { TurnControls } from "#web/features/player/controls/turn-controls.tsx";
import { Heard } from "#web/features/player/heard.tsx";
import { KeepAudio } from "#web/features/player/keeping/keep-audio.tsx";
import { LiveButton } from "#web/features/player/radio/live-button.tsx";
import { PlayerDock } from "#web/features/player/player-dock.tsx";

const AudioActions = ({ debate }: { debate: Debate }) => (
  <>
    <PlayAll debate={debate} />
    <LiveButton debate={debate} />
  </>
);

/** Connects the debate feature with the audio features. */
const SLOTS: DebateSlots = {
  TopicActions: AudioActions,
  TurnControls,
  FloatingPlayer: PlayerDock,
  KeepActions: KeepAudio,
  Heard,
};

const DebatePage = () => {
  const { id = "" } = useParams();
  return <DebateLoader key={id} id={id} slots={SLOTS} />;
};

export default DebatePage;
