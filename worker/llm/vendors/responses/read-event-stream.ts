import { createParser } from "eventsource-parser";
import {
  JsonDocumentReader,
  MAX_EVENT_CHARACTERS,
  ReplyTooLargeError,
} from "./json-document-reader.ts";

/** Maximum bytes of a reply. A turn needs a thousandth of it. */
const MAX_STREAM_BYTES = 16 * 2 ** 20;
/**
 * Characters that are kept of a response that is not a stream, such as an error page. They contain
 * the page's title, which the error quotes.
 */
const MAX_BEGINNING_CHARACTERS = 2000;
const END_MARKER = "[DONE]";

const decodeText = async function* (body: Response["body"]) {
  const decoder = new TextDecoder();
  let left = MAX_STREAM_BYTES;
  for await (const bytes of body ?? []) {
    left -= bytes.length;
    if (left < 0) throw new ReplyTooLargeError();
    yield decoder.decode(bytes, { stream: true });
  }
};

/** How a body ended. */
export interface StreamEnd {
  /** Whether the body contained `[DONE]`, which ends a reply even without a finish reason. */
  hasEndMarker: boolean;
  /** Whether the body was a stream of server-sent events, possibly without any data. */
  isEventStream: boolean;
  /** The first characters of the body. */
  beginning: string;
}

/** Reads a body piece by piece. Both functions return the parsed events, lazily. */
interface BodyReader {
  feed(text: string): Iterable<unknown>;
  end(): Iterable<unknown>;
  readonly hasEndMarker: boolean;
  readonly isEventStream: boolean;
}

interface ServerSentEvent {
  name: string | null;
  data: string;
}

/**
 * Returns null for a named event whose data is not JSON, such as a heartbeat. Throws if the data of
 * an unnamed event is not JSON.
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

const createServerSentEventReader = (): BodyReader => {
  let hasEndMarker = false;
  let isEventStream = false;
  const received: ServerSentEvent[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARACTERS,
    onEvent({ event: name = null, data }) {
      isEventStream = true;
      hasEndMarker ||= data.startsWith(END_MARKER);
      // After the end marker, events are ignored but read, so that the connection can be reused.
      if (!hasEndMarker && data !== "") received.push({ name, data });
    },
    onComment() {
      isEventStream = true;
    },
    onError({ type }) {
      if (type === "max-buffer-size-exceeded") throw new ReplyTooLargeError();
    },
  });
  const feed = (text: string) => {
    parser.feed(text);
    return parseEvents(received.splice(0));
  };
  return {
    feed,
    // Completes the last event: some servers omit the blank line or the line end after it.
    end: () => feed("\n\n"),
    get hasEndMarker() {
      return hasEndMarker;
    },
    get isEventStream() {
      return isEventStream;
    },
  };
};

/** Reads HTML and XML without parsing anything, because they contain no events. */
const UNREADABLE: BodyReader = {
  feed: () => [],
  end: () => [],
  hasEndMarker: false,
  isEventStream: false,
};

/** Decides by the body's first character, because servers and proxies send wrong content types. */
const createBodyReader = (firstCharacter: string): BodyReader => {
  if (firstCharacter === "<") return UNREADABLE;
  return /[{["]/.test(firstCharacter)
    ? new JsonDocumentReader(END_MARKER)
    : createServerSentEventReader();
};

/** Yields the events of a body whose connection broke, up to the first incomplete one. */
const readCompleteEvents = function* (reader: BodyReader): Generator<unknown, void> {
  try {
    yield* reader.end();
  } catch {
    // The connection broke within this event, so it is dropped.
  }
};

/**
 * Yields the parsed events of a reply, grouped by the chunk they arrived in. Reads server-sent
 * events, a JSON document (one event) and JSON lines, whatever the content type says. Throws if the
 * stream breaks, is invalid or exceeds the maximum size.
 */
export const readEventStream = async function* ({
  body,
}: Response): AsyncGenerator<Iterable<unknown>, StreamEnd> {
  let reader: BodyReader | undefined;
  let beginning = "";
  try {
    for await (const text of decodeText(body)) {
      const rest = reader ? text : text.trimStart();
      if (rest === "") continue;
      reader ??= createBodyReader(rest.charAt(0));
      beginning += rest.slice(0, MAX_BEGINNING_CHARACTERS - beginning.length);
      if (reader !== UNREADABLE) yield reader.feed(rest);
      else if (beginning.length === MAX_BEGINNING_CHARACTERS) break;
    }
  } catch (err) {
    if (!reader || err instanceof ReplyTooLargeError) throw err;
    yield readCompleteEvents(reader);
    if (!reader.hasEndMarker) throw err;
  }
  if (reader && !reader.hasEndMarker) yield reader.end();
  const { hasEndMarker = false, isEventStream = false } = reader ?? {};
  return { hasEndMarker, isEventStream, beginning };
};
