import { queryOptions } from "@tanstack/react-query";
import type { Credits } from "#shared/contract/credits.ts";

/** The viewer's credits, for signed-in users only. Source of all displayed balances. */
export const creditsQuery = queryOptions<Credits>({ queryKey: ["/api/credits"] as const });
