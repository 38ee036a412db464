import { hidesIdentitiesSql } from "./blind-debates-sql.ts";
import { IS_SEAL_IN_FORCE_SQL } from "./sealed-results-sql.ts";

/**
 * SQL condition over `debates d`: whether admins may see and decide appeals against its verdict.
 * They may not while results or identities are hidden, because the text of an appeal can reveal
 * them.
 */
export const IS_APPEAL_DECIDABLE_SQL = `
  (NOT ${IS_SEAL_IN_FORCE_SQL} AND NOT ${hidesIdentitiesSql("d.id")})`;
