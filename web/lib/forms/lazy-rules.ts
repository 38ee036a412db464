import type { FieldValues, Resolver } from "react-hook-form";
import type { ZodType } from "zod";
import { failUnlessReloading } from "../fresh-code.ts";

interface LazyRules<Fields extends FieldValues> {
  resolver: Resolver<Fields>;
  /** For when the form is touched first: a connection may be lost before it is sent. */
  fetchRules: () => void;
}

/**
 * The contract's rules for a form, in code of their own: zod is not small. Where that cannot be had
 * the server, which holds the same rules, has the only word.
 */
export const lazyRules = <Fields extends FieldValues>(
  load: () => Promise<ZodType<Fields, Fields>>,
): LazyRules<Fields> => {
  const fetchCode = async (): Promise<Resolver<Fields> | null> => {
    try {
      // Before the contract's own code, which has zod make parsers as it runs.
      const { zodResolver } = await import("./zod-resolver.ts");
      return zodResolver(await load());
    } catch (err) {
      return failUnlessReloading(err).catch(() => null);
    }
  };
  return {
    resolver: async (values, context, options) => {
      const check = await fetchCode();
      return check ? check(values, context, options) : { values, errors: {} };
    },
    fetchRules: () => void fetchCode(),
  };
};
