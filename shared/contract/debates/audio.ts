import { z } from "zod";
import { INVALID_TURN_ID_MESSAGE } from "#shared/domain/debates/turn.ts";
import { Id, idInUrl, LanguageTagName, PathId, SpeakerName } from "../primitives.ts";
import { AUDIO_STATUSES } from "./turn.ts";

export const TtsStatus = z.object({
  configured: z.boolean(),
  /**
   * The languages that the speech service speaks; empty without a service. Servers of the previous
   * version do not send them.
   */
  languages: z.array(LanguageTagName).optional(),
});
export type TtsStatus = z.infer<typeof TtsStatus>;

/** A sentence of a turn's plain text, with its times in the recording, in milliseconds. */
export const SpokenSentence = z.object({
  text: z.string(),
  startMs: z.int().min(0),
  endMs: z.int().min(0),
});
export type SpokenSentence = z.infer<typeof SpokenSentence>;

/** `GET /api/tts/sentences?turnId=…`: the sentences of a finished recording. */
export const TurnSentences = z.object({
  turnId: Id,
  version: z.int(),
  durationMs: z.int(),
  sentences: z.array(SpokenSentence),
});
export type TurnSentences = z.infer<typeof TurnSentences>;

/**
 * The server ignores `version`. The parameter gives each version of a recording its own URL, and so
 * its own entry in the browser's cache, because each version has its own sentences.
 */
export const TurnSentencesQuery = z.strictObject({
  turnId: PathId,
  version: z.string().optional(),
});

/** `POST /api/admin/debates/:id/audio`: records missing and failed turns, or all turns again. */
export const RegenerateDebateAudioRequest = z.strictObject({ turns: z.enum(["missing", "all"]) });
export type RegenerateDebateAudioRequest = z.infer<typeof RegenerateDebateAudioRequest>;

/** Progress of a debate's audio job. Stored, and pushed to admins as `audio-job:progress`. */
export const AudioJobProgress = z.object({
  jobId: Id,
  debateId: Id,
  turns: z.enum(["missing", "all"]),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  status: z.enum(["running", "finished"]),
});
export type AudioJobProgress = z.infer<typeof AudioJobProgress>;

/**
 * `GET /api/admin/debates/:id/audio`: the recordings of all finished turns, and the current or last
 * job.
 */
export const DebateAudio = z.object({
  debateId: Id,
  turns: z.array(
    z.object({
      turnId: Id,
      turnNumber: z.int(),
      provider: SpeakerName,
      isSecondary: z.boolean(),
      status: z.enum(AUDIO_STATUSES),
      error: z.string().nullable(),
      version: z.int(),
      durationMs: z.int().nullable(),
    }),
  ),
  job: AudioJobProgress.nullable(),
});
export type DebateAudio = z.infer<typeof DebateAudio>;

/** Parameters of old clients. They are ignored, and `token` grants no access. */
const IGNORED_QUERY_FIELDS = {
  token: z.string().optional(),
  t: z.string().optional(),
  noCache: z.string().optional(),
  retry: z.string().optional(),
};

export const RegenerateAudioParams = z.strictObject({ id: idInUrl(INVALID_TURN_ID_MESSAGE) });
export const RegenerateAudioQuery = z.strictObject(IGNORED_QUERY_FIELDS);

/** `GET /api/admin-regen-audio/:id`. `jobId` is the id of the recording. */
export const RegenerationAccepted = z.object({ jobId: Id, turnId: Id });
export type RegenerationAccepted = z.infer<typeof RegenerationAccepted>;

const BooleanFlag = z.enum(["true", "false"]).transform((text) => text === "true");

/**
 * The query of `GET /api/tts/audio`. `text` is accepted, because clients may send it, and ignored,
 * because the recording has the text of the stored turn.
 */
export const TurnAudioQuery = z.strictObject({
  turnId: PathId,
  provider: SpeakerName.optional(),
  secondary: BooleanFlag.optional(),
  version: z.string().optional(),
  text: z.string().optional(),
  t: z.string().optional(),
  noCache: z.string().optional(),
  retry: z.string().optional(),
  altFormat: z.string().optional(),
});
export type TurnAudioQuery = z.infer<typeof TurnAudioQuery>;

/** The query of `GET /api/admin-audio-download`. Only `turnId` has an effect. */
export const TurnDownloadQuery = z.strictObject({
  ...IGNORED_QUERY_FIELDS,
  turnId: PathId,
  provider: SpeakerName.optional(),
  secondary: BooleanFlag.optional(),
  download: z.string().optional(),
  version: z.string().optional(),
});
