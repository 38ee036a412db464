/** @jest-environment ./tests/web/browser.cjs */
import { lazyRules } from "#web/lib/forms/lazy-rules.ts";

const OPTIONS = { fields: {}, shouldUseNativeValidation: false };
const WRONG = { values: {}, errors: { word: { type: "rule", message: "Too short" } } };
const lost = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

describe("a form's rules", () => {
  test("are fetched when the form is touched, and hold", async () => {
    const load = jest.fn(() => Promise.resolve({ resolver: () => WRONG }));
    const { resolver, fetchRules } = lazyRules<{ word: string }>(load);
    expect(load).not.toHaveBeenCalled();
    fetchRules();
    expect(await resolver({ word: "a" }, undefined, OPTIONS)).toBe(WRONG);
    expect(load).toHaveBeenCalledTimes(2);
  });

  test("leave the word to the server where they cannot be had", async () => {
    const { resolver } = lazyRules<{ word: string }>(lost);
    const values = { word: "a" };
    expect(await resolver(values, undefined, OPTIONS)).toEqual({ values, errors: {} });
  });
});
