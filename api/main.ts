import { fileURLToPath } from "node:url";
import { type Env, readEnv } from "#infra/env.ts";
import { createLogger } from "#infra/logger.ts";
import { exitWhenAsked } from "#infra/process/exit-when-asked.ts";
import { findWebBuild } from "./pages/web-build.ts";
import { startApi } from "./start-api.ts";

/** The web's build lies beside this process's bundle. */
const WEB_DIR = fileURLToPath(new URL("web", import.meta.url));

const run = async (env: Env): Promise<void> => {
  const logger = createLogger(env.logLevel, "api");
  const web = await findWebBuild(WEB_DIR);
  if (!web) logger.warn("the web has not been built: only the API is served");
  const api = await startApi({ env, logger, web });
  exitWhenAsked(logger, () => api.close());
  logger.info({ port: api.port }, "listening");
  process.send?.({ ready: true, port: api.port });
};

try {
  await run(readEnv());
} catch (err) {
  console.error(err instanceof Error ? err.message : err);
  process.exit(1);
}
