import { z } from "zod";

/** No request takes more tokens. */
const MOST = 10_000_000;

/** How many tokens a vendor says it was; what makes no sense says nothing. */
export const VendorCount = z.int().min(0).max(MOST).nullish().catch(null);
