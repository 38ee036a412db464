import type { ModelUsage } from "#infra/db/providers/usage.ts";
import type { ModelRequest } from "#infra/metrics/model-request-metrics.ts";
import {
  estimateTokens,
  type PaidService,
  computePriceMicrodollars,
  type ModelPrices,
} from "#shared/domain/billing/spending.ts";

interface ReportedTokens {
  input?: number | null | undefined;
  output?: number | null | undefined;
}

/** Measures one request to a model. A request that the vendor rejects costs nothing. */
export class UsageMeter {
  #requests = 0;
  #isAnswered = false;
  #written = 0;
  #characters = 0;
  #input: number | undefined;
  #output: number | undefined;
  #askedAt = 0;
  #firstAt: number | null = null;
  #lastAt = 0;

  /** `read`: characters of the prompt. */
  constructor(private readonly read = 0) {}

  ask(): void {
    this.#requests++;
    this.#askedAt = this.#lastAt = performance.now();
  }

  /** Records that the vendor accepted the request, which is then paid even if it fails. */
  answered(): void {
    this.#isAnswered = true;
    this.#lastAt = performance.now();
  }

  wrote(characters: number): void {
    this.#written += characters;
    this.#lastAt = performance.now();
    this.#firstAt ??= this.#lastAt;
  }

  spoke(characters: number): void {
    this.#characters += characters;
    this.#lastAt = performance.now();
  }

  /** Stores the vendor's token counts; later reports replace earlier ones. */
  tell({ input, output }: ReportedTokens): void {
    this.#input = input ?? this.#input;
    this.#output = output ?? this.#output;
  }

  /**
   * Times of the last request in ms: its start (a `performance.now()` value), its duration, and the
   * time to its first text (null if there was none).
   */
  get took(): { at: number; ms: number; firstChunkMs: number | null } {
    const firstChunkMs = this.#firstAt === null ? null : this.#firstAt - this.#askedAt;
    return { at: this.#askedAt, ms: this.#lastAt - this.#askedAt, firstChunkMs };
  }

  get taken(): Pick<
    ModelUsage,
    "requests" | "inputTokens" | "outputTokens" | "characters" | "isEstimated"
  > {
    const isText = this.#isAnswered && this.read > 0;
    return {
      requests: this.#requests,
      inputTokens: this.#input ?? (isText ? estimateTokens(this.read) : 0),
      outputTokens: this.#output ?? (isText ? estimateTokens(this.#written) : 0),
      characters: this.#characters,
      isEstimated: isText && (this.#input === undefined || this.#output === undefined),
    };
  }
}

/** Sums the usage of all requests of one attempt, which all go to one model. */
export class AttemptMeter {
  #of: { provider: PaidService; model: string } | null = null;
  readonly #tallies: UsageMeter[] = [];

  /**
   * `requireBudget` takes what the attempt has spent, in millionths of a dollar. It throws if a
   * spending limit is reached.
   */
  constructor(
    private readonly prices: ModelPrices,
    private readonly requireBudget?: (spent: number) => Promise<void>,
  ) {}

  /**
   * Adds a request that is about to be sent. Checks the spending limits before it, unless it is the
   * job's first request: claiming the job checked them. Throws what `requireBudget` throws.
   */
  async admit(of: { provider: PaidService; model: string }, tally: UsageMeter): Promise<void> {
    const isFirst = this.#of === null;
    this.#of = of;
    if (!isFirst) await this.requireBudget?.(this.usage?.price ?? 0);
    this.#tallies.push(tally);
  }

  /** The requests that were sent, with their duration and usage. */
  get asked(): ModelRequest[] {
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

  /** The total usage so far; null if no request was sent. */
  get usage(): ModelUsage | null {
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
      price: computePriceMicrodollars(this.prices, this.#of.model, amounts),
    };
  }
}
