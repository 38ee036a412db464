import { PlainChannelStripper } from "./strip-plain-channels.ts";

/** Matches the names of reasoning tags, also with prefixes such as `seed:` and `longcat_`. */
const TAG =
  "(?:[a-z0-9]{1,20}[:_])?(?:think|thinking|thoughts?|reason|reasoning|reflection|scratchpad|inner_monologue|analysis)";
/**
 * Matches `<think>`, `[THINK]`, `◁think▷`, special tokens such as `<|channel|>`, and `<answer>`,
 * which some models put around their text.
 */
const MARK = new RegExp(
  `<(?<tag>/?)${TAG}>|\\[(?<bracket>/?)THINK\\]|◁(?<triangle>/?)think▷|<\\|(?<token>/?[a-z_]{1,30})\\|>|</?(?:final_)?answer>`,
  "i",
);
/** Matches the end of a chunk that may be the beginning of a mark. */
const PARTIAL_MARK = /(?:<\|?\/?[a-z0-9_:]{0,37}\|?|\[\/?[a-z]{0,5}|◁\/?[a-z]{0,5})$/i;
const MAX_MARK_CHARACTERS = 45;
/** Maximum characters between `<|start|>` and `<|message|>`. */
const MAX_HEADER_CHARACTERS = 200;

/** Text that was already shown turned out to be reasoning without a start mark. */
export class ShownReasoningError extends Error {
  override readonly name = "ShownReasoningError";
}

type MarkKind = "open" | "close" | "header" | "message" | "end" | "other";

const getTokenKind = (token: string): MarkKind => {
  if (/think|thought|reason/.test(token)) return /^(?:end|\/)/.test(token) ? "close" : "open";
  if (token === "channel" || token === "start") return "header";
  if (token === "message") return "message";
  return token === "end" || token === "return" || token === "call" ? "end" : "other";
};

const getMarkKind = ({ groups = {} }: RegExpExecArray): MarkKind => {
  const { tag, bracket, triangle, token } = groups;
  if (token !== undefined) return getTokenKind(token.toLowerCase());
  const slash = tag ?? bracket ?? triangle;
  if (slash === undefined) return "other";
  return slash === "" ? "open" : "close";
};

interface StripOptions {
  /**
   * Whether to hold all text back until the reasoning or the reply ends. Needed for models that do
   * not mark the start of their reasoning, and used for replies that are not shown live.
   */
  waitsForEnd?: boolean;
}

/**
 * Removes a model's reasoning from a reply, chunk by chunk: tagged passages and, in replies with
 * channels (gpt-oss), every channel but `final`, even if the server leaves out the tokens that mark
 * channels. Reasoning without an end mark is dropped up to the end of the reply. Throws
 * `ShownReasoningError` if text that was already returned was reasoning.
 */
export class ReasoningStripper {
  readonly #channels = new PlainChannelStripper();
  #state: "text" | "reasoning" | "header" = "text";
  #undecided = "";
  #header = "";
  #waits: boolean;
  #text: string[] = [];
  #hasShownText = false;
  #hasEndedReasoning = false;

  constructor({ waitsForEnd = false }: StripOptions = {}) {
    this.#waits = waitsForEnd;
  }

  /** Takes a chunk; returns the text outside of reasoning. */
  add(piece: string): string {
    let rest = this.#undecided + this.#channels.add(piece);
    for (let mark = MARK.exec(rest); mark; mark = MARK.exec(rest)) {
      this.#take(rest.slice(0, mark.index));
      this.#apply(getMarkKind(mark));
      rest = rest.slice(mark.index + mark[0].length);
    }
    this.#undecided = PARTIAL_MARK.exec(rest.slice(-MAX_MARK_CHARACTERS))?.[0] ?? "";
    this.#take(rest.slice(0, rest.length - this.#undecided.length));
    return this.#waits ? "" : this.#show();
  }

  /** Returns the text that `add` has held back. */
  end(): string {
    this.#take(this.#undecided + this.#channels.end());
    this.#undecided = "";
    return this.#show();
  }

  #show(): string {
    const text = this.#text.join("");
    this.#text = [];
    this.#hasShownText ||= /\S/.test(text);
    return text;
  }

  #take(text: string): void {
    if (this.#state === "text" && text !== "") this.#text.push(text);
    if (this.#state !== "header") return;
    this.#header += text;
    if (this.#header.length > MAX_HEADER_CHARACTERS) this.#state = "text";
  }

  #apply(kind: MarkKind): void {
    if (kind === "header") {
      this.#header = "";
      this.#state = "header";
    } else if (kind === "message" && this.#state === "header") {
      const [channel = ""] = this.#header.trim().split(/\s+/);
      if (channel === "final") this.#dropReasoningSoFar();
      // A header without a channel contains only the role `assistant`.
      this.#state = channel === "final" || channel === "assistant" ? "text" : "reasoning";
    } else if (kind === "close") {
      if (this.#state === "text") this.#dropReasoningSoFar();
      this.#state = "text";
    } else if (kind === "end") {
      this.#state = "text";
    } else if (kind === "open" && this.#state === "text") {
      this.#state = "reasoning";
    }
  }

  /** Discards the text so far, which was reasoning after all. Later calls do nothing. */
  #dropReasoningSoFar(): void {
    if (this.#hasEndedReasoning) return;
    if (this.#hasShownText) throw new ShownReasoningError();
    this.#text = [];
    this.#waits = false;
    this.#hasEndedReasoning = true;
  }
}
