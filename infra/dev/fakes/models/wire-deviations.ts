import type { Writable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { ServerResponse } from "node:http";
import type { ModelReply, ReplyFrames } from "./protocols/model-protocol.ts";

/**
 * Ways in which compatible servers differ from the protocol of the vendor that they imitate. The
 * text of the reply stays right. With `network-error` the reply ends with that finish reason.
 */
export const WIRE_DEVIATIONS = [
  ...(["no-finish-reason", "network-error", "no-usage", "unknown-events"] as const),
  ...(["no-last-blank-line", "crlf", "newline-delimited", "not-streamed"] as const),
  ...(["wrong-content-type", "gzip"] as const),
  ...(["reasoning-tags", "unopened-reasoning", "harmony", "plain-harmony"] as const),
] as const;
export type WireDeviation = (typeof WIRE_DEVIATIONS)[number];

const REASONING = ["Hm", ", the", " user", " wants", " a", " reply", "."];
/** Tokens before the text of a reply that contains the model's reasoning. */
const REASONING_PREFIXES: Partial<Record<WireDeviation, string[]>> = {
  "reasoning-tags": ["<think>\n", ...REASONING, "\n</think>", "\n\n"],
  "unopened-reasoning": [...REASONING, "\n</think>", "\n\n"],
  harmony: [
    "<|channel|>analysis<|message|>",
    ...REASONING,
    "<|end|>",
    "<|start|>assistant<|channel|>final<|message|>",
  ],
  "plain-harmony": ["analysis", ...REASONING, "assistant", "final"],
};

/** Adds reasoning to a reply's text if the deviation is one of `REASONING_PREFIXES`. */
export const deviateReply = (
  reply: ModelReply,
  deviation: WireDeviation | undefined,
): ModelReply => {
  const hasText = reply.finish === "complete" || reply.finish === "length";
  const prefix = (hasText && deviation && REASONING_PREFIXES[deviation]) || [];
  return { ...reply, tokens: [...prefix, ...reply.tokens] };
};

/** Matches a finish or stop reason that is not `null`. */
const FINISH = /"(finish_reason|stop_reason)":"[a-z_]+"/g;
const UNKNOWN_EVENTS = [
  ": PROCESSING\n\n",
  'data: {"type":"ping","choices":[]}\n\n',
  'event: vendor_notice\ndata: {"type":"vendor_notice","choices":[],"note":null}\n\n',
].join("");

type Edit = (frame: string) => string;
/** Edits of every frame of a reply. */
const FRAME_EDITS: Partial<Record<WireDeviation, Edit>> = {
  "no-usage": (frame) =>
    frame
      .replace(/^data: .*"choices":\[\].*\n\n/gm, "")
      // The token counts of Anthropic contain no other object.
      .replace(/,"usage":(?:null|\{[^{}]*\})/g, ""),
  "unknown-events": (frame) => UNKNOWN_EVENTS + frame,
  crlf: (frame) => frame.replaceAll("\n", "\r\n"),
  "newline-delimited": (frame) =>
    frame.replace(/^(?:event: .*|data: \[DONE\])\n/gm, "").replace(/(?:^data: )|\n(?=\n)/gm, ""),
};
/** Edits of the last frame. */
const LAST_FRAME_EDITS: Partial<Record<WireDeviation, Edit>> = {
  "no-finish-reason": (frame) => frame.replace(FINISH, '"$1":null'),
  "network-error": (frame) => frame.replace(FINISH, '"$1":"network_error"'),
  "no-last-blank-line": (frame) => frame.trimEnd(),
};

/** Edits the frames of a streamed reply as the deviation says. */
export const deviateFrames = (
  frames: ReplyFrames,
  deviation: WireDeviation | undefined,
): ReplyFrames => {
  if (deviation === undefined) return frames;
  const edit = FRAME_EDITS[deviation] ?? ((frame) => frame);
  const editLast = LAST_FRAME_EDITS[deviation] ?? edit;
  const tokens = frames.tokens.map(edit);
  return { ...frames, open: edit(frames.open), tokens, close: editLast(frames.close) };
};

const FOREIGN_TYPES = {
  "application/json": "text/plain",
  "text/event-stream; charset=utf-8": "application/json",
};

/** Sends the status 200 and the type of a reply. Returns the stream to write the body to. */
export const openBody = (
  response: ServerResponse,
  type: keyof typeof FOREIGN_TYPES,
  deviation: WireDeviation | undefined,
): Writable => {
  response.setHeader(
    "content-type",
    deviation === "wrong-content-type" ? FOREIGN_TYPES[type] : type,
  );
  if (deviation !== "gzip") return response;
  response.setHeader("content-encoding", "gzip");
  const zip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  zip.pipe(response);
  return zip;
};
