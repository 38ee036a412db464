const NAMES = "think|thinking|thought|reasoning";
const CLOSE = new RegExp(`<(/)(?:${NAMES})>`, "i");
const OPEN_OR_CLOSE = new RegExp(`<(/?)(?:${NAMES})>`, "i");
/** What may become one of these, at the end of a text that goes on. */
const BEGUN = /<\/?[a-z]{0,9}$/i;
const LONGEST_MARK = 12;

/**
 * Takes out of a reply, piece by piece, what a model has thought aloud before it spoke: between
 * `<think>` and `</think>`. A thought that never ends leaves nothing; of one that never began, whose
 * words were said already, only its end is left out.
 */
export class WithoutThoughts {
  #undecided = "";
  #isThinking = false;

  /** Takes a piece; returns what of it is said. */
  add(piece: string): string {
    let text = this.#undecided + piece;
    let said = "";
    for (;;) {
      const mark = (this.#isThinking ? CLOSE : OPEN_OR_CLOSE).exec(text);
      if (!mark) break;
      if (!this.#isThinking) said += text.slice(0, mark.index);
      text = text.slice(mark.index + mark[0].length);
      this.#isThinking = mark[1] === "";
    }
    this.#undecided = BEGUN.exec(text.slice(-LONGEST_MARK))?.[0] ?? "";
    if (!this.#isThinking) said += text.slice(0, text.length - this.#undecided.length);
    return said;
  }

  /** What is left when nothing follows. */
  end(): string {
    const left = this.#isThinking ? "" : this.#undecided;
    this.#undecided = "";
    return left;
  }
}
