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

/** Plays a turn's recording, and pauses it. What one may not read one hears as it is downloaded. */
export const PlayTurn = ({ turn, debate }: PlayTurnProps) => {
  const { user: viewer } = useAuth();
  const endpoint = may(viewer ?? null, "see", debate)
    ? "/api/tts/audio"
    : "/api/admin-audio-download";
  const path = `${endpoint}?turnId=${turn.turnId}&version=${turn.version}`;
  const isPlaying = usePlaying((playing) => playing.path === path);
  // Gone, or made anew.
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
