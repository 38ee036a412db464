import type { Usage } from "#infra/db/usage.ts";
import type { AskedModel } from "#infra/metrics/gen-ai.ts";
import { estimatedTokens, type Paid, priceOf, type Prices } from "#shared/domain/spending.ts";

/** What a vendor tells of one request. */
interface Told {
  input?: number | null | undefined;
  output?: number | null | undefined;
}

/** Counts one request to a model, while it goes on. What a vendor refuses at the door costs nothing. */
export class Tally {
  #requests = 0;
  #isAnswered = false;
  #written = 0;
  #characters = 0;
  #input: number | undefined;
  #output: number | undefined;
  /** As `performance` has it. */
  #askedAt = 0;
  #firstAt: number | null = null;
  #lastAt = 0;

  /** `read`: characters that the model is given to read. */
  constructor(private readonly read = 0) {}

  /** A request goes out. */
  ask(): void {
    this.#requests++;
    this.#askedAt = this.#lastAt = performance.now();
  }

  /** The vendor has taken it: from here on it is paid, whatever becomes of it. */
  answered(): void {
    this.#isAnswered = true;
    this.#lastAt = performance.now();
  }

  /** The model has written so many characters more. */
  wrote(characters: number): void {
    this.#written += characters;
    this.#lastAt = performance.now();
    this.#firstAt ??= this.#lastAt;
  }

  /** A voice has spoken so many. */
  spoke(characters: number): void {
    this.#characters += characters;
    this.#lastAt = performance.now();
  }

  /** The vendor tells how many tokens it was; the last word counts. */
  tell({ input, output }: Told): void {
    this.#input = input ?? this.#input;
    this.#output = output ?? this.#output;
  }

  /** When the last request went out, and milliseconds to its end, and to the first word, if there was one. */
  get took(): { at: number; ms: number; firstChunkMs: number | null } {
    const firstChunkMs = this.#firstAt === null ? null : this.#firstAt - this.#askedAt;
    return { at: this.#askedAt, ms: this.#lastAt - this.#askedAt, firstChunkMs };
  }

  get taken(): Pick<
    Usage,
    "requests" | "inputTokens" | "outputTokens" | "characters" | "isEstimated"
  > {
    const isText = this.#isAnswered && this.read > 0;
    return {
      requests: this.#requests,
      inputTokens: this.#input ?? (isText ? estimatedTokens(this.read) : 0),
      outputTokens: this.#output ?? (isText ? estimatedTokens(this.#written) : 0),
      characters: this.#characters,
      isEstimated: isText && (this.#input === undefined || this.#output === undefined),
    };
  }
}

/**
 * Counts what one attempt at some work takes of the one model that it asks, and has the spending limits
 * checked before each of its requests.
 */
export class Meter {
  #of: { provider: Paid; model: string } | null = null;
  readonly #tallies: Tally[] = [];

  /** `requireBudget` gets what the attempt has spent, in millionths of a dollar, and throws at a limit. */
  constructor(
    private readonly prices: Prices,
    private readonly requireBudget?: (spent: number) => Promise<void>,
  ) {}

  /**
   * Counts one more request, which may be sent after this. The claim has checked the limits for the first
   * one. Throws what `requireBudget` throws.
   */
  async admit(of: { provider: Paid; model: string }, tally: Tally): Promise<void> {
    const isFirst = this.#of === null;
    this.#of = of;
    if (!isFirst) await this.requireBudget?.(this.usage?.price ?? 0);
    this.#tallies.push(tally);
  }

  /** Each request that was sent, with what it took. */
  get asked(): AskedModel[] {
    const of = this.#of;
    if (of === null) return [];
    const sent = this.#tallies.filter(({ taken }) => taken.requests > 0);
    return sent.map(({ took, taken: { inputTokens, outputTokens } }) => ({
      provider: of.provider,
      model: of.model,
      at: took.at,
      ms: took.ms,
      firstChunkMs: took.firstChunkMs,
      inputTokens,
      outputTokens,
    }));
  }

  /** All of it so far; null while nothing was asked. */
  get usage(): Usage | null {
    const taken = this.#tallies.map((tally) => tally.taken);
    const sum = (each: "requests" | "inputTokens" | "outputTokens" | "characters") =>
      taken.reduce((total, one) => total + one[each], 0);
    if (this.#of === null || sum("requests") === 0) return null;
    const amounts = {
      inputTokens: sum("inputTokens"),
      outputTokens: sum("outputTokens"),
      characters: sum("characters"),
    };
    return {
      ...this.#of,
      ...amounts,
      requests: sum("requests"),
      isEstimated: taken.some(({ isEstimated }) => isEstimated),
      price: priceOf(this.prices, this.#of.model, amounts),
    };
  }
}
