import type { FieldValues, Resolver } from "react-hook-form";

/** The contract's rules for a form, loaded when they are needed first: zod is not small. */
export const lazyResolver =
  <Fields extends FieldValues>(
    load: () => Promise<{ resolver: Resolver<Fields> }>,
  ): Resolver<Fields> =>
  async (values, context, options) => {
    await import("./rules-without-eval.ts");
    return (await load()).resolver(values, context, options);
  };
