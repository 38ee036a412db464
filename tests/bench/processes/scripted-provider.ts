import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { onParentExit } from "#infra/process/shutdown.ts";
import { writePaced } from "#infra/dev/fakes/models/paced-stream.ts";
import { createJudgement } from "../support/instant-models.ts";
import {
  ENDLESS_TOPIC,
  FAILING_TOPIC,
  type ScriptedSpeech,
  createSpeechFor,
} from "../support/scripted-speech.ts";

/**
 * The pace of real models: the first token takes long, and the others come faster than a person
 * reads.
 */
const PACE = { firstTokenMs: 400, tokensPerSecond: 50 };

const MEGABYTE = 1_000_000;

/** Delay before the audio of each sentence. The delay costs no CPU time. */
const VOICE_MS = 700;
/** A silent frame of 24 ms in 144 bytes (24 kHz, 48 kbit/s). */
const FRAME = Buffer.concat([Buffer.from("fff364c4", "hex"), Buffer.alloc(140)]);
const TWO_SECONDS = Buffer.concat(Array.from({ length: 84 }, () => FRAME));

const finishedSpeeches: ScriptedSpeech[] = [];

const frame = (content: string, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`;

const streamSpeech = async (
  response: ServerResponse,
  prompt: string,
  start: number,
): Promise<void> => {
  const { topic, tokens } = createSpeechFor(prompt);
  const disconnected = new AbortController();
  response.on("close", () => disconnected.abort());
  const frames = tokens.map((token) => frame(token));
  await writePaced(response, frames, { start, pace: PACE, signal: disconnected.signal });
  finishedSpeeches.push({
    topic,
    text: tokens.join(""),
    endedAt: performance.timeOrigin + performance.now(),
  });
  response.end(`${frame("", "stop")}data: [DONE]\n\n`);
};

/** Sends up to 40 MB as fast as the client reads. Stops when the client disconnects. */
const streamEndlessSpeech = async (response: ServerResponse): Promise<void> => {
  const words = frame("and so on ".repeat(MEGABYTE / 10));
  for (let sentMegabytes = 0; sentMegabytes < 40 && !response.closed; sentMegabytes++)
    if (!response.write(words))
      await Promise.race([once(response, "drain"), once(response, "close")]);
  response.end(`${frame("", "stop")}data: [DONE]\n\n`);
};

/**
 * A chat model and a speech model with OpenAI's protocol. The topic determines the text of a turn,
 * and the end of each turn is recorded. Judgements are sent at once.
 */
const server = createServer(async (request, response) => {
  const start = performance.now();
  const body = await json(request);
  if (request.url?.endsWith("/audio/speech")) {
    await pause(VOICE_MS);
    return void response.writeHead(200, { "content-type": "audio/mpeg" }).end(TWO_SECONDS);
  }
  const requestText = JSON.stringify(body);
  if (requestText.includes(FAILING_TOPIC)) return void response.writeHead(500).end();
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (requestText.includes(ENDLESS_TOPIC)) return streamEndlessSpeech(response);
  if (!requestText.includes('"response_format"')) return streamSpeech(response, requestText, start);
  const judgement = createJudgement(createSpeechFor(requestText).tokens.at(-1) ?? "");
  response.end(`${frame(judgement, "stop")}data: [DONE]\n\n`);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
/** Responds to each message with the speeches that have finished since the previous message. */
process.on("message", () => process.send?.(finishedSpeeches.splice(0)));
onParentExit(() => process.exit(0));
