import type { Ending } from "./chat-model.ts";
import { readOnBeats } from "./pace.ts";
import { vendorEvents } from "./vendor-events.ts";

/** What one event of a reply says, and how it ends the reply, if it does. */
export interface Said {
  text: string;
  ending: Ending;
}

/**
 * The text of a reply, what came together in one piece, then how it ended. Throws what `read` throws
 * for an event, but for what goes wrong after the model's last word: that costs no word.
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
