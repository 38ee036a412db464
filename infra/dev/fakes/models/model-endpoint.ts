import type { Router } from "express";
import type { Writable } from "node:stream";
import { PROVIDER_DEFINITIONS, type Provider } from "#shared/domain/provider.ts";
import type { RequestOutcome } from "../recorded-requests.ts";
import {
  createVendorRouter,
  type Exchange,
  type FakeContext,
  resetConnection,
  type VendorEndpoint,
  waitForHangUp,
} from "../vendor-api.ts";
import type { Fault } from "../vendor-fault.ts";
import { composeReply, detectRequestKind } from "./compose-reply.ts";
import { getTokenDueMs, type TokenPace, waitUntil, writePaced } from "./paced-stream.ts";
import { anthropicProtocol } from "./protocols/anthropic-protocol.ts";
import type { Conversation, ReplyFrames } from "./protocols/model-protocol.ts";
import { openAiProtocol } from "./protocols/openai-protocol.ts";
import { deviateFrames, deviateReply, openBody } from "./wire-deviations.ts";

const PROTOCOLS = { openai: openAiProtocol, anthropic: anthropicProtocol };

type Break = (exchange: Exchange, body: Writable, frames: ReplyFrames) => unknown;
/** How effects of faults break a stream after some tokens. */
const BREAKS: Partial<Record<Fault["effect"], Break>> = {
  cut: (_exchange, body) => body.end(),
  // Ends the connection normally, because a reset would discard data that the caller has not read
  // yet.
  reset: ({ response }) => response.socket?.end(),
  stall: waitForHangUp,
  malformed: (_exchange, body, frames) => body.end(frames.malformed),
  error: (_exchange, body, frames) => body.end(frames.error),
};

/** Streams a reply until its end or until a fault breaks it. */
const streamReply = async (
  exchange: Exchange,
  pace: TokenPace,
  frames: ReplyFrames,
): Promise<RequestOutcome> => {
  const { response, record, start, signal } = exchange;
  const { effect, after, deviation } = exchange.fault;
  await waitUntil(start + getTokenDueMs(0, pace), signal);
  if (signal.aborted) return "aborted";
  if (effect === "reset" && after === 0) {
    resetConnection(response);
    return "broken";
  }
  response.set("cache-control", "no-cache");
  const body = openBody(response, "text/event-stream; charset=utf-8", deviation);
  body.write(frames.open);
  const breakStream = BREAKS[effect];
  const tokens = breakStream ? frames.tokens.slice(0, after) : frames.tokens;
  record.tokens = await writePaced(body, tokens, { start, pace, signal });
  if (signal.aborted) return "aborted";
  if (!breakStream) body.end(frames.close);
  else await breakStream(exchange, body, frames);
  return breakStream ? "broken" : "finished";
};

/** Sends the whole reply at the time when its last token would be due. */
const sendWholeReply = async (
  { response, record, fault, start, signal }: Exchange,
  pace: TokenPace,
  tokens: number,
  reply: object,
): Promise<RequestOutcome> => {
  await waitUntil(start + getTokenDueMs(tokens, pace), signal);
  if (signal.aborted) return "aborted";
  record.tokens = tokens;
  openBody(response, "application/json", fault.deviation).end(JSON.stringify(reply));
  return "finished";
};

/** Creates the routes of a provider. They reply as its models would, at this pace. */
export const createModelRouter = (
  provider: Provider,
  pace: TokenPace,
  context: FakeContext,
): Router => {
  const protocol = PROTOCOLS[PROVIDER_DEFINITIONS[provider].protocol];
  const endpoint: VendorEndpoint<Conversation> = {
    vendor: provider,
    input: protocol.request,
    describe: (conversation) => ({
      kind: detectRequestKind(conversation),
      text: `${conversation.system}\n${conversation.messages}`,
    }),
    answer(conversation, exchange) {
      const { fault, record } = exchange;
      const replyPace = {
        firstTokenMs: fault.firstTokenMs ?? pace.firstTokenMs,
        // The pace is read for each token. If a test clears the fault during a stream, the rest
        // follows at the normal pace.
        get tokensPerSecond() {
          const faultPace = context.faults.isActive(fault) ? fault.tokensPerSecond : undefined;
          return faultPace ?? pace.tokensPerSecond;
        },
      };
      const { deviation } = fault;
      const reply = deviateReply(composeReply(conversation, record, fault), deviation);
      if (conversation.stream && deviation !== "not-streamed")
        return streamReply(exchange, replyPace, deviateFrames(protocol.frames(reply), deviation));
      return sendWholeReply(exchange, replyPace, reply.tokens.length, protocol.whole(reply));
    },
  };
  return createVendorRouter(protocol, context, { [protocol.path]: endpoint });
};
