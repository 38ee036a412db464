import { z } from "zod";

/** Maximum plausible number of tokens in a request. */
const MOST = 10_000_000;

/** A token count from a vendor; invalid values become null. */
export const VendorCount = z.int().min(0).max(MOST).nullish().catch(null);
