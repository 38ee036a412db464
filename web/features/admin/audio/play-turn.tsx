import { Pause, Play } from "lucide-react";
import { useEffect } from "react";
import type { AdminDebate } from "#shared/contract/admin.ts";
import type { DebateAudio } from "#shared/contract/audio.ts";
import { may } from "#shared/domain/rights.ts";
import { Button } from "#web/components/ui/button.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { pause, play, usePlaying } from "./playing.ts";

interface PlayTurnProps {
  turn: DebateAudio["turns"][number];
  debate: AdminDebate;
}

/**
 * Plays and pauses a turn's recording. Uses the download route for debates that the admin may not
 * see.
 */
export const PlayTurn = ({ turn, debate }: PlayTurnProps) => {
  const { user: viewer } = useAuth();
  const endpoint = may(viewer ?? null, "see", debate)
    ? "/api/tts/audio"
    : "/api/admin-audio-download";
  const path = `${endpoint}?turnId=${turn.turnId}&version=${turn.version}`;
  const isPlaying = usePlaying((playing) => playing.path === path);
  // Pauses when the row disappears or the recording is replaced.
  useEffect(() => () => pause(path), [path]);
  const Sign = isPlaying ? Pause : Play;
  const words = isPlaying ? "Pause" : "Play";
  return (
    <Button
      look="ghost"
      size="icon"
      title={words}
      aria-label={`${words} turn ${turn.turnNumber}`}
      isOff={turn.status !== "ready"}
      onClick={() => (isPlaying ? pause(path) : play(path))}
    >
      <Sign size={16} />
    </Button>
  );
};
