/** A field in JSON Schema. Rules without a JSON Schema keyword are only counted. */
export interface Described {
  type?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  enum?: readonly string[];
  const?: string;
  rules?: number;
}

/** Accepted and refused values of a field, on both sides of each bound. */
export interface Field {
  described: Described;
  /** The description of the parsed value, if it differs. */
  becomes?: Described;
  isOptional?: true;
  /** The first value is used while other fields are tested. */
  taken: readonly [unknown, ...unknown[]];
  refused: readonly unknown[];
}

/** The fields of a part. Headers may contain others as well. */
export type Fields = Record<string, Field>;

export const optional = (field: Field): Field => ({ ...field, isOptional: true });

export const also = (
  field: Field,
  more: { taken?: readonly unknown[]; refused?: readonly unknown[] },
): Field => ({
  ...field,
  taken: [...field.taken, ...(more.taken ?? [])],
  refused: [...field.refused, ...(more.refused ?? [])],
});

const NO_TEXT = [null, 7, true, ["text"], { text: 1 }];
const NO_WHOLE_NUMBER = [null, "1", "", true, [1], 1.5];

/** Text of `min` to `max` characters, white space included. */
export const text = (min: number, max: number, pattern?: string): Field => ({
  described: { type: "string", minLength: min, maxLength: max, ...(pattern && { pattern }) },
  taken: ["x".repeat(max), "x".repeat(min)],
  refused: ["x".repeat(min - 1), "x".repeat(max + 1), ...NO_TEXT],
});

/** Text whose surrounding white space is trimmed before it is counted. */
export const trimmedText = (min: number, max: number, pattern?: string): Field =>
  also(text(min, max, pattern), {
    taken: [` \n${"y".repeat(max)}\t `],
    refused: [` ${"x".repeat(min - 1)} `, " ".repeat(max)],
  });

export const wholeNumber = (min: number, max: number): Field => ({
  described: { type: "integer", minimum: min, maximum: max },
  taken: [max, min],
  refused: [min - 1, max + 1, ...NO_WHOLE_NUMBER],
});

export const flag: Field = {
  described: { type: "boolean" },
  taken: [true, false],
  refused: [null, 0, 1, "true", ""],
};

export const oneOf = (first: string, ...others: string[]): Field => ({
  described: { type: "string", enum: [first, ...others] },
  taken: [first, ...others],
  refused: ["", first.toUpperCase(), `${first} `, `${first}\n`, "other", null, 1, [first]],
});

export const always = (value: string): Field => ({
  described: { type: "string", const: value },
  taken: [value],
  refused: ["", value.toUpperCase(), `${value} `, "other", null, true],
});

/** A field of a URL or header is always text, and a list if it is repeated. */
const onlyText = ({ taken: [first, ...others], refused, ...field }: Field): Field => ({
  ...field,
  taken: [String(first), ...others.map(String)],
  refused: [...refused.filter((value) => typeof value === "string"), ["x", "x"]],
});

export const inQuery = (field: Field): Field => optional(onlyText(field));

export const anyText: Field = inQuery({
  described: { type: "string" },
  taken: ["", "x".repeat(1000)],
  refused: [],
});
