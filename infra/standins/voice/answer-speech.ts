import type { IncomingMessage, ServerResponse } from "node:http";
import { newRequestId, sendFailure } from "../answer.ts";
import type { Fault, Faults } from "../faults.ts";
import { waitUntil } from "../models/paced-stream.ts";
import type { Outcome, RecordedRequests } from "../recorded-requests.ts";
import { openAiWire } from "../models/wires/openai.ts";
import type { VoicePool } from "./pool.ts";
import { readSpeechRequest, type Utterance } from "./speech-request.ts";

export interface VoiceDesk {
  pool: VoicePool;
  /** Factor on the requested speaking speed. */
  speed: number;
  faults: Faults;
  requests: RecordedRequests;
}

const CONTENT_TYPE = { mp3: "audio/mpeg", wav: "audio/wav" } as const;

/** Noise of the same length as the MP3. */
const corrupted = (bytes: Uint8Array): Uint8Array => bytes.map((byte, n) => (byte * 31 + n) & 0x7f);

const DISTORTED: Partial<Record<Fault["effect"], (bytes: Uint8Array) => Uint8Array>> = {
  empty: () => new Uint8Array(),
  corrupt: corrupted,
};

const deliver = async (
  { pool, speed }: VoiceDesk,
  utterance: Utterance,
  { effect }: Fault,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<Outcome> => {
  if (effect === "reset") {
    response.socket?.resetAndDestroy();
    return "broken";
  }
  if (effect === "stall") {
    await new Promise<void>((resolve) => gone.addEventListener("abort", () => resolve()));
    return "broken";
  }
  const spoken = await pool.speak({ ...utterance, pace: utterance.pace * speed });
  if (gone.aborted) return "aborted";
  const bytes = DISTORTED[effect]?.(spoken) ?? spoken;
  const headers = { ...openAiWire.headers(newRequestId()), "content-length": bytes.length };
  response.writeHead(200, { ...headers, "content-type": CONTENT_TYPE[utterance.format] });
  if (effect === "cut") {
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.socket?.end());
    return "broken";
  }
  response.end(bytes);
  return bytes === spoken ? "finished" : "broken";
};

/**
 * Responds to a speech request like OpenAI, or with a fault; `firstTokenMs` delays the response.
 * Throws a `ZodError` for an invalid request.
 */
export const answerSpeech = async (
  desk: VoiceDesk,
  request: IncomingMessage,
  body: unknown,
  response: ServerResponse,
): Promise<void> => {
  const startedAt = performance.now();
  const utterance = readSpeechRequest(body);
  const fault = desk.faults.take("voice", "speech", utterance.text);
  const hangup = new AbortController();
  response.on("close", () => hangup.abort());
  const record = desk.requests.begin("voice", "speech", request, body);
  await waitUntil(startedAt + (fault.firstTokenMs ?? 0), hangup.signal);
  if (fault.effect === "status") {
    record.outcome = "broken";
    return sendFailure(openAiWire, response, fault);
  }
  record.outcome = await deliver(desk, utterance, fault, response, hangup.signal);
};
