import {
  estimateTokens,
  isFree,
  describeReachedLimit,
  computePriceMicrodollars,
  DEFAULT_MODEL_PRICES,
} from "#shared/domain/billing/spending.ts";
import { PROVIDER_DEFINITIONS, PROVIDERS } from "#shared/domain/provider.ts";

const NOTHING = { inputTokens: 0, outputTokens: 0, characters: 0 };
const PRICES = {
  spoken: { input: 0, output: 0, characters: 15 },
  written: { input: 2.5, output: 10, characters: 0 },
  "*": { input: 1, output: 2, characters: 3 },
};

it.each([
  [{ input: 0, output: 0, characters: 0 }, true],
  [{ input: 1, output: 0, characters: 0 }, false],
  [{ input: 0, output: 1, characters: 0 }, false],
  [{ input: 0, output: 0, characters: 1 }, false],
])("a model with the prices %p is free: %p", (price, free) => {
  expect(isFree({ model: price, "*": PRICES["*"] }, "model")).toBe(free);
  expect(isFree({ "*": price }, "model")).toBe(free);
});

describe("the price of usage in millionths of a dollar", () => {
  it.each([
    ["written", { ...NOTHING, inputTokens: 1000, outputTokens: 100 }, 3500],
    ["spoken", { ...NOTHING, characters: 90 }, 1350],
    ["another", { inputTokens: 1, outputTokens: 1, characters: 1 }, 6],
    ["written", { ...NOTHING, inputTokens: 1 }, 3],
    ["written", NOTHING, 0],
    ["written", { ...NOTHING, outputTokens: 1e12 }, 2_147_483_647],
  ])("for the model %s and %p is %p", (model, taken, price) => {
    expect(computePriceMicrodollars(PRICES, model, taken)).toBe(price);
  });

  it.each(PROVIDERS)("is known for the default model of %s", (provider) => {
    expect(Object.keys(DEFAULT_MODEL_PRICES)).toContain(PROVIDER_DEFINITIONS[provider].model);
  });

  it.each([
    ["gpt-5.4", 17_500_000],
    ["grok-4.3", 18_000_000],
    ["claude-sonnet-5-5", 18_000_000],
    ["gpt-4o-mini-tts", 15_000_000],
    ["stand-in", 0],
    ["omni-moderation-latest", 0],
    ["omni-moderation-2024-09-26", 0],
    ["another", 33_000_000],
  ])("by default for the model %s and a million of each unit is %p", (model, price) => {
    const million = { inputTokens: 1e6, outputTokens: 1e6, characters: 1e6 };
    expect(computePriceMicrodollars(DEFAULT_MODEL_PRICES, model, million)).toBe(price);
  });

  it("is 0 for a model without a configured price", () => {
    expect(computePriceMicrodollars({}, "another", { ...NOTHING, inputTokens: 9 })).toBe(0);
  });
});

it("the message about a reached limit names whose limit it is", () => {
  expect([
    describeReachedLimit("site_limit", true),
    describeReachedLimit("user_limit", true),
    describeReachedLimit("user_limit", false),
  ]).toEqual([
    "This site has reached its daily spending limit.",
    "Your debates have reached their daily spending limit.",
    "The debates of this user have reached their daily spending limit.",
  ]);
});

it("the estimate of tokens is one per four characters, rounded up", () => {
  expect([0, 1, 4, 5].map(estimateTokens)).toEqual([0, 1, 1, 2]);
});
