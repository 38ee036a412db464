import { fileURLToPath } from "node:url";
import { runProcess } from "#infra/process/run-process.ts";
import { findWebBuild } from "./pages/web-build.ts";
import { startApi } from "./start-api.ts";

/** The web's build lies beside this process's bundle. */
const WEB_DIR = fileURLToPath(new URL("web", import.meta.url));

await runProcess("api", async (env, logger) => {
  const web = await findWebBuild(WEB_DIR);
  if (!web) logger.warn("the web has not been built: only the API is served");
  const api = await startApi({ env, logger, web });
  logger.info({ port: api.port }, "listening");
  return api;
});
