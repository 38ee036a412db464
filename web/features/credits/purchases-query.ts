import { queryOptions } from "@tanstack/react-query";
import type { Transaction } from "#shared/contract/credits.ts";

/** The user's purchases, newest first. */
export const purchasesQuery = queryOptions<Transaction[]>({
  queryKey: ["/api/credits/transactions"] as const,
});
