import { createParser } from "eventsource-parser";

/** A reply of a turn has a thousandth of this; what has more is none. */
const MOST_BYTES = 16 * 2 ** 20;
/** Of one event, and of a whole answer that is not streamed. */
const LONGEST = 2 ** 20;

class EndlessReply extends Error {
  override readonly name = "EndlessReply";
  override readonly message = "it has no end";
}

const textOf = async function* (body: Response["body"], mostBytes: number) {
  const decoder = new TextDecoder();
  let left = mostBytes;
  for await (const bytes of body ?? []) {
    left -= bytes.length;
    if (left < 0) throw new EndlessReply();
    yield decoder.decode(bytes, { stream: true });
  }
};

/** An event of a vendor's stream: its name, where it has one, and its JSON. */
interface VendorEvent {
  name: string | null;
  data: string;
}

/** What is not JSON is none of ours if it has a name, as a heartbeat; else the stream is broken. */
const parse = (name: string | null, data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch (err) {
    if (name !== null) return null;
    throw err;
  }
};

/** What an event says, which may be that the stream is broken: not before those before it were heard. */
const bodiesOf = function* (events: readonly VendorEvent[]): Generator<unknown, void> {
  for (const { name, data } of events) yield parse(name, data);
};

/**
 * What the events of a streamed reply say, of all that came together at once; a server that streams
 * nothing gives its whole answer as one. Ends when the server does. Throws for a stream that breaks
 * off, is broken or has no end.
 */
export const vendorEvents = async function* ({
  body,
  headers,
}: Response): AsyncGenerator<Iterable<unknown, void>, void> {
  if (/\bjson\b/i.test(headers.get("content-type") ?? "")) {
    let answer = "";
    for await (const text of textOf(body, LONGEST)) answer += text;
    yield [JSON.parse(answer)];
    return;
  }
  let isDone = false;
  const told: VendorEvent[] = [];
  const parser = createParser({
    maxBufferSize: LONGEST,
    onEvent({ event: name = null, data }) {
      isDone ||= data.startsWith("[DONE]");
      // Read to its end all the same: its connection is good for the next one.
      if (!isDone && data !== "") told.push({ name, data });
    },
    onError({ type }) {
      if (type === "max-buffer-size-exceeded") throw new EndlessReply();
    },
  });
  for await (const text of textOf(body, MOST_BYTES)) {
    parser.feed(text);
    yield bodiesOf(told.splice(0));
  }
};
