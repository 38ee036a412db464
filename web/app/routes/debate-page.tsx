import { ArrowLeft } from "lucide-react";
import { Link, useParams } from "react-router-dom";
import { PageColumn } from "#web/components/page-column.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { DebateLoader } from "#web/features/debate/debate-loader.tsx";
import type { DebateSlots } from "#web/features/debate/debate-slots.ts";
import { PlayAll } from "#web/features/player/controls/play-all.tsx";
import { TurnControls } from "#web/features/player/controls/turn-controls.tsx";
import { KeepAudio } from "#web/features/player/keeping/keep-audio.tsx";
import { PlayerDock } from "#web/features/player/player-dock.tsx";

/** A debate can be listened to: the page brings both together. */
const SLOTS: DebateSlots = {
  Overture: PlayAll,
  TurnControls,
  Float: PlayerDock,
  Keep: KeepAudio,
};

const Back = styled(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    minH: "touch",
    mb: "3",
    fontSize: "14",
    color: "muted",
    _hover: { color: "ink" },
  },
});

const DebatePage = () => {
  const { id = "" } = useParams();
  return (
    <PageColumn width="stage">
      <Back to="/">
        <ArrowLeft size={16} />
        Back to Debates
      </Back>
      <DebateLoader key={id} id={id} slots={SLOTS} />
    </PageColumn>
  );
};

export default DebatePage;
