import { getProviderOfRole } from "#shared/domain/debates/side.ts";
import { buildRecordingFileName } from "#shared/domain/audio/audio-file-names.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import { createRecordingMedia } from "../../audio/recording-media.ts";
import type { Context } from "../../context.ts";
import type { MediaResponse } from "../../audio/send-media.ts";
import { auditTurnAction } from "../admin/audit-turn-action.ts";
import { findTurnRecording } from "#api/queries/audio/find-turn-recording.ts";
import { ensureRecording } from "./ensure-recording.ts";

type DownloadTurnRecordingDeps = Pick<
  Context,
  "env" | "logger" | "sql" | "coalescedSql" | "enqueue" | "recordings" | "recordingEvents"
>;

/**
 * Returns a turn's recording as a file for an admin. Makes the recording if it is missing. Throws
 * what `ensureRecording` throws.
 */
export const downloadTurnRecording = async (
  context: DownloadTurnRecordingDeps,
  admin: SignedInViewer,
  turnId: number,
  abortOnClose: () => AbortSignal,
): Promise<MediaResponse> => {
  const find = () => findTurnRecording(context, turnId);
  const turn = await find();
  const media = await createRecordingMedia(
    context,
    await ensureRecording(context, turn, find, abortOnClose),
    undefined,
  );
  await auditTurnAction(context.sql, admin, "download_audio", turnId);
  context.logger.info({ adminId: admin.id, turnId }, "recording.downloaded");
  const label = context.env.labels[getProviderOfRole(turn.role, turn)];
  return { ...media, fileName: buildRecordingFileName(turn, label) };
};
