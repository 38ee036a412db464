import { selectRows, type Sql } from "#infra/db/sql.ts";

/** SQL for each rule of the ledger. A statement returns the rows that violate its rule. */
const LEDGER_CHECKS_SQL = {
  "a balance differs from the sum of its entries": `
    SELECT u.id AS "user", u.credits AS balance, coalesce(sum(l.delta), 0)::int AS ledger
      FROM users u LEFT JOIN credit_ledger l ON l.user_id = u.id
     GROUP BY u.id HAVING u.credits <> coalesce(sum(l.delta), 0)`,
  "a completed purchase is not credited to its buyer": `
    SELECT t.id AS "transaction", t.user_id AS "user", t.credits
      FROM transactions t
     WHERE t.status = 'completed' AND t.user_id IS NOT NULL
       AND NOT EXISTS (SELECT FROM credit_ledger l
                        WHERE l.reason = 'purchase' AND l.reference = t.id::text
                          AND l.user_id = t.user_id AND l.delta = t.credits)`,
  "credits were booked for a purchase that is not completed": `
    SELECT l.id AS entry, l.reference AS "transaction", l.delta
      FROM credit_ledger l
     WHERE l.reason = 'purchase'
       AND NOT EXISTS (SELECT FROM transactions t
                        WHERE t.id::text = l.reference AND t.status = 'completed'
                          AND t.credits = l.delta)`,
  "a refund gives back what was not taken": `
    SELECT r.id AS entry, r.reference AS debate, r.delta
      FROM credit_ledger r
     WHERE r.reason = 'refund'
       AND NOT EXISTS (SELECT FROM credit_ledger d
                        WHERE d.reason = 'debate' AND d.reference = r.reference
                          AND d.delta = -r.delta AND d.user_id IS NOT DISTINCT FROM r.user_id)`,
  "more credits were taken back than were bought": `
    SELECT split_part(l.reference, ':', 1) AS "transaction", (-sum(l.delta))::int AS taken, t.credits
      FROM credit_ledger l LEFT JOIN transactions t ON t.id::text = split_part(l.reference, ':', 1)
     WHERE l.reason IN ('reversal', 'restoration')
     GROUP BY 1, t.credits HAVING t.credits IS NULL OR -sum(l.delta) > t.credits`,
  "more credits were given back than were taken": `
    SELECT split_part(reference, ':', 1) AS "transaction", sum(delta)::int AS surplus
      FROM credit_ledger WHERE reason IN ('reversal', 'restoration')
     GROUP BY 1 HAVING sum(delta) > 0`,
  "a debate is charged another number of times than it says": `
    SELECT d.id AS debate, d.charges, count(l.id)::int AS entries
      FROM debates d LEFT JOIN credit_ledger l
        ON l.reason = 'debate' AND split_part(l.reference, ':', 1) = d.id::text
     GROUP BY d.id HAVING count(l.id) NOT IN (0, d.charges)`,
} as const;

export interface LedgerDifference {
  what: string;
  rows: unknown[];
}

export interface LedgerReport {
  users: number;
  entries: number;
  differences: LedgerDifference[];
}

/**
 * Recomputes every balance and compares the ledger with purchases and debates. Run it in a
 * REPEATABLE READ transaction, so that all statements see the same snapshot.
 */
export const verifyLedger = async (sql: Sql): Promise<LedgerReport> => {
  const differences: LedgerDifference[] = [];
  for (const [what, statement] of Object.entries(LEDGER_CHECKS_SQL)) {
    const rows = await selectRows(sql, statement);
    if (rows.length > 0) differences.push({ what, rows });
  }
  const [counted] = await selectRows<{ users: number; entries: number }>(
    sql,
    `SELECT (SELECT count(*)::int FROM users) AS users,
            (SELECT count(*)::int FROM credit_ledger) AS entries`,
  );
  return { users: counted?.users ?? 0, entries: counted?.entries ?? 0, differences };
};
