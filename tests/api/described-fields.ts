import { z } from "zod";
import type { Described, Field } from "./bounds.ts";

/** A field as the contract describes it. */
export type DescribedField = Pick<Field, "described" | "becomes" | "isOptional">;

const Schema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
  additionalProperties: z.boolean().default(true),
});

const countRules = (schema: z.core.$ZodType): number =>
  (schema._zod.def.checks ?? []).filter(({ _zod: { def } }) => def.check === "custom").length;

const schemaOf = (schema: z.ZodObject, io: "input" | "output") =>
  Schema.parse(
    z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      override({ zodSchema, jsonSchema }) {
        const rules = countRules(zodSchema);
        if (rules > 0) Object.assign(jsonSchema, { rules });
      },
    }),
  );

/** Every whole number is exact; what a field is without being sent, or may look like, bounds nothing. */
const isBound = (word: string, value: unknown): boolean =>
  value !== undefined &&
  word !== "default" &&
  word !== "examples" &&
  Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER;

const boundsOf = ({ pattern, ...described }: Record<string, unknown> = {}): Described => {
  // Of a format it is whatever zod makes of it.
  const bounds = described["format"] === undefined ? { pattern, ...described } : described;
  return Object.fromEntries(Object.entries(bounds).filter(([word, value]) => isBound(word, value)));
};

/** The fields of an object of the contract, and whether it refuses all others. */
export const describeFields = (schema: z.ZodObject) => {
  const sent = schemaOf(schema, "input");
  const made = schemaOf(schema, "output");
  const fields = Object.keys(sent.properties).map((name): [string, DescribedField] => {
    const described = boundsOf(sent.properties[name]);
    const becomes = boundsOf(made.properties[name]);
    const isOther =
      becomes.type !== undefined && JSON.stringify(becomes) !== JSON.stringify(described);
    return [
      name,
      {
        described,
        ...(isOther && { becomes }),
        ...(!sent.required.includes(name) && { isOptional: true }),
      },
    ];
  });
  return { fields: Object.fromEntries(fields), isStrict: !sent.additionalProperties };
};
