/** @jest-environment ./tests/web/browser.cjs */
import { z } from "zod";
import { createLazyResolver } from "#web/lib/forms/lazy-form-resolver.ts";

const OPTIONS = { fields: {}, shouldUseNativeValidation: false };
const Rules = z.object({ word: z.string().min(2, "Too short") });
const failImport = () =>
  Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

describe("lazily loaded form rules", () => {
  test("are fetched on demand and validate the form", async () => {
    const load = jest.fn(() => Promise.resolve(Rules));
    const { resolver, fetchRules } = createLazyResolver<{ word: string }>(load);
    expect(load).not.toHaveBeenCalled();
    fetchRules();
    const { values, errors } = await resolver({ word: "a" }, undefined, OPTIONS);
    expect(values).toEqual({});
    expect(errors).toMatchObject({ word: { message: "Too short" } });
    expect(load).toHaveBeenCalledTimes(2);
  });

  test("report a missing field and an invalid choice in the server's words", async () => {
    const Side = z.object({ topic: z.string(), side: z.enum(["for", "against"]) });
    const { resolver } = createLazyResolver<z.infer<typeof Side>>(() => Promise.resolve(Side));
    const check = async (values: object) =>
      (await resolver(values as never, undefined, OPTIONS)).errors;
    expect(await check({ side: "both" })).toMatchObject({
      topic: { message: "Required" },
      side: { message: "Invalid enum value" },
    });
    expect(await check({ topic: "x" })).toMatchObject({ side: { message: "Required" } });
  });

  test("leave the validation to the server when they fail to load", async () => {
    const { resolver } = createLazyResolver<{ word: string }>(failImport);
    const values = { word: "a" };
    expect(await resolver(values, undefined, OPTIONS)).toEqual({ values, errors: {} });
  });
});
