import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "#shared/domain/provider.ts";
import { sendFailure } from "../answer.ts";
import { composeReply, kindOf } from "./compose-reply.ts";
import { answerWhole, streamReply } from "./deliver-reply.ts";
import type { Faults } from "../faults.ts";
import type { Pace } from "./paced-stream.ts";
import type { RecordedRequests } from "../recorded-requests.ts";
import type { Wire } from "./wires/wire.ts";

export interface Desk {
  provider: Provider;
  wire: Wire;
  pace: Pace;
  faults: Faults;
  requests: RecordedRequests;
}

/**
 * Responds to a completion request like the vendor, at the configured pace, or with a fault. Throws
 * a `ZodError` for an invalid request.
 */
export const answerCompletion = async (
  desk: Desk,
  request: IncomingMessage,
  body: unknown,
  response: ServerResponse,
): Promise<void> => {
  const start = performance.now();
  const conversation = desk.wire.read(body);
  const kind = kindOf(conversation);
  const { system, messages } = conversation;
  const fault = desk.faults.take(desk.provider, kind, `${system}\n${messages}`);
  const hangup = new AbortController();
  response.on("close", () => hangup.abort());
  const record = desk.requests.begin(desk.provider, kind, request, body);
  if (fault.effect === "status") {
    record.outcome = "broken";
    return sendFailure(desk.wire, response, fault);
  }
  const pace = {
    firstTokenMs: fault.firstTokenMs ?? desk.pace.firstTokenMs,
    // If the fault is cleared during a stream, the rest is sent at the normal pace.
    get tokensPerSecond() {
      const own = desk.faults.holds(fault) ? fault.tokensPerSecond : undefined;
      return own ?? desk.pace.tokensPerSecond;
    },
  };
  const exchange = { response, record, clock: { start, pace, gone: hangup.signal } };
  const reply = composeReply(conversation, kind, fault);
  const headers = desk.wire.headers(record.id);
  record.outcome = conversation.stream
    ? await streamReply(exchange, desk.wire.frames(conversation, reply, record.id), fault, headers)
    : await answerWhole(
        exchange,
        desk.wire.whole(conversation, reply, record.id),
        reply.tokens.length,
        headers,
      );
};
