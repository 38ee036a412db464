import type { DebateAudio } from "#shared/contract/audio.ts";
import { saveRecording } from "#web/lib/save-recording.ts";

type TurnRecording = DebateAudio["turns"][number];

/** Saves a turn's recording as a file, of this name unless the server has another. */
export const downloadTurn = (turn: TurnRecording, name: string): Promise<void> => {
  const query = new URLSearchParams({
    turnId: String(turn.turnId),
    provider: turn.provider,
    secondary: String(turn.isSecondary),
    version: String(turn.version),
    download: "true",
  });
  return saveRecording(`/api/admin-audio-download?${query}`, name);
};
