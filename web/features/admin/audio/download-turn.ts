import type { DebateAudio } from "#shared/contract/audio.ts";
import { requestFile } from "#web/lib/request.ts";
import { toast } from "#web/lib/toast.ts";

type TurnRecording = DebateAudio["turns"][number];

const save = (file: Blob, name: string): void => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};

/** Saves a turn's recording as a file of that name. Asked for first, so that an error is said and not saved. */
export const downloadTurn = async (turn: TurnRecording, name: string): Promise<void> => {
  const query = new URLSearchParams({
    turnId: String(turn.turnId),
    provider: turn.provider,
    secondary: String(turn.isSecondary),
    version: String(turn.version),
    download: "true",
  });
  try {
    const file = await requestFile(`/api/admin-audio-download?${query}`);
    save(file, name);
    toast({ title: "Download Complete", description: name });
  } catch (err) {
    const description = err instanceof Error ? err.message : String(err);
    toast({ title: "Download Failed", description, tone: "danger" });
  }
};
