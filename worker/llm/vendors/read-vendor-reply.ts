import type { FinishReason } from "../chat-model.ts";
import { batchChunks } from "../http/batch-chunks.ts";
import { readEventStream } from "./read-event-stream.ts";

/** The text of one event, and how it ends the reply, if it does. */
export interface ReplyChunk {
  text: string;
  ending: FinishReason;
}

/**
 * Yields the text of a reply, one piece per chunk, and returns how it ended. Throws what `read`
 * throws, unless the reply had already ended.
 */
export const readVendorReply = async function* (
  answer: Response,
  read: (event: unknown) => ReplyChunk,
): AsyncGenerator<string, FinishReason, void> {
  let ending: FinishReason = null;
  let failure: unknown;
  let text = "";
  try {
    for await (const events of readEventStream(answer)) {
      for (const event of events) {
        const said = read(event);
        text += said.text;
        ending = said.ending ?? ending;
        if (ending === "refused") break;
      }
      if (ending === "refused") break;
      if (text === "") continue;
      if (/\S/.test(text)) batchChunks(answer);
      yield text;
      text = "";
    }
  } catch (err) {
    failure = err;
  }
  if (text !== "") yield text;
  if (failure !== undefined && ending === null) throw failure;
  return ending;
};
