import { createParser } from "eventsource-parser";

/** Maximum bytes of a reply. A turn needs a thousandth of it. */
const MAX_STREAM_BYTES = 16 * 2 ** 20;
/** Maximum characters of one event, and of a whole response that is not streamed. */
const MAX_EVENT_CHARACTERS = 2 ** 20;

class ReplyTooLargeError extends Error {
  override readonly name = "ReplyTooLargeError";
  override readonly message = "it has no end";
}

const decodeText = async function* (body: Response["body"], mostBytes: number) {
  const decoder = new TextDecoder();
  let left = mostBytes;
  for await (const bytes of body ?? []) {
    left -= bytes.length;
    if (left < 0) throw new ReplyTooLargeError();
    yield decoder.decode(bytes, { stream: true });
  }
};

interface ServerSentEvent {
  name: string | null;
  data: string;
}

/**
 * Parses an event. Named events without JSON, such as heartbeats, are ignored; unnamed ones throw.
 */
const parseEvent = (name: string | null, data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch (err) {
    if (name !== null) return null;
    throw err;
  }
};

/** Parses lazily, so that events before a broken one are still delivered. */
const parseEvents = function* (events: readonly ServerSentEvent[]): Generator<unknown, void> {
  for (const { name, data } of events) yield parseEvent(name, data);
};

/**
 * Yields the parsed events of a streamed reply, grouped by the chunk they arrived in. A JSON
 * response counts as one event. Throws if the stream breaks, is invalid or exceeds the maximum
 * size.
 */
export const readEventStream = async function* ({
  body,
  headers,
}: Response): AsyncGenerator<Iterable<unknown, void>, void> {
  if (/\bjson\b/i.test(headers.get("content-type") ?? "")) {
    let answer = "";
    for await (const text of decodeText(body, MAX_EVENT_CHARACTERS)) answer += text;
    yield [JSON.parse(answer)];
    return;
  }
  let isDone = false;
  const told: ServerSentEvent[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARACTERS,
    onEvent({ event: name = null, data }) {
      isDone ||= data.startsWith("[DONE]");
      // Reads on to the end, so that the connection can be reused.
      if (!isDone && data !== "") told.push({ name, data });
    },
    onError({ type }) {
      if (type === "max-buffer-size-exceeded") throw new ReplyTooLargeError();
    },
  });
  for await (const text of decodeText(body, MAX_STREAM_BYTES)) {
    parser.feed(text);
    yield parseEvents(told.splice(0));
  }
};
