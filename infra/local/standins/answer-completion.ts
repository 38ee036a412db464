import type { IncomingMessage, ServerResponse } from "node:http";
import { ZodError } from "zod";
import type { Provider } from "#shared/domain/provider.ts";
import { newRequestId, openHeaders, sendFailure } from "./answer.ts";
import { composeReply, kindOf } from "./compose-reply.ts";
import type { Conversation } from "./conversation.ts";
import { answerWhole, streamReply } from "./deliver-reply.ts";
import type { Faults } from "./faults.ts";
import type { Pace } from "./paced-stream.ts";
import type { RecordedRequest, RecordedRequests } from "./recorded-requests.ts";
import type { Wire } from "./wires/wire.ts";

/** One provider's desk: its API, its pace, what is to go wrong, what was asked. */
export interface Desk {
  provider: Provider;
  wire: Wire;
  pace: Pace;
  faults: Faults;
  requests: RecordedRequests;
}

const readOrRefuse = (desk: Desk, body: unknown, response: ServerResponse): Conversation | null => {
  try {
    return desk.wire.read(body);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    const [issue] = error.issues;
    const message = `${issue?.path.join(".")}: ${issue?.message}`;
    sendFailure(desk.wire, response, { status: 400, message });
    return null;
  }
};

/** Answers one completion request as the vendor would, at the desk's pace, or as a fault says. */
export const answerCompletion = async (
  desk: Desk,
  request: IncomingMessage,
  body: unknown,
  response: ServerResponse,
): Promise<void> => {
  const start = performance.now();
  const conversation = readOrRefuse(desk, body, response);
  if (conversation === null) return;
  const id = newRequestId();
  const kind = kindOf(conversation);
  const { system, messages } = conversation;
  const fault = desk.faults.take(desk.provider, kind, `${system}\n${messages}`);
  const hangup = new AbortController();
  response.on("close", () => hangup.abort());
  const record: RecordedRequest = {
    id,
    provider: desk.provider,
    kind,
    at: Date.now(),
    headers: openHeaders(request),
    body,
    tokens: 0,
    outcome: "running",
  };
  desk.requests.add(record);
  if (fault.effect === "status") {
    record.outcome = "broken";
    return sendFailure(desk.wire, response, fault);
  }
  const pace = {
    firstTokenMs: fault.firstTokenMs ?? desk.pace.firstTokenMs,
    tokensPerSecond: fault.tokensPerSecond ?? desk.pace.tokensPerSecond,
  };
  const exchange = { response, record, clock: { start, pace, gone: hangup.signal } };
  const reply = composeReply(conversation, kind, fault);
  const headers = desk.wire.headers(id);
  record.outcome = conversation.stream
    ? await streamReply(exchange, desk.wire.frames(conversation, reply, id), fault, headers)
    : await answerWhole(
        exchange,
        desk.wire.whole(conversation, reply, id),
        reply.tokens.length,
        headers,
      );
};
