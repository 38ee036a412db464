import { z } from "zod";
import { INVALID_TURN_ID } from "../domain/turn.ts";
import { Id, idInUrl, PathId, ProviderName } from "./primitives.ts";
import { AUDIO_STATUSES } from "./turn.ts";

export const TtsStatus = z.object({ configured: z.boolean() });
export type TtsStatus = z.infer<typeof TtsStatus>;

/** A stretch of the plain text of a turn, and when the voice says it. Milliseconds. */
export const SpokenSentence = z.object({
  text: z.string(),
  startMs: z.int().min(0),
  endMs: z.int().min(0),
});
export type SpokenSentence = z.infer<typeof SpokenSentence>;

/** `GET /api/tts/sentences?turnId=…`: what a finished recording says, sentence by sentence. */
export const TurnSentences = z.object({
  turnId: Id,
  version: z.int(),
  durationMs: z.int(),
  sentences: z.array(SpokenSentence),
});
export type TurnSentences = z.infer<typeof TurnSentences>;

/** `version` is for the cache: sentences belong to one recording. */
export const TurnSentencesQuery = z.strictObject({
  turnId: PathId,
  version: z.string().optional(),
});

/** `POST /api/admin/debates/:id/audio`: voice what is missing or failed, or everything anew. */
export const RegenerateDebateAudio = z.strictObject({ turns: z.enum(["missing", "all"]) });
export type RegenerateDebateAudio = z.infer<typeof RegenerateDebateAudio>;

/** How far a debate's audio job is: pushed to admins as `audio-job:progress`, and kept. */
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

/** `GET /api/admin/debates/:id/audio`: every finished turn's recording, and the running or last job. */
export const DebateAudio = z.object({
  debateId: Id,
  turns: z.array(
    z.object({
      turnId: Id,
      turnNumber: z.int(),
      provider: ProviderName,
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

/** What old clients send with it; none of it changes anything, and no token opens any door. */
const Ignored = {
  token: z.string().optional(),
  t: z.string().optional(),
  noCache: z.string().optional(),
  retry: z.string().optional(),
};

export const RegenerateAudioParams = z.strictObject({ id: idInUrl(INVALID_TURN_ID) });
export const RegenerateAudioQuery = z.strictObject(Ignored);

/** `GET /api/admin-regen-audio/:id`; `jobId` names the recording that is made anew. */
export const RegenerationAccepted = z.object({ jobId: Id, turnId: Id });
export type RegenerationAccepted = z.infer<typeof RegenerationAccepted>;

const Flag = z.enum(["true", "false"]).transform((text) => text === "true");

/** The query of `GET /api/tts/audio`; `text` is accepted and ignored: the stored turn is spoken. */
export const TurnAudioQuery = z.strictObject({
  turnId: PathId,
  provider: ProviderName.optional(),
  secondary: Flag.optional(),
  version: z.string().optional(),
  text: z.string().optional(),
  t: z.string().optional(),
  noCache: z.string().optional(),
  retry: z.string().optional(),
  altFormat: z.string().optional(),
});
export type TurnAudioQuery = z.infer<typeof TurnAudioQuery>;

/** The query of `GET /api/admin-audio-download`: the turn alone decides. */
export const TurnDownloadQuery = z.strictObject({
  ...Ignored,
  turnId: PathId,
  provider: ProviderName.optional(),
  secondary: Flag.optional(),
  download: z.string().optional(),
  version: z.string().optional(),
});
