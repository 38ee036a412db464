import { selectRows } from "#infra/db/sql.ts";
import { hidden, notFound } from "#shared/contract/errors.ts";
import { canSeeHidden } from "#shared/domain/moderation.ts";
import { can, type DebateSubject } from "#shared/domain/accounts/permissions.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import { isSealedTurn, type SealSubject } from "#shared/domain/debates/judging/sealed-results.ts";
import { createRecordingMedia } from "#api/audio/recording-media.ts";
import type { MediaResponse } from "#api/audio/send-media.ts";
import type { StoredRecording } from "#api/audio/turn-recording.ts";
import type { Context } from "#api/context.ts";
import { areResultsSealed } from "../debates/are-results-sealed.ts";

type RulingRecording = StoredRecording &
  DebateSubject &
  SealSubject & { debateId: number; maxTurns: number; turnNumber: number; isHidden: boolean };

/**
 * Finds only a complete recording. While a changed ruling (the judge's sentence) is recorded, the
 * row still contains the audio of the previous one.
 */
const RULING_RECORDING_SQL = `
  SELECT d.id AS "debateId", d.user_id AS "userId", d.is_public AS "isPublic",
         d.only_owner_steps AS "onlyOwnerSteps", d.status, d.spoken_at AS "spokenAt",
         d.max_turns AS "maxTurns", t.turn_number AS "turnNumber", t.is_hidden AS "isHidden",
         a.id AS "recordingId", a.version, a.etag, octet_length(a.audio_data) AS size
    FROM audio_cache a JOIN turns t ON t.id = a.ruling_turn_id JOIN debates d ON d.id = t.debate_id
   WHERE t.id = $1 AND a.status = 'complete'`;

/**
 * Returns the recording of the judge's ruling about a turn, if it is ready and the viewer may read
 * the ruling. Throws not_found. Concurrent calls share one statement.
 */
export const getRulingAudio = async (
  context: Pick<Context, "coalescedSql" | "recordings">,
  viewer: SignedInViewer,
  turnId: number,
): Promise<MediaResponse> => {
  const { coalescedSql } = context;
  const [ruling] = await selectRows<RulingRecording>(coalescedSql, RULING_RECORDING_SQL, [turnId]);
  if (!ruling) throw notFound("Ruling");
  const isForViewer = can(viewer, "see", ruling) && (!ruling.isHidden || canSeeHidden(viewer));
  if (!isForViewer) throw hidden("Ruling");
  const isSealed =
    isSealedTurn(ruling.turnNumber, ruling.maxTurns) &&
    (await areResultsSealed(coalescedSql, viewer, { ...ruling, id: ruling.debateId }));
  if (isSealed) throw notFound("Ruling");
  return createRecordingMedia(context, ruling, undefined);
};
