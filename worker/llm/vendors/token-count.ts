import { z } from "zod";

/** Maximum plausible number of tokens in a request. */
const MAX_TOKENS = 10_000_000;

/** A token count from a vendor; invalid values become null. */
export const TokenCount = z.int().min(0).max(MAX_TOKENS).nullish().catch(null);
