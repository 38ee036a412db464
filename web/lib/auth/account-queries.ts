import { queryOptions } from "@tanstack/react-query";
import type { Credits } from "#shared/contract/credits.ts";
import type { Account } from "#shared/contract/accounts/account.ts";

/** Account data that only its owner sees. */
export const accountQuery = queryOptions<Account>({ queryKey: ["/api/account"] as const });

/** The viewer's credits, for signed-in users only. All displayed balances come from this query. */
export const creditsQuery = queryOptions<Credits>({ queryKey: ["/api/credits"] as const });
