import { InvalidMp3Error, type Mp3, parseMp3 } from "#infra/audio/mp3.ts";
import { detectFormatName } from "#infra/audio/detect-format.ts";
import type { VoiceConfig } from "#infra/service-config.ts";
import { type AttemptMeter, UsageMeter } from "../llm/usage-meter.ts";
import { createOpenAiClient } from "../llm/vendors/openai-client.ts";
import { ProviderError } from "../llm/provider-error.ts";
import { toProviderError } from "../llm/vendors/to-provider-error.ts";
import type { Timeouts } from "../llm/http/fetch-with-timeouts.ts";

/** A sentence usually takes one to two seconds. */
const DEFAULT_TIMEOUTS: Timeouts = { firstByteMs: 20_000, silenceMs: 20_000, totalMs: 180_000 };

/** The name that users see. */
export const VOICE_LABEL = "The voice";

export interface VoiceService {
  access: VoiceConfig;
  /**
   * Synthesizes one sentence. Throws a `ProviderError`, also if the response is no MP3, and the
   * signal's reason when aborted.
   */
  speak(sentence: string, voice: string, signal: AbortSignal, meter?: AttemptMeter): Promise<Mp3>;
}

/** Maximum bytes of a response. A sentence needs at most a hundredth of it. */
const MAX_RESPONSE_BYTES = 16 * 2 ** 20;

const readBody = async (response: Response): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size > MAX_RESPONSE_BYTES) throw new Error("the voice's audio has no end");
  }
  return Buffer.concat(pieces);
};

const parseVoiceMp3 = (bytes: Buffer): Mp3 => {
  try {
    return parseMp3(bytes);
  } catch (err) {
    if (!(err instanceof InvalidMp3Error)) throw err;
    const detail = `${bytes.length} bytes, and ${err.message}`;
    const format = detectFormatName(bytes);
    if (format !== null) {
      const message = `The voice sends ${format} instead of MP3: it is not set up correctly on this site.`;
      throw new ProviderError("misconfigured", VOICE_LABEL, { message, detail });
    }
    throw new ProviderError("interrupted", VOICE_LABEL, {
      message: "The voice sent unusable audio. Try again.",
      detail,
    });
  }
};

/**
 * Creates a client for OpenAI's or a compatible speech API; null if no speech service is
 * configured.
 */
export const createVoiceService = (
  access: VoiceConfig | null,
  timeouts: Timeouts = DEFAULT_TIMEOUTS,
): VoiceService | null => {
  if (access === null) return null;
  const client = createOpenAiClient(access, timeouts);
  return {
    access,
    async speak(sentence, voice, signal, meter) {
      const usage = new UsageMeter();
      await meter?.admit({ provider: "voice", model: access.model }, usage);
      try {
        const { model } = access;
        const request = { model, voice, input: sentence, response_format: "mp3" } as const;
        usage.recordRequest();
        const response = await client.audio.speech.create(request, { signal });
        usage.recordSpokenCharacters(sentence.length);
        return parseVoiceMp3(await readBody(response));
      } catch (err) {
        signal.throwIfAborted();
        throw toProviderError(err, { label: VOICE_LABEL, apiKey: access.apiKey });
      }
    },
  };
};
