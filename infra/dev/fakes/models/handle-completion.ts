import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "#shared/domain/provider.ts";
import { sendFault } from "../responses.ts";
import { composeReply, detectRequestKind } from "./compose-reply.ts";
import { sendWholeReply, streamReply } from "./deliver-reply.ts";
import type { FaultInjector } from "../fault-injector.ts";
import type { TokenPace } from "./paced-stream.ts";
import type { RecordedRequests } from "../recorded-requests.ts";
import type { ModelProtocol } from "./protocols/model-protocol.ts";
import { deviateReply } from "./wire-deviations.ts";

export interface FakeModelDeps {
  provider: Provider;
  protocol: ModelProtocol;
  pace: TokenPace;
  faults: FaultInjector;
  requests: RecordedRequests;
}

/**
 * Responds to a completion request as the vendor would, at the configured pace, or with a fault.
 * Throws a `ZodError` for an invalid request.
 */
export const handleCompletion = async (
  deps: FakeModelDeps,
  request: IncomingMessage,
  body: unknown,
  response: ServerResponse,
): Promise<void> => {
  const start = performance.now();
  const conversation = deps.protocol.read(body);
  const kind = detectRequestKind(conversation);
  const { system, messages } = conversation;
  const fault = deps.faults.take(deps.provider, kind, `${system}\n${messages}`, Object(body));
  const hangup = new AbortController();
  response.on("close", () => hangup.abort());
  const record = deps.requests.begin(deps.provider, kind, request, body);
  if (fault.effect === "status") {
    record.outcome = "broken";
    return sendFault(deps.protocol, response, fault);
  }
  const pace = {
    firstTokenMs: fault.firstTokenMs ?? deps.pace.firstTokenMs,
    // The pace is read for each token. If a test clears the fault during a stream, the rest follows
    // at the normal pace.
    get tokensPerSecond() {
      const faultPace = deps.faults.isActive(fault) ? fault.tokensPerSecond : undefined;
      return faultPace ?? deps.pace.tokensPerSecond;
    },
  };
  const exchange = { response, record, clock: { start, pace, signal: hangup.signal } };
  const reply = deviateReply(composeReply(conversation, kind, fault), fault.deviation);
  const headers = deps.protocol.headers(record.id);
  record.outcome =
    conversation.stream && fault.deviation !== "not-streamed"
      ? await streamReply(
          exchange,
          deps.protocol.frames(conversation, reply, record.id),
          fault,
          headers,
        )
      : await sendWholeReply(
          exchange,
          deps.protocol.whole(conversation, reply, record.id),
          reply.tokens.length,
          fault,
          headers,
        );
};
