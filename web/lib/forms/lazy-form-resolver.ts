import type { FieldValues, Resolver } from "react-hook-form";
import type { ZodType } from "zod";
import { rethrowUnlessReloading } from "../code-loading/reload-after-deploy.ts";

interface LazyFormResolver<Fields extends FieldValues> {
  resolver: Resolver<Fields>;
  /** Preloads the rules when the form is first used, because the connection may be lost later. */
  fetchRules: () => void;
}

/**
 * A form resolver that loads zod and the contract's schema on demand. If loading fails, the form is
 * submitted without checks, because the server validates it with the same schema.
 */
export const createLazyResolver = <Fields extends FieldValues>(
  load: () => Promise<ZodType<Fields, Fields>>,
): LazyFormResolver<Fields> => {
  const fetchCode = async (): Promise<Resolver<Fields> | null> => {
    try {
      // Imported first, because it must configure zod before the contract's module creates parsers.
      const { zodResolver } = await import("./zod-resolver.ts");
      return zodResolver(await load());
    } catch (err) {
      return rethrowUnlessReloading(err).catch(() => null);
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
