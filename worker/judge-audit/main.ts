import { type Env, readEnv } from "#infra/env.ts";
import { PROVIDERS, type Provider } from "#shared/domain/provider.ts";
import type { ChatModel } from "../llm/chat-model.ts";
import { createChatModels } from "../llm/create-chat-models.ts";
import { type AuditDatabase, openAuditDatabase } from "./audit-database.ts";
import { auditProvider } from "./audit-provider.ts";
import { renderAudit } from "./render-audit.ts";

const parseProvider = (name: string): Provider => {
  const provider = PROVIDERS.find((each) => each === name);
  if (!provider) throw new Error(`There is no judge "${name}". Judges: ${PROVIDERS.join(", ")}.`);
  return provider;
};

/**
 * Runs the bait set on one judge and prints the result. With a database, the run counts as spending
 * of the site, and a real judge's result is stored. Returns whether a bait is effective.
 */
const runOn = async (
  env: Env,
  judge: Provider,
  model: ChatModel,
  database: AuditDatabase | null,
): Promise<boolean> => {
  await database?.requireBudget(0);
  const audit = await auditProvider(env, judge, model, { spending: database ?? undefined });
  if (!env.providers[judge]?.isFake) await database?.save(judge, audit);
  console.log(`${renderAudit(audit)}\n`);
  return audit.results.some(({ isEffective }) => isEffective);
};

/**
 * Runs the bait set on the judges that are named in the arguments, by default on all configured
 * ones, and prints how many wins each bait gains. Exits with 1 if a bait is effective.
 */
try {
  const env = readEnv();
  const models = createChatModels(env);
  const named = process.argv.slice(2).map(parseProvider);
  const judges = named.length > 0 ? named : [...models.keys()];
  if (judges.length === 0)
    throw new Error("No model is configured. Set an API key or a base URL, see docs/models.md.");
  const database = await openAuditDatabase(env);
  let isBiased = false;
  for (const judge of judges) {
    const model = models.get(judge);
    if (!model) throw new Error(`No model is configured for "${judge}".`);
    isBiased = (await runOn(env, judge, model, database)) || isBiased;
  }
  await database?.close();
  process.exit(isBiased ? 1 : 0);
} catch (err) {
  console.error(err instanceof Error ? err.message : err);
  process.exit(1);
}
