import { Pause, Play } from "lucide-react";
import { useEffect } from "react";
import type { AdminDebate } from "#shared/contract/admin/admin.ts";
import type { DebateAudio } from "#shared/contract/debates/audio.ts";
import { can } from "#shared/domain/accounts/permissions.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { pauseRecording, playRecording, usePlayingRecording } from "./recording-player.ts";

interface PlayRecordingButtonProps {
  turn: DebateAudio["turns"][number];
  debate: AdminDebate;
}

/**
 * Plays and pauses a turn's recording. For debates that the admin may not see, it uses the admins'
 * download route.
 */
export const PlayRecordingButton = ({ turn, debate }: PlayRecordingButtonProps) => {
  const { user: viewer } = useAuth();
  const endpoint = can(viewer ?? null, "see", debate)
    ? "/api/tts/audio"
    : "/api/admin-audio-download";
  const path = `${endpoint}?turnId=${turn.turnId}&version=${turn.version}`;
  const isPlaying = usePlayingRecording((playing) => playing.path === path);
  // Pauses when this row disappears or its recording is replaced.
  useEffect(() => () => pauseRecording(path), [path]);
  const Sign = isPlaying ? Pause : Play;
  const action = isPlaying ? "Pause" : "Play";
  return (
    <Button
      variant="ghost"
      size="icon"
      title={action}
      aria-label={`${action} turn ${turn.turnNumber}`}
      isOff={turn.status !== "ready"}
      onClick={() => (isPlaying ? pauseRecording(path) : playRecording(path))}
    >
      <Sign size={16} />
    </Button>
  );
};
