import type { Writable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { ServerResponse } from "node:http";
import type { ModelReply } from "./conversation.ts";
import type { ReplyFrames } from "./protocols/model-protocol.ts";

/**
 * Ways in which compatible servers differ from the protocol of the vendor that they imitate. The
 * text of the reply stays right. With `network-error` the reply ends with that finish reason.
 */
export const WIRE_DEVIATIONS = [
  "no-finish-reason",
  "network-error",
  "no-usage",
  "unknown-events",
  "no-last-blank-line",
  "crlf",
  "newline-delimited",
  "not-streamed",
  "wrong-content-type",
  "gzip",
  "reasoning-tags",
  "unopened-reasoning",
  "harmony",
  "plain-harmony",
] as const;
export type WireDeviation = (typeof WIRE_DEVIATIONS)[number];

const REASONING = ["Hm", ", the", " user", " wants", " a", " reply", "."];
const REASONED_TOKENS: Partial<Record<WireDeviation, (tokens: string[]) => string[]>> = {
  "reasoning-tags": (tokens) => ["<think>\n", ...REASONING, "\n</think>", "\n\n", ...tokens],
  "unopened-reasoning": (tokens) => [...REASONING, "\n</think>", "\n\n", ...tokens],
  harmony: (tokens) => [
    "<|channel|>analysis<|message|>",
    ...REASONING,
    "<|end|>",
    "<|start|>assistant<|channel|>final<|message|>",
    ...tokens,
  ],
  "plain-harmony": (tokens) => ["analysis", ...REASONING, "assistant", "final", ...tokens],
};

/** Adds reasoning to a reply's text if the deviation is one of `REASONED_TOKENS`. */
export const deviateReply = (
  reply: ModelReply,
  deviation: WireDeviation | undefined,
): ModelReply => {
  const addReasoning = deviation && REASONED_TOKENS[deviation];
  const hasText = reply.finish === "complete" || reply.finish === "length";
  return addReasoning && hasText ? { ...reply, tokens: addReasoning(reply.tokens) } : reply;
};

/** Matches a finish or stop reason that is not `null`. */
const FINISH = /"(finish_reason|stop_reason)":"[a-z_]+"/g;
const UNKNOWN_EVENTS = [
  ": PROCESSING\n\n",
  'data: {"type":"ping","choices":[]}\n\n',
  'event: vendor_notice\ndata: {"type":"vendor_notice","choices":[],"note":null}\n\n',
].join("");

/** Edits of the frames by deviation. `all` edits each frame; then `close` edits the last one. */
const FRAME_EDITS: Partial<
  Record<WireDeviation, { all?: (frame: string) => string; close?: (frame: string) => string }>
> = {
  "no-finish-reason": { close: (frame) => frame.replace(FINISH, '"$1":null') },
  "network-error": { close: (frame) => frame.replace(FINISH, '"$1":"network_error"') },
  "no-usage": {
    all: (frame) =>
      frame
        .replace(/^data: .*"choices":\[\].*\n\n/gm, "")
        // The token counts of Anthropic contain no other object.
        .replace(/,"usage":(?:null|\{[^{}]*\})/g, ""),
  },
  "unknown-events": { all: (frame) => UNKNOWN_EVENTS + frame },
  "no-last-blank-line": { close: (frame) => frame.trimEnd() },
  crlf: { all: (frame) => frame.replaceAll("\n", "\r\n") },
  "newline-delimited": {
    all: (frame) =>
      frame.replace(/^(?:event: .*|data: \[DONE\])\n/gm, "").replace(/(?:^data: )|\n(?=\n)/gm, ""),
  },
};

/** Edits the frames of a streamed reply as the deviation says. */
export const deviateFrames = (
  frames: ReplyFrames,
  deviation: WireDeviation | undefined,
): ReplyFrames => {
  const edits = deviation && FRAME_EDITS[deviation];
  if (!edits) return frames;
  const { all = (frame) => frame, close = (frame) => frame } = edits;
  return {
    ...frames,
    open: all(frames.open),
    tokens: frames.tokens.map(all),
    close: close(all(frames.close)),
  };
};

const FOREIGN_TYPE = {
  "application/json": "text/plain",
  "text/event-stream; charset=utf-8": "application/json",
};
type ContentType = keyof typeof FOREIGN_TYPE;

/** Sends the status and headers of a reply. Returns the stream to write the body to. */
export const openBody = (
  response: ServerResponse,
  headers: Record<string, string> & { "content-type": ContentType },
  deviation: WireDeviation | undefined,
): Writable => {
  const type = headers["content-type"];
  if (deviation !== "gzip") {
    const isWrong = deviation === "wrong-content-type";
    response.writeHead(200, { ...headers, "content-type": isWrong ? FOREIGN_TYPE[type] : type });
    return response;
  }
  response.writeHead(200, { ...headers, "content-encoding": "gzip" });
  const zip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  zip.pipe(response);
  return zip;
};
