import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequestId, sendFault } from "../responses.ts";
import type { Fault, FaultInjector } from "../fault-injector.ts";
import { waitUntil } from "../models/paced-stream.ts";
import type { RequestOutcome, RecordedRequests } from "../recorded-requests.ts";
import { openAiProtocol } from "../models/protocols/openai-protocol.ts";
import type { VoicePool } from "./voice-pool.ts";
import { parseTtsRequest, type Utterance } from "./tts-request.ts";

export interface FakeVoiceDeps {
  pool: VoicePool;
  /** Factor on the speaking speed that a request asks for. */
  speed: number;
  faults: FaultInjector;
  requests: RecordedRequests;
}

const CONTENT_TYPE = { mp3: "audio/mpeg", wav: "audio/wav" } as const;

/** Returns noise of the same length as the MP3. */
const corruptAudio = (bytes: Uint8Array): Uint8Array =>
  bytes.map((byte, n) => (byte * 31 + n) & 0x7f);

const DISTORTIONS: Partial<Record<Fault["effect"], (bytes: Uint8Array) => Uint8Array>> = {
  empty: () => new Uint8Array(),
  corrupt: corruptAudio,
};

const sendSpeech = async (
  { pool, speed }: FakeVoiceDeps,
  utterance: Utterance,
  { effect }: Fault,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<RequestOutcome> => {
  if (effect === "reset") {
    response.socket?.resetAndDestroy();
    return "broken";
  }
  if (effect === "stall") {
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    return "broken";
  }
  const audio = await pool.speak({ ...utterance, pace: utterance.pace * speed });
  if (signal.aborted) return "aborted";
  const bytes = DISTORTIONS[effect]?.(audio) ?? audio;
  const headers = { ...openAiProtocol.headers(createRequestId()), "content-length": bytes.length };
  response.writeHead(200, { ...headers, "content-type": CONTENT_TYPE[utterance.format] });
  if (effect === "cut") {
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.socket?.end());
    return "broken";
  }
  response.end(bytes);
  return bytes === audio ? "finished" : "broken";
};

/**
 * Responds to a speech request as OpenAI would, or with a fault. A fault's `firstTokenMs` delays
 * the response. Throws a `ZodError` for an invalid request.
 */
export const handleSpeech = async (
  deps: FakeVoiceDeps,
  request: IncomingMessage,
  body: unknown,
  response: ServerResponse,
): Promise<void> => {
  const startedAt = performance.now();
  const utterance = parseTtsRequest(body);
  const fault = deps.faults.take("voice", "speech", utterance.text);
  const hangup = new AbortController();
  response.on("close", () => hangup.abort());
  const record = deps.requests.begin("voice", "speech", request, body);
  await waitUntil(startedAt + (fault.firstTokenMs ?? 0), hangup.signal);
  if (fault.effect === "status") {
    record.outcome = "broken";
    return sendFault(openAiProtocol, response, fault);
  }
  record.outcome = await sendSpeech(deps, utterance, fault, response, hangup.signal);
};
