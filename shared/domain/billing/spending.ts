import { PROVIDERS } from "../provider.ts";

/** Services that cost money: the model providers, the speech service, and paid moderation. */
export const PAID_SERVICES = [...PROVIDERS, "voice", "moderation"] as const;
export type PaidService = (typeof PAID_SERVICES)[number];
/** Shown in spending instead of a blind debate's provider while that provider is hidden. */
export const BLIND_SERVICE = "blind";

/** Dollars per million input tokens, output tokens and synthesized characters. */
export interface ModelPrice {
  input: number;
  output: number;
  characters: number;
}

/** Prices by model name; `*` applies to all others. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

const FREE: ModelPrice = { input: 0, output: 0, characters: 0 };

/** List prices of the default models when this was written; operators can override them. */
export const DEFAULT_MODEL_PRICES: ModelPrices = {
  "gpt-5.4": { input: 2.5, output: 15, characters: 0 },
  "grok-4.3": { input: 3, output: 15, characters: 0 },
  "claude-sonnet-5-5": { input: 3, output: 15, characters: 0 },
  "gpt-4o-mini-tts": { input: 0, output: 0, characters: 15 },
  "omni-moderation-latest": FREE,
  "omni-moderation-2024-09-26": FREE,
  // The model name of fakes.
  "stand-in": FREE,
  "*": { input: 3, output: 15, characters: 15 },
};

const priceOfModel = (prices: ModelPrices, model: string): ModelPrice =>
  prices[model] ?? prices["*"] ?? FREE;

export const isFree = (prices: ModelPrices, model: string): boolean =>
  Object.values(priceOfModel(prices, model)).every((price) => price === 0);

export interface UsageAmounts {
  inputTokens: number;
  outputTokens: number;
  characters: number;
}

/** Maximum of the database column, whose type is `integer`. */
const MAX_PRICE_MICRODOLLARS = 2 ** 31 - 1;

/** The price in millionths of a dollar, rounded up. */
export const computePriceMicrodollars = (
  prices: ModelPrices,
  model: string,
  usage: UsageAmounts,
): number => {
  const { input, output, characters } = priceOfModel(prices, model);
  const price =
    usage.inputTokens * input + usage.outputTokens * output + usage.characters * characters;
  return Math.min(MAX_PRICE_MICRODOLLARS, Math.ceil(price));
};

export const SPENDING_LIMITS = ["site_limit", "user_limit"] as const;
export type SpendingLimit = (typeof SPENDING_LIMITS)[number];

/** In dollars; null for no limit. */
export interface SpendingLimits {
  perDay: number | null;
  perUserAndDay: number | null;
}

/** The message for a reached limit. `isOwn` is true if the reader owns the debate. */
export const describeReachedLimit = (limit: SpendingLimit, isOwn: boolean): string => {
  if (limit === "site_limit") return "This site has reached its daily spending limit.";
  return `${isOwn ? "Your debates" : "The debates of this user"} have reached their daily spending limit.`;
};

/** Estimates tokens, if the vendor reports none: about four characters each. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / 4);
