import { queryOptions } from "@tanstack/react-query";
import type { Account } from "#shared/contract/accounts/account.ts";

/** Account data that only its owner sees. */
export const accountQuery = queryOptions<Account>({ queryKey: ["/api/account"] as const });
