import { BrokenMp3, type Mp3, readMp3 } from "#infra/audio/mp3.ts";
import { nameOfFormat } from "#infra/audio/sound-format.ts";
import type { VoiceAccess } from "#infra/access.ts";
import { type Meter, Tally } from "../llm/meter.ts";
import { openAiClient } from "../llm/openai-client.ts";
import { ProviderError } from "../llm/provider-error.ts";
import { toProviderError } from "../llm/to-provider-error.ts";
import type { Patience } from "../llm/watched-fetch.ts";

/** A sentence usually takes one to two seconds. */
const PATIENCE: Patience = { firstByteMs: 20_000, silenceMs: 20_000, totalMs: 180_000 };

/** The name that users see. */
const LABEL = "The voice";

export interface VoiceService {
  access: VoiceAccess;
  /**
   * Synthesizes one sentence. Throws a `ProviderError`, also if the response is no MP3, and the
   * signal's reason when aborted.
   */
  speak(sentence: string, voice: string, signal: AbortSignal, meter?: Meter): Promise<Mp3>;
}

/** Maximum bytes of a response. A sentence needs a hundredth of it, at any bit rate. */
const MOST_BYTES = 16 * 2 ** 20;

const wholeOf = async (response: Response): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size > MOST_BYTES) throw new Error("the voice comes to no end");
  }
  return Buffer.concat(pieces);
};

const readSound = (bytes: Buffer): Mp3 => {
  try {
    return readMp3(bytes);
  } catch (err) {
    if (!(err instanceof BrokenMp3)) throw err;
    const detail = `${bytes.length} bytes, and ${err.message}`;
    const format = nameOfFormat(bytes);
    if (format !== null) {
      const message = `The voice sends ${format} instead of MP3: it is not set up correctly on this site.`;
      throw new ProviderError("misconfigured", LABEL, { message, detail });
    }
    throw new ProviderError("interrupted", LABEL, {
      message: "The voice could not be understood. Try again.",
      detail,
    });
  }
};

/**
 * Creates a client for OpenAI's speech API or a compatible server; null if no voice is configured.
 */
export const createVoiceService = (
  access: VoiceAccess | null,
  patience: Patience = PATIENCE,
): VoiceService | null => {
  if (access === null) return null;
  const client = openAiClient(access, patience);
  return {
    access,
    async speak(sentence, voice, signal, meter) {
      const tally = new Tally();
      await meter?.admit({ provider: "voice", model: access.model }, tally);
      try {
        const { model } = access;
        const request = { model, voice, input: sentence, response_format: "mp3" } as const;
        tally.ask();
        const response = await client.audio.speech.create(request, { signal });
        tally.spoke(sentence.length);
        return readSound(await wholeOf(response));
      } catch (err) {
        signal.throwIfAborted();
        throw toProviderError(err, { label: LABEL, apiKey: access.apiKey });
      }
    },
  };
};
