import { z } from "zod";
import { parse, parsePath } from "#api/http/parse.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { PathId } from "#shared/contract/primitives.ts";

const Order = z.strictObject({
  name: z.string().min(3, "Name must be at least 3 characters"),
  size: z.object({ width: z.number() }),
});
const GOOD = { name: "Table", size: { width: 3 } };

const refusal = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (err) {
    return err instanceof DomainError
      ? { code: err.code, said: err.message, fields: err.fields }
      : err;
  }
};

const fieldsOf = (read: () => unknown): Record<string, string> =>
  (refusal(read) as { fields: Record<string, string> }).fields;

describe("input", () => {
  it("is parsed by its contract", () => {
    expect(parse(Order, GOOD)).toEqual(GOOD);
    expect(parse(z.coerce.number(), "7")).toBe(7);
  });

  it.each([
    ["a field is missing", { size: { width: 3 } }, { name: "Required" }],
    [
      "a field breaks a rule",
      { ...GOOD, name: "T" },
      { name: "Name must be at least 3 characters" },
    ],
    ["a nested field is missing", { ...GOOD, size: {} }, { "size.width": "Required" }],
    [
      "a field has another type",
      { ...GOOD, size: { width: "3" } },
      { "size.width": "Invalid input: expected number, received string" },
    ],
    [
      "fields are unknown",
      { ...GOOD, price: 0, color: "red" },
      { price: "Unknown field: price", color: "Unknown field: color" },
    ],
    [
      "field names are those of Object.prototype",
      JSON.parse(JSON.stringify(GOOD).replace("{", '{"__proto__":1,"constructor":1,')),
      {
        ["__proto__"]: "Unknown field: __proto__",
        constructor: "Unknown field: constructor",
      },
    ],
    ["several fields are wrong", { size: {} }, { name: "Required", "size.width": "Required" }],
  ])("is refused with a message for each field when %s", (_what, value, fields) => {
    const [said] = Object.values(fields);
    expect(refusal(() => parse(Order, value))).toEqual({ code: "invalid", said, fields });
  });

  it("is refused with a bounded message, however much is wrong", () => {
    const names = Array.from({ length: 300 }, (_, n) => n + "n".repeat(500));
    const Ids = z.object({ ids: z.array(z.number()) });
    for (const refused of [
      refusal(() => parse(Order, Object.fromEntries(names.map((name) => [name, 1])))),
      refusal(() => parse(Ids, { ids: names })),
    ])
      expect(JSON.stringify(refused).length).toBeLessThan(5000);
  });

  it("is refused with the first message of each field", () => {
    const Word = z.object({ word: z.string().min(3, "Too short").regex(/^a/, "Begins with a") });
    expect(refusal(() => parse(Word, { word: "b" }))).toMatchObject({
      fields: { word: "Too short" },
    });
  });

  it.each([
    [{}, "Required"],
    [{ side: "both" }, "Invalid enum value"],
    [{ side: 3 }, "Invalid enum value"],
    [{ side: "for", proof: "no" }, "Invalid enum value"],
  ])("with the choice %j is refused with %j", (value, message) => {
    const Side = z.object({
      side: z.enum(["for", "against"]),
      proof: z.literal("yes").optional(),
    });
    expect(Object.values(fieldsOf(() => parse(Side, value)))).toEqual([message]);
  });

  it("keeps a schema's own message for a missing or wrong field", () => {
    const Own = z.object({
      name: z.string("Username is required"),
      stance: z.literal("for", "The first bot always argues for"),
    });
    expect(fieldsOf(() => parse(Own, { stance: "against" }))).toEqual({
      name: "Username is required",
      stance: "The first bot always argues for",
    });
  });

  it("with an invalid id among several fields is malformed", () => {
    const Page = z.object({ debateId: PathId, page: z.number() });
    expect(refusal(() => parse(Page, { debateId: "07", page: 1 }))).toMatchObject({
      code: "malformed",
      said: "Invalid id.",
    });
  });

  it("from a path with an invalid id is malformed", () => {
    const Id = z.object({ id: PathId });
    expect(parsePath(Id, { id: "7" })).toEqual({ id: 7 });
    expect(refusal(() => parsePath(Id, { id: "seven" }))).toEqual({
      code: "malformed",
      said: "Invalid id.",
    });
  });
});
