import { type JobLease, renewLease } from "#infra/db/jobs/job-lease.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { VerdictReading } from "#worker/prompts/verdict-question.ts";

/** The answers that an unfinished verdict has paid for. */
export interface VerdictDraft {
  charter: string;
  judge: Provider;
  model: string | null;
  answers: readonly VerdictReading[];
}

/** Returns the draft of an earlier attempt; null if there is none under this charter. */
export const loadDraft = async (
  sql: Sql,
  debateId: number,
  charter: string,
): Promise<VerdictDraft | null> => {
  const [row] = await selectRows<{ draft: VerdictDraft | null }>(
    sql,
    "SELECT verdict_draft AS draft FROM debates WHERE id = $1",
    [debateId],
  );
  return row?.draft?.charter === charter ? row.draft : null;
};

/** Throws `LeaseLostError`. */
export const saveDraft = (sql: Sql, lease: JobLease, draft: VerdictDraft): Promise<void> =>
  renewLease(sql, lease, { set: "verdict_draft = $1", values: [JSON.stringify(draft)] });
