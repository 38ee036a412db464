const TAG_NAMES = "think|thinking|thought|reasoning";
const CLOSE_TAG = new RegExp(`<(/)(?:${TAG_NAMES})>`, "i");
const ANY_TAG = new RegExp(`<(/?)(?:${TAG_NAMES})>`, "i");
/** A possible beginning of a tag at the end of a chunk. */
const PARTIAL_TAG = /<\/?[a-z]{0,9}$/i;
const MAX_TAG_CHARACTERS = 12;

/**
 * Removes `<think>…</think>` reasoning from a reply, chunk by chunk. An unclosed block is dropped
 * to the end. A closing tag without an opening one is dropped, as the text before it was already
 * returned.
 */
export class ReasoningStripper {
  #undecided = "";
  #isThinking = false;

  /** Takes a chunk; returns the text outside of reasoning. */
  add(piece: string): string {
    let text = this.#undecided + piece;
    let said = "";
    for (;;) {
      const mark = (this.#isThinking ? CLOSE_TAG : ANY_TAG).exec(text);
      if (!mark) break;
      if (!this.#isThinking) said += text.slice(0, mark.index);
      text = text.slice(mark.index + mark[0].length);
      this.#isThinking = mark[1] === "";
    }
    this.#undecided = PARTIAL_TAG.exec(text.slice(-MAX_TAG_CHARACTERS))?.[0] ?? "";
    if (!this.#isThinking) said += text.slice(0, text.length - this.#undecided.length);
    return said;
  }

  /** Returns the text held back as a possible tag. */
  end(): string {
    const left = this.#isThinking ? "" : this.#undecided;
    this.#undecided = "";
    return left;
  }
}
