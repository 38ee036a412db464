import { sha256 } from "#infra/audio/recording-spec.ts";
import type { ClipView } from "#shared/contract/debates/clip.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { buildClipFileName } from "#shared/domain/audio/clip.ts";
import { DEFAULT_LANGUAGE } from "#shared/domain/debates/language/language.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { buildAiLabelTag } from "../../audio/episode-media.ts";
import { MP3_CONTENT_TYPE } from "../../audio/recording-media.ts";
import type { MediaResponse } from "../../audio/send-media.ts";
import type { Context } from "../../context.ts";
import { getTurnRecording } from "#api/queries/audio/find-turn-recording.ts";
import { type ClipDeps, getClip } from "#api/queries/audio/get-clip.ts";
import { ensureRecording } from "./ensure-recording.ts";
import { requireDisclosure } from "./require-disclosure.ts";

interface RequestedClip {
  debateId: number;
  moment: string;
  /**
   * Whether the clip is downloaded as a file. The file begins with the announcement that the voices
   * are synthetic.
   */
  isExport: boolean;
}

/** Throws `not_found` if the clip does not exist or the viewer may not see it. */
const requireClip = async (
  context: ClipDeps,
  viewer: Viewer,
  { debateId, moment }: RequestedClip,
): Promise<ClipView["passages"]> => {
  const { problem, passages } = await getClip(context, viewer, debateId, moment);
  if (problem !== null) throw new DomainError("not_found", problem);
  return passages;
};

type GetClipAudioDeps = ClipDeps &
  Pick<Context, "env" | "logger" | "enqueue" | "clips" | "recordingEvents">;

/**
 * Returns a clip, cut out of the recordings of its turns. Missing recordings are made first. Throws
 * `not_found` if the clip does not exist or the viewer may not see it, and what `ensureRecording`
 * and `requireDisclosure` throw.
 */
export const getClipAudio = async (
  context: GetClipAudioDeps,
  viewer: Viewer,
  requested: RequestedClip,
  abortOnClose: () => AbortSignal,
): Promise<MediaResponse> => {
  const requestedPassages = await requireClip(context, viewer, requested);
  const recordings = new Map<number, { recordingId: number; version: number }>();
  const turns = [];
  for (const { turnId } of requestedPassages) {
    const find = () => getTurnRecording(context, viewer, turnId);
    const turn = await find();
    turns.push(turn);
    recordings.set(turnId, await ensureRecording(context, turn, find, abortOnClose));
  }
  // Reads the clip again, because its length limit depends on the times of its sentences, which are
  // known only once all turns are recorded.
  const passages = await requireClip(context, viewer, requested);
  const language = turns[0]?.language ?? DEFAULT_LANGUAGE;
  const opening = requested.isExport ? await requireDisclosure(context, language) : null;
  const segments = passages.map(({ turnId, version, sentences }) => ({
    recordingId: recordings.get(turnId)?.recordingId ?? 0,
    version,
    startMs: sentences[0]?.startMs ?? 0,
    endMs: sentences.at(-1)?.endMs ?? 0,
  }));
  if (opening) segments.unshift({ ...opening, startMs: 0, endMs: opening.durationMs });
  const fileName = buildClipFileName(requested.debateId, requested.moment);
  const tag = buildAiLabelTag(fileName, turns);
  const bytes = Buffer.concat([tag, await context.clips.cut(segments)]);
  return {
    kind: "media",
    type: MP3_CONTENT_TYPE,
    size: bytes.length,
    etag: sha256(bytes),
    cacheControl: "private, no-cache",
    fileName: `${fileName}.mp3`,
    read: (from, to) => bytes.subarray(from, to),
  };
};
