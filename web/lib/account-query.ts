import { queryOptions } from "@tanstack/react-query";
import type { Account } from "#shared/contract/account.ts";

/** What its owner alone sees of an account. */
export const accountQuery = queryOptions<Account>({ queryKey: ["/api/account"] as const });
