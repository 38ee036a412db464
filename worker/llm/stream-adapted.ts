import type { FinishReason, ChatRequest } from "./chat-model.ts";
import type { AdaptationKind, AdaptationSet, ServerAdaptations } from "./server-adaptations.ts";
import { findAdaptation } from "./vendors/refusals/find-adaptation.ts";
import { describeRefusal, readRefusal } from "./vendors/refusals/read-refusal.ts";
import { buildWireRequest, type WireRequest } from "./wire-request.ts";

/** Maximum number of times that a refused request is changed and sent again. */
const MAX_CHANGES = 6;

/**
 * Sends a request. If the server refuses a part of it, changes that part and sends it again. The
 * changes are remembered once the server has accepted them, and apply to all later requests.
 */
export const streamAdapted = async function* (
  send: (request: WireRequest) => AsyncGenerator<string, FinishReason, void>,
  request: ChatRequest,
  adaptations: ServerAdaptations,
  apiKey: string,
): AsyncGenerator<string, FinishReason, void> {
  const changes = new Map<AdaptationKind, { kind: AdaptationKind; reason: string }>();
  const useless = new Set<AdaptationKind>();
  let { maxTokens } = request;
  let last: { kind: AdaptationKind; serverMessage: string } | undefined;
  for (let count = 0; ; count++) {
    const applied: AdaptationSet = new Map([...adaptations.current, ...changes]);
    const wire = buildWireRequest({ ...request, maxTokens }, applied);
    let isAccepted = false;
    const accept = () => {
      if (!isAccepted) for (const change of changes.values()) adaptations.add(change);
      isAccepted = true;
    };
    const reply = send(wire);
    try {
      for (;;) {
        const { value, done } = await reply.next();
        if (!done || value !== null) accept();
        if (done) return value;
        yield value;
      }
    } catch (err) {
      const refusal = isAccepted || count >= MAX_CHANGES ? null : readRefusal(err);
      if (!refusal) throw err;
      const { serverMessage } = refusal;
      if (last?.serverMessage === serverMessage) {
        changes.delete(last.kind);
        useless.add(last.kind);
      }
      const found = findAdaptation(refusal, wire);
      if (!found || useless.has(found.kind)) throw err;
      const { kind, limit } = found;
      const reason = describeRefusal(err, refusal, wire, apiKey);
      changes.set(kind, { kind, reason, ...(limit !== undefined && { limit }) });
      maxTokens = found.maxTokens ?? maxTokens;
      last = { kind, serverMessage };
    } finally {
      await reply.return(null);
    }
  }
};
