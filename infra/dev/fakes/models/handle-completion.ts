import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "#shared/domain/provider.ts";
import { sendError } from "../responses.ts";
import { composeReply, detectRequestKind } from "./compose-reply.ts";
import { sendWholeReply, streamReply } from "./deliver-reply.ts";
import type { FaultInjector } from "../fault-injector.ts";
import type { TokenPace } from "./paced-stream.ts";
import type { RecordedRequests } from "../recorded-requests.ts";
import type { ModelProtocol } from "./protocols/model-protocol.ts";

export interface FakeModelDeps {
  provider: Provider;
  wire: ModelProtocol;
  pace: TokenPace;
  faults: FaultInjector;
  requests: RecordedRequests;
}

/**
 * Responds to a completion request like the vendor, at the configured pace, or with a fault. Throws
 * a `ZodError` for an invalid request.
 */
export const handleCompletion = async (
  desk: FakeModelDeps,
  request: IncomingMessage,
  body: unknown,
  response: ServerResponse,
): Promise<void> => {
  const start = performance.now();
  const conversation = desk.wire.read(body);
  const kind = detectRequestKind(conversation);
  const { system, messages } = conversation;
  const fault = desk.faults.take(desk.provider, kind, `${system}\n${messages}`);
  const hangup = new AbortController();
  response.on("close", () => hangup.abort());
  const record = desk.requests.begin(desk.provider, kind, request, body);
  if (fault.effect === "status") {
    record.outcome = "broken";
    return sendError(desk.wire, response, fault);
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
    : await sendWholeReply(
        exchange,
        desk.wire.whole(conversation, reply, record.id),
        reply.tokens.length,
        headers,
      );
};
