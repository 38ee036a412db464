import { hidesIdentitiesSql } from "./blind-debates-sql.ts";
import { IS_SEAL_IN_FORCE_SQL } from "./sealed-results-sql.ts";

/**
 * SQL condition over `debates d`: whether admins see and decide appeals against its verdict. Before
 * that, its results are sealed or its identities hidden, and a reason could give them away.
 */
export const IS_APPEAL_DECIDABLE_SQL = `
  (NOT ${IS_SEAL_IN_FORCE_SQL} AND NOT ${hidesIdentitiesSql("d.id")})`;
