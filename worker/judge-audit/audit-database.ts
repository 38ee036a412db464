import { COMMAND_CONNECTIONS, createDataSource } from "#infra/db/connection/data-source.ts";
import type { Env } from "#infra/env.ts";
import { findReachedLimitOfDebate } from "#infra/db/providers/spending-limits.ts";
import { recordLostUsage } from "#infra/db/providers/usage.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { createCharter, nameModel, saveCharter } from "../judging/charter.ts";
import type { AuditSpending } from "./audit-provider.ts";
import type { JudgeAudit } from "./render-audit.ts";
import { saveAudit } from "./save-audit.ts";

/** For runs by the command. The runs on the operations page have other ids. */
const COMMAND = { job: "audit-judge", id: 0 } as const;

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
    recordUsage: (usage) => recordLostUsage(db, COMMAND, usage),
    async save(judge, { results, failures }) {
      const charter = createCharter(env);
      await saveCharter(db, charter);
      const model = nameModel(env.providers[judge]);
      await saveAudit(db, judge, charter, { model, rows: [...results], failures });
    },
    close: () => db.destroy(),
  };
};
