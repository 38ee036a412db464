import { useParams } from "react-router-dom";
import { BackLink } from "#web/components/ui/back-link.tsx";
import { PageColumn } from "#web/components/ui/page-column.tsx";
import { DebateLoader } from "#web/features/debate/debate-loader.tsx";
import type { DebateSlots } from "#web/features/debate/debate-slots.ts";
import { PlayAll } from "#web/features/player/controls/play-all.tsx";
import { TurnControls } from "#web/features/player/controls/turn-controls.tsx";
import { KeepAudio } from "#web/features/player/keeping/keep-audio.tsx";
import { PlayerDock } from "#web/features/player/player-dock.tsx";

/** A debate can be listened to: the page brings both together. */
const SLOTS: DebateSlots = {
  TopicActions: PlayAll,
  TurnControls,
  FloatingPlayer: PlayerDock,
  KeepActions: KeepAudio,
};

const DebatePage = () => {
  const { id = "" } = useParams();
  return (
    <PageColumn>
      <BackLink>Back to Debates</BackLink>
      <DebateLoader key={id} id={id} slots={SLOTS} />
    </PageColumn>
  );
};

export default DebatePage;
