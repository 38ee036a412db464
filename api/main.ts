import { fileURLToPath } from "node:url";
import { runProcess } from "#infra/process/run-process.ts";
import { createPictureWorker } from "./pages/picture/picture-worker.ts";
import { findWebBuild } from "./pages/rendering/web-build.ts";
import { startApi } from "./start-api.ts";

/** The web build and the drawing thread are in the directory of this bundle. */
const WEB_DIR = fileURLToPath(new URL("web", import.meta.url));
const PICTURE_WORKER_FILE = fileURLToPath(new URL("draw-picture.js", import.meta.url));

await runProcess("api", async (env, logger) => {
  const web = await findWebBuild(WEB_DIR);
  if (!web) logger.warn("web.not_built");
  const pictures = createPictureWorker(PICTURE_WORKER_FILE);
  const api = await startApi({ env, logger, web, draw: pictures.draw });
  logger.info({ port: api.port }, "api.ready");
  return {
    ...api,
    graceMs: env.drainMs,
    async close() {
      await api.drain(env.drainMs);
      await api.close();
      await pictures.close();
    },
  };
});
