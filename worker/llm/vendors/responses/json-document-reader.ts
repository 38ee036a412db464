/** Maximum characters of one event, and of a whole response that is not streamed. */
export const MAX_EVENT_CHARACTERS = 2 ** 20;

export class ReplyTooLargeError extends Error {
  override readonly name = "ReplyTooLargeError";
  override readonly message = "it has no end";
}

/** Some servers send an error, or even all events of a stream, as one array. */
const toEvents = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/**
 * Reads a JSON document, or JSON lines: if the first line is valid JSON, each line is an event of
 * its own. Every character is parsed at most twice.
 */
export class JsonDocumentReader {
  readonly isEventStream = false;
  #hasEndMarker = false;
  #format: "unknown" | "lines" | "document" = "unknown";
  /** The unfinished line, or the document so far. */
  #pieces: string[] = [];
  #size = 0;

  /** A line that starts with `endMarker` ends the events. */
  constructor(private readonly endMarker: string) {}

  get hasEndMarker(): boolean {
    return this.#hasEndMarker;
  }

  *feed(text: string): Generator<unknown, void> {
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      if (this.#format === "document") break;
      this.#add(text.slice(start, end + 1));
      start = end + 1;
      yield* this.#endLine();
    }
    this.#add(text.slice(start));
  }

  *end(): Generator<unknown, void> {
    yield* this.#parse(this.#take());
  }

  #add(text: string): void {
    this.#size += text.length;
    if (this.#size > MAX_EVENT_CHARACTERS) throw new ReplyTooLargeError();
    this.#pieces.push(text);
  }

  #take(): string {
    const text = this.#pieces.join("");
    this.#pieces = [];
    this.#size = 0;
    return text;
  }

  #endLine(): Iterable<unknown> {
    const line = this.#take();
    if (this.#format === "lines") return this.#parse(line);
    try {
      const events = [...this.#parse(line)];
      this.#format = "lines";
      return events;
    } catch {
      this.#format = "document";
      this.#add(line);
      return [];
    }
  }

  *#parse(line: string): Generator<unknown, void> {
    this.#hasEndMarker ||= line.startsWith(this.endMarker);
    if (!this.#hasEndMarker && line.trim() !== "") yield* toEvents(JSON.parse(line));
  }
}
