import type { Ending } from "./chat-model.ts";
import { readOnBeats } from "./pace.ts";
import { vendorEvents } from "./vendor-events.ts";

/** The text of one event, and how it ends the reply, if it does. */
export interface Said {
  text: string;
  ending: Ending;
}

/**
 * Yields the text of a reply, one piece per chunk, and returns how it ended. Throws what `read`
 * throws, unless the reply had already ended.
 */
export const vendorReply = async function* (
  answer: Response,
  read: (event: unknown) => Said,
): AsyncGenerator<string, Ending, void> {
  let ending: Ending = null;
  let failure: unknown;
  let text = "";
  try {
    for await (const events of vendorEvents(answer)) {
      for (const event of events) {
        const said = read(event);
        text += said.text;
        ending = said.ending ?? ending;
        if (ending === "refused") break;
      }
      if (ending === "refused") break;
      if (text === "") continue;
      if (/\S/.test(text)) readOnBeats(answer);
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
