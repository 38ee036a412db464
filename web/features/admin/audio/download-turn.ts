import type { AdminDebate } from "#shared/contract/admin.ts";
import type { DebateAudio } from "#shared/contract/audio.ts";
import { roleOfTurn, SIDE_LABEL } from "#shared/domain/side.ts";
import { turnType } from "#shared/domain/turn.ts";
import { requestFile } from "#web/lib/request.ts";
import { toast } from "#web/lib/toast.ts";

type TurnRecording = DebateAudio["turns"][number];

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** '{Type}_{For|Against}_{Provider}_Turn{id}.mp3' */
export const recordingName = (
  { turnId, turnNumber, provider }: Pick<TurnRecording, "turnId" | "turnNumber" | "provider">,
  maxTurns: number,
): string => {
  const type = capitalized(turnType(turnNumber, maxTurns));
  const side = SIDE_LABEL[roleOfTurn(turnNumber)];
  return `${type}_${side}_${capitalized(provider)}_Turn${turnId}.mp3`;
};

const save = (file: Blob, name: string): void => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};

/** Saves a turn's recording as a file. Asked for first, so that an error is said and not saved. */
export const downloadTurn = async (
  turn: TurnRecording,
  { maxTurns }: Pick<AdminDebate, "maxTurns">,
): Promise<void> => {
  const query = new URLSearchParams({
    turnId: String(turn.turnId),
    provider: turn.provider,
    secondary: String(turn.isSecondary),
    version: String(turn.version),
    download: "true",
  });
  try {
    const file = await requestFile(`/api/admin-audio-download?${query}`);
    const name = recordingName(turn, maxTurns);
    save(file, name);
    toast({ title: "Download Complete", description: name });
  } catch (err) {
    const description = err instanceof Error ? err.message : String(err);
    toast({ title: "Download Failed", description, tone: "danger" });
  }
};
