import type { Provider } from "./provider.ts";

/** Stands for a name in a blind debate. Its length says nothing about the name. */
export const MASKED_NAME = "███";

/** Names of the vendors, products and model families behind each provider. */
const KNOWN_NAMES: Record<Provider, readonly string[]> = {
  openai: ["OpenAI", "ChatGPT", "Chat GPT", "GPT"],
  grok: ["xAI", "Grok"],
  claude: ["Anthropic", "Claude", "Claude Sonnet", "Claude Opus", "Claude Haiku"],
};

/** Splits a name at its separators, which texts vary: "gpt-5.4", "GPT 5.4". */
const splitName = (name: string): string[] => name.match(/[\p{L}\p{N}]+/gu) ?? [];

const foldName = (name: string): string => splitName(name.toLowerCase()).join("");

const SEPARATOR = String.raw`[\s._/-]?`;
const WORD_START = String.raw`(?<![\p{L}\p{N}])`;
/** A version belongs to the name: "GPT-5.4", "Claude 4". */
const WORD_END = String.raw`(?:[\s-]?v?\d+(?:\.\d+)*[a-z]?)?(?![\p{L}\p{N}])`;

const buildPattern = (name: string): string => splitName(name).join(SEPARATOR);

export interface SpeakerNames {
  provider: Provider;
  /** Names that the operator has configured: the label and the model. */
  names: readonly string[];
}

interface MaskedText {
  text: string;
  /** The providers whose names were masked. */
  named: ReadonlySet<Provider>;
}

const listNames = ({ provider, names }: SpeakerNames): [Provider, string[]] => [
  provider,
  [...names, ...KNOWN_NAMES[provider]].filter((name) => foldName(name).length > 1),
];

/**
 * Replaces the names of all providers and models, also of those that do not take part. If only the
 * speaker's own name were replaced, the other names would show who it is.
 */
export class NameMask {
  readonly #namesOf: [Provider, RegExp][];
  readonly #any: RegExp;
  /** Lower-case letters and digits of all names. */
  readonly #folded: string[];
  readonly #longest: number;

  constructor(speakers: readonly SpeakerNames[]) {
    const all = speakers.map(listNames);
    const build = (names: readonly string[], flags: string) => {
      const longestFirst = [...names].sort((a, b) => b.length - a.length).map(buildPattern);
      return new RegExp(`${WORD_START}(?:${longestFirst.join("|")})${WORD_END}`, flags);
    };
    const names = all.flatMap(([, own]) => own);
    this.#namesOf = all.map(([provider, own]) => [provider, build(own, "iu")]);
    this.#any = build(names, "giu");
    this.#folded = names.map(foldName);
    // Room for separators between the letters, and for a version.
    this.#longest = 2 * Math.max(...this.#folded.map(({ length }) => length)) + 12;
  }

  mask(text: string): MaskedText {
    const named = new Set<Provider>();
    const masked = text.replaceAll(this.#any, (found) => {
      for (const [provider, own] of this.#namesOf) if (own.test(found)) named.add(provider);
      return MASKED_NAME;
    });
    return { text: masked, named };
  }

  /**
   * Returns the position from which the text may still become a name, or a longer one, when more
   * text follows.
   */
  findOpenEnd(text: string): number {
    const start = Math.max(0, text.length - this.#longest);
    for (let at = start; at < text.length; at += 1) {
      const isStart = at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
      if (isStart && this.#mayBecomeName(text.slice(at))) return at;
    }
    return text.length;
  }

  #mayBecomeName(tail: string): boolean {
    const folded = foldName(tail);
    if (folded === "") return false;
    return this.#folded.some(
      (name) =>
        name.startsWith(folded) ||
        (folded.startsWith(name) && /^v?[\d.]*[a-z]?$/.test(folded.slice(name.length))),
    );
  }
}

/** Masks names in a text that arrives in chunks. Holds back text that may still become a name. */
export class StreamingNameMask {
  readonly named = new Set<Provider>();
  #held = "";

  constructor(private readonly names: NameMask | null) {}

  /** Takes a chunk; returns the text that is safe to publish, possibly empty. */
  add(chunk: string): string {
    if (this.names === null) return chunk;
    const text = this.#held + chunk;
    const end = this.names.findOpenEnd(text);
    this.#held = text.slice(end);
    return this.#mask(text.slice(0, end));
  }

  /** Returns the text that was held back. */
  end(): string {
    const rest = this.#held;
    this.#held = "";
    return this.#mask(rest);
  }

  #mask(text: string): string {
    if (this.names === null || text === "") return text;
    const masked = this.names.mask(text);
    for (const provider of masked.named) this.named.add(provider);
    return masked.text;
  }
}
