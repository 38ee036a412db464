import { z } from "zod";
import { waitUntil } from "../models/paced-stream.ts";
import { resetConnection, type VendorEndpoint, waitForHangUp } from "../vendor-api.ts";
import type { Utterance, VoicePool } from "./voice-pool.ts";

const MAX_INPUT_LENGTH = 4096;

/** OpenAI's speech request, restricted to the format that the fake can encode. */
const SpeechRequest = z
  .looseObject({
    model: z.string().min(1),
    input: z.string().min(1).max(MAX_INPUT_LENGTH),
    voice: z.string().min(1),
    response_format: z.literal("mp3").default("mp3"),
    speed: z.number().min(0.25).max(4).default(1),
  })
  .transform(({ input: text, voice, speed: pace }): Utterance => ({ text, voice, pace }));

/** Returns as many bytes as the MP3 has, changed so that no decoder can read them. */
const corruptAudio = (bytes: Uint8Array): Uint8Array =>
  bytes.map((byte, n) => (byte * 31 + n) & 0x7f);

/**
 * OpenAI's speech. A fault's `firstTokenMs` delays the response. `speed` is a factor on the speaking
 * speed that a request asks for.
 */
export const createSpeechEndpoint = (
  pool: VoicePool,
  speed: number,
): VendorEndpoint<Utterance> => ({
  vendor: "voice",
  input: SpeechRequest,
  describe: ({ text }) => ({ kind: "speech", text }),
  async answer(utterance, exchange) {
    const { response, start, signal } = exchange;
    const { effect, firstTokenMs = 0 } = exchange.fault;
    await waitUntil(start + firstTokenMs, signal);
    if (effect === "reset") resetConnection(response);
    if (effect === "stall") await waitForHangUp(exchange);
    if (effect === "reset" || effect === "stall") return "broken";
    const audio = await pool.speak({ ...utterance, pace: utterance.pace * speed });
    if (signal.aborted) return "aborted";
    response.set("content-type", "audio/mpeg");
    if (effect === "cut") {
      response.set("content-length", String(audio.length));
      response.write(audio.subarray(0, audio.length >> 1), () => response.socket?.end());
    } else if (effect === "empty") response.end();
    else response.end(effect === "corrupt" ? corruptAudio(audio) : audio);
    return effect === "none" ? "finished" : "broken";
  },
});
