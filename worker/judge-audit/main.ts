import { readEnv } from "#infra/env.ts";
import { PROVIDERS, type Provider } from "#shared/domain/provider.ts";
import { createChatModels } from "../llm/create-chat-models.ts";
import { auditProvider } from "./audit-provider.ts";
import { renderAudit } from "./render-audit.ts";

const parseProvider = (name: string): Provider => {
  const provider = PROVIDERS.find((each) => each === name);
  if (!provider) throw new Error(`There is no judge "${name}". Judges: ${PROVIDERS.join(", ")}.`);
  return provider;
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
  let isBiased = false;
  for (const provider of judges) {
    const model = models.get(provider);
    if (!model) throw new Error(`No model is configured for "${provider}".`);
    const audit = await auditProvider(env, provider, model);
    isBiased ||= audit.results.some(({ isEffective }) => isEffective);
    console.log(`${renderAudit(audit)}\n`);
  }
  process.exit(isBiased ? 1 : 0);
} catch (err) {
  console.error(err instanceof Error ? err.message : err);
  process.exit(1);
}
