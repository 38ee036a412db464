import { listAvailableProviders, readEnv } from "#infra/env.ts";
import { checkModels } from "./check-models.ts";
import { renderModelCheck } from "./render-report.ts";

/**
 * Checks all configured models, the speech service and the moderation service, and prints what
 * works. Exits with 1 if one of them is not usable.
 */
try {
  const env = readEnv();
  if (listAvailableProviders(env).length === 0)
    throw new Error("No model is configured. Set an API key or a base URL, see docs/models.md.");
  const services = await checkModels(env, new AbortController().signal);
  console.log(renderModelCheck(services));
  process.exit(services.every(({ isUsable }) => isUsable) ? 0 : 1);
} catch (err) {
  console.error(err instanceof Error ? err.message : err);
  process.exit(1);
}
