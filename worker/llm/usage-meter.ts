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
  #isAccepted = false;
  #replyCharacters = 0;
  #spokenCharacters = 0;
  #inputTokens: number | undefined;
  #outputTokens: number | undefined;
  #reportedModel: string | null = null;
  #requestedAt = 0;
  #firstAt: number | null = null;
  #lastAt = 0;

  /** `promptCharacters` is the length of the prompt. */
  constructor(private readonly promptCharacters = 0) {}

  recordRequest(): void {
    this.#requests++;
    this.#requestedAt = this.#lastAt = performance.now();
  }

  /** Records that the vendor accepted the request, which is then paid even if it fails. */
  recordAccepted(): void {
    this.#isAccepted = true;
    this.#lastAt = performance.now();
  }

  recordText(characters: number): void {
    this.#replyCharacters += characters;
    this.#lastAt = performance.now();
    this.#firstAt ??= this.#lastAt;
  }

  recordSpokenCharacters(characters: number): void {
    this.#spokenCharacters += characters;
    this.#lastAt = performance.now();
  }

  /** Stores the vendor's token counts; later reports replace earlier ones. */
  setReportedTokens({ input, output }: ReportedTokens): void {
    this.#inputTokens = input ?? this.#inputTokens;
    this.#outputTokens = output ?? this.#outputTokens;
  }

  /** Stores the model that the reply names; later reports replace earlier ones. */
  setReportedModel(model: string | null | undefined): void {
    this.#reportedModel = model ?? this.#reportedModel;
  }

  get reportedModel(): string | null {
    return this.#reportedModel;
  }

  /**
   * Times of the last request in ms: its start (a `performance.now()` value), its duration, and the
   * time to its first text (null if there was none).
   */
  get timing(): { startedAtMs: number; durationMs: number; firstChunkMs: number | null } {
    const firstChunkMs = this.#firstAt === null ? null : this.#firstAt - this.#requestedAt;
    return {
      startedAtMs: this.#requestedAt,
      durationMs: this.#lastAt - this.#requestedAt,
      firstChunkMs,
    };
  }

  get usage(): Pick<
    ModelUsage,
    "requests" | "inputTokens" | "outputTokens" | "characters" | "isEstimated"
  > {
    const isText = this.#isAccepted && this.promptCharacters > 0;
    return {
      requests: this.#requests,
      inputTokens: this.#inputTokens ?? (isText ? estimateTokens(this.promptCharacters) : 0),
      outputTokens: this.#outputTokens ?? (isText ? estimateTokens(this.#replyCharacters) : 0),
      characters: this.#spokenCharacters,
      isEstimated: isText && (this.#inputTokens === undefined || this.#outputTokens === undefined),
    };
  }
}

/** Sums the usage of all requests of one attempt, which all go to one model. */
export class AttemptMeter {
  #target: { provider: PaidService; model: string } | null = null;
  readonly #requestMeters: UsageMeter[] = [];

  /**
   * `requireBudget` takes what the attempt has spent, in millionths of a dollar. It throws if a
   * spending limit is reached.
   */
  constructor(
    private readonly prices: ModelPrices,
    private readonly requireBudget?: (spent: number) => Promise<void>,
  ) {}

  /**
   * Adds a request that is about to be sent. First checks the spending limits, except for the job's
   * first request, because the claim of the job has checked them. Throws what `requireBudget`
   * throws.
   */
  async admit(
    target: { provider: PaidService; model: string },
    requestMeter: UsageMeter,
  ): Promise<void> {
    const isFirst = this.#target === null;
    this.#target = target;
    if (!isFirst) await this.requireBudget?.(this.usage?.price ?? 0);
    this.#requestMeters.push(requestMeter);
  }

  /**
   * The model that answered the last request. This is the requested model if the reply names none;
   * null if no request was sent.
   */
  get answeringModel(): string | null {
    return this.#requestMeters.at(-1)?.reportedModel ?? this.#target?.model ?? null;
  }

  /** The requests that were sent, with their duration and usage. */
  get sentRequests(): ModelRequest[] {
    const target = this.#target;
    if (target === null) return [];
    const sent = this.#requestMeters.filter(({ usage }) => usage.requests > 0);
    return sent.map(({ timing, usage: { inputTokens, outputTokens } }) => ({
      provider: target.provider,
      model: target.model,
      startedAtMs: timing.startedAtMs,
      durationMs: timing.durationMs,
      firstChunkMs: timing.firstChunkMs,
      inputTokens,
      outputTokens,
    }));
  }

  /** The total usage so far; null if no request was sent. */
  get usage(): ModelUsage | null {
    const usages = this.#requestMeters.map((requestMeter) => requestMeter.usage);
    const sum = (each: "requests" | "inputTokens" | "outputTokens" | "characters") =>
      usages.reduce((total, one) => total + one[each], 0);
    if (this.#target === null || sum("requests") === 0) return null;
    const amounts = {
      inputTokens: sum("inputTokens"),
      outputTokens: sum("outputTokens"),
      characters: sum("characters"),
    };
    return {
      ...this.#target,
      ...amounts,
      requests: sum("requests"),
      isEstimated: usages.some(({ isEstimated }) => isEstimated),
      price: computePriceMicrodollars(this.prices, this.#target.model, amounts),
    };
  }
}
