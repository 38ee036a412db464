/** A field in JSON Schema. `rules` is the number of rules that JSON Schema has no keyword for. */
export interface FieldSchema {
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
  example?: string;
}

/** Accepted and refused values of a field, on both sides of each bound. */
export interface FieldBounds {
  described: FieldSchema;
  /** The schema of the parsed value, if it differs from that of the sent value. */
  becomes?: FieldSchema;
  isOptional?: true;
  /** The first value is used while other fields are tested. */
  accepted: readonly [unknown, ...unknown[]];
  refused: readonly unknown[];
}

/**
 * The fields of one part of a request: parameters, query, headers or body. Headers may contain
 * other fields too.
 */
export type FieldBoundsByName = Record<string, FieldBounds>;

export const optionalField = (field: FieldBounds): FieldBounds => ({ ...field, isOptional: true });

export const withMoreCases = (
  field: FieldBounds,
  more: { accepted?: readonly unknown[]; refused?: readonly unknown[] },
): FieldBounds => ({
  ...field,
  accepted: [...field.accepted, ...(more.accepted ?? [])],
  refused: [...field.refused, ...(more.refused ?? [])],
});

const NON_TEXT_VALUES = [null, 7, true, ["text"], { text: 1 }];
const NON_INTEGER_VALUES = [null, "1", "", true, [1], 1.5];

/** Text of `min` to `max` characters, white space included. */
export const textField = (min: number, max: number, pattern?: string): FieldBounds => ({
  described: { type: "string", minLength: min, maxLength: max, ...(pattern && { pattern }) },
  accepted: ["x".repeat(max), "x".repeat(min)],
  refused: ["x".repeat(min - 1), "x".repeat(max + 1), ...NON_TEXT_VALUES],
});

/** Text whose surrounding white space is trimmed before it is counted. */
export const trimmedTextField = (min: number, max: number, pattern?: string): FieldBounds =>
  withMoreCases(textField(min, max, pattern), {
    accepted: [` \n${"y".repeat(max)}\t `],
    refused: [` ${"x".repeat(min - 1)} `, " ".repeat(max)],
  });

export const integerField = (min: number, max: number): FieldBounds => ({
  described: { type: "integer", minimum: min, maximum: max },
  accepted: [max, min],
  refused: [min - 1, max + 1, ...NON_INTEGER_VALUES],
});

export const booleanField: FieldBounds = {
  described: { type: "boolean" },
  accepted: [true, false],
  refused: [null, 0, 1, "true", ""],
};

export const enumField = (first: string, ...others: string[]): FieldBounds => ({
  described: { type: "string", enum: [first, ...others] },
  accepted: [first, ...others],
  refused: ["", first.toUpperCase(), `${first} `, `${first}\n`, "other", null, 1, [first]],
});

export const constField = (value: string): FieldBounds => ({
  described: { type: "string", const: value },
  accepted: [value],
  refused: ["", value.toUpperCase(), `${value} `, "other", null, true],
});

/** A field of a URL or header is always text, and a list if it is repeated. */
const asTextField = ({
  accepted: [first, ...others],
  refused,
  ...field
}: FieldBounds): FieldBounds => ({
  ...field,
  accepted: [String(first), ...others.map(String)],
  refused: [...refused.filter((value) => typeof value === "string"), ["x", "x"]],
});

export const queryField = (field: FieldBounds): FieldBounds => optionalField(asTextField(field));

export const anyTextField: FieldBounds = queryField({
  described: { type: "string" },
  accepted: ["", "x".repeat(1000)],
  refused: [],
});
