/**
 * `START` matches the start of reasoning. `PARTIAL_START` matches an incomplete start, which the
 * next chunk may complete.
 */
const START = /^analysis["'“‘(]?[A-Z]/;
const PARTIAL_START = /^(?:a(?:n(?:a(?:l(?:y(?:s(?:i(?:s["'“‘(]?)?)?)?)?)?)?)?)?$/;
const END = "assistantfinal";

/**
 * Removes the reasoning of a model with channels (gpt-oss) if the server leaves out the special
 * tokens around them: `analysisHm.assistantfinalWe act.` becomes `We act.` Reasoning without an end
 * is dropped.
 */
export class PlainChannelStripper {
  #state: "start" | "reasoning" | "text" = "start";
  /**
   * In the state `start` all words of the reply so far; within reasoning only its last characters.
   */
  #held = "";

  /** Takes a chunk; returns the text outside of reasoning. White space is never held back. */
  add(piece: string): string {
    if (this.#state === "text") return piece;
    if (this.#state === "start" && this.#held === "") {
      const words = piece.trimStart();
      return piece.slice(0, piece.length - words.length) + (words && this.#addWords(words));
    }
    return this.#addWords(piece);
  }

  #addWords(words: string): string {
    const text = this.#held + words;
    if (this.#state === "start") {
      if (START.test(text)) this.#state = "reasoning";
      else if (PARTIAL_START.test(text)) return this.#hold(text);
      else return this.#release(text);
    }
    const at = text.indexOf(END);
    return at === -1
      ? this.#hold(text.slice(1 - END.length))
      : this.#release(text.slice(at + END.length));
  }

  /** Returns the text that `add` has held back. */
  end(): string {
    return this.#state === "start" ? this.#release(this.#held) : "";
  }

  #hold(text: string): "" {
    this.#held = text;
    return "";
  }

  #release(text: string): string {
    this.#held = "";
    this.#state = "text";
    return text;
  }
}
