import { Stream } from "@anthropic-ai/sdk/streaming";
import { streamOf } from "./stream-of.ts";

/** A reply of a turn has a thousandth of this; what has more is none. */
const MOST_BYTES = 16 * 2 ** 20;
/** One event, or a whole answer that is not streamed. */
const MOST_BYTES_OF_A_LINE = 2 ** 20;

class EndlessReply extends Error {
  override readonly name = "EndlessReply";
}

const bounded = async function* (body: AsyncIterable<Uint8Array>) {
  let all = 0;
  let line = 0;
  for await (const bytes of body) {
    const lineFeed = bytes.lastIndexOf(10);
    all += bytes.length;
    line = lineFeed === -1 ? line + bytes.length : bytes.length - lineFeed - 1;
    if (all > MOST_BYTES || line > MOST_BYTES_OF_A_LINE) throw new EndlessReply("it has no end");
    yield bytes;
  }
};

/** An event of a vendor's stream: its name, where it has one, and its JSON. */
export interface VendorEvent {
  name: string | null;
  body: unknown;
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

/**
 * The events of a streamed reply; a server that streams nothing gives its whole answer as one. Ends
 * when the server does. Throws for a stream that breaks off, is broken or has no end.
 */
export const vendorEvents = async function* (response: Response): AsyncGenerator<VendorEvent> {
  const { body, headers } = response;
  const whole = new Response(body && streamOf(bounded(body)), { headers });
  if (/\bjson\b/i.test(headers.get("content-type") ?? "")) {
    yield { name: null, body: await whole.json() };
    return;
  }
  let isDone = false;
  for await (const { event, data } of Stream.rawEvents(whole)) {
    isDone ||= data.startsWith("[DONE]");
    // Read to its end all the same: its connection is good for the next one.
    if (!isDone && data !== "") yield { name: event, body: parse(event, data) };
  }
};
