import type { FinishReason } from "../../chat-model.ts";
import { batchChunks } from "../../http/batch-chunks.ts";
import { ForeignReplyError } from "./foreign-reply-error.ts";
import { readEventStream, type StreamEnd } from "./read-event-stream.ts";

/** The text of one event, and how the event ends the reply, if it does. */
export interface ReplyChunk {
  text: string;
  ending: FinishReason;
  /** Whether the event only marks that the stream is over. */
  isEndMarker?: boolean;
}

const hasFields = (event: unknown): boolean =>
  typeof event === "object" && event !== null && Object.keys(event).length > 0;

/**
 * Yields the text of a reply, one piece per chunk, and returns how it ended. `read` parses an
 * event; it returns null for one that is not part of the vendor's protocol. Errors of `read` and of
 * the stream are thrown, unless the reply had already ended.
 */
export const readVendorReply = async function* (
  answer: Response,
  read: (event: unknown) => ReplyChunk | null,
): AsyncGenerator<string, FinishReason, void> {
  let ending: FinishReason = null;
  let end: StreamEnd | undefined;
  let failure: unknown;
  let text = "";
  let hasText = false;
  let hasEndMarker = false;
  let isKnown = false;
  let isForeign = false;
  const stream = readEventStream(answer);
  try {
    while (ending !== "refused") {
      const { value, done } = await stream.next();
      if (done) {
        end = value;
        break;
      }
      for (const event of value) {
        const chunk = read(event);
        if (!chunk) {
          isForeign ||= hasFields(event);
          continue;
        }
        isKnown = true;
        text += chunk.text;
        ending = chunk.ending ?? ending;
        hasEndMarker ||= chunk.isEndMarker ?? false;
        if (ending === "refused") break;
      }
      if (text === "") continue;
      if (/\S/.test(text)) {
        batchChunks(answer);
        hasText = true;
      }
      yield text;
      text = "";
    }
  } catch (err) {
    failure = err;
  } finally {
    await stream.return({ hasEndMarker: false, isEventStream: false, beginning: "" });
  }
  if (text !== "") yield text;
  if (failure !== undefined && ending === null) throw failure;
  if (end && !isKnown && (isForeign || !end.isEventStream))
    throw new ForeignReplyError(answer, end.beginning);
  if ((hasEndMarker || end?.hasEndMarker) && hasText) return ending ?? "done";
  return ending;
};
