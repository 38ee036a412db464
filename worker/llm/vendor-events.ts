import { createParser } from "eventsource-parser";

/** Maximum bytes of a reply. A turn needs a thousandth of it. */
const MOST_BYTES = 16 * 2 ** 20;
/** Maximum characters of one event, and of a whole response that is not streamed. */
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

interface VendorEvent {
  name: string | null;
  data: string;
}

/**
 * Parses an event. Named events without JSON, such as heartbeats, are ignored; unnamed ones throw.
 */
const parse = (name: string | null, data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch (err) {
    if (name !== null) return null;
    throw err;
  }
};

/** Parses lazily, so that events before a broken one are still delivered. */
const bodiesOf = function* (events: readonly VendorEvent[]): Generator<unknown, void> {
  for (const { name, data } of events) yield parse(name, data);
};

/**
 * Yields the parsed events of a streamed reply, grouped by the chunk they arrived in. A JSON
 * response counts as one event. Throws if the stream breaks, is invalid or exceeds the maximum
 * size.
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
      // Reads on to the end, so that the connection can be reused.
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
