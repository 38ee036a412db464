import { COMMAND_CONNECTIONS, createDataSource } from "#infra/db/connection/data-source.ts";
import type { Env } from "#infra/env.ts";
import { findReachedLimitOfDebate } from "#infra/db/providers/spending-limits.ts";
import { recordLostUsage } from "#infra/db/providers/usage.ts";
import { mutateRows } from "#infra/db/sql.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { createCharter, nameModel, saveCharter } from "../judging/charter.ts";
import type { AuditSpending } from "./audit-provider.ts";
import type { JudgeAudit } from "./render-audit.ts";

const INSERT_SQL = `
  INSERT INTO judge_audits (judge, model, charter, results) VALUES ($1, $2, $3, $4) RETURNING id`;

/** No debate has this id, so the usage belongs to no user and counts for the whole site. */
const NO_DEBATE = { job: "judge-debate", id: 0 } as const;

export interface AuditDatabase extends AuditSpending {
  /** Stores the results for the page of the judge. */
  save(judge: Provider, audit: JudgeAudit): Promise<void>;
  close(): Promise<void>;
}

type AuditEnv = Pick<Env, "databaseUrl" | "judgePanel" | "providers" | "spending">;

/** Opens the database of the site. Null if none is configured; then results are only printed. */
export const openAuditDatabase = async (env: AuditEnv): Promise<AuditDatabase | null> => {
  if (env.databaseUrl === undefined) return null;
  const db = await createDataSource(env.databaseUrl, COMMAND_CONNECTIONS).initialize();
  return {
    async requireBudget(spent) {
      if (await findReachedLimitOfDebate(db, env.spending, null, spent))
        throw new Error("The daily spending limit is reached.");
    },
    recordUsage: (usage) => recordLostUsage(db, NO_DEBATE, usage),
    async save(judge, { results }) {
      const charter = createCharter(env);
      await saveCharter(db, charter);
      const model = nameModel(env.providers[judge]);
      await mutateRows(db, INSERT_SQL, [judge, model, charter.hash, JSON.stringify(results)]);
    },
    close: () => db.destroy(),
  };
};
