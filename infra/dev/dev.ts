import { config } from "dotenv";
import { processEnv } from "../env.ts";
import { findFreePort } from "./launcher/free-port.ts";
import { reloadOnChange } from "./launcher/reload-on-change.ts";
import { runUntilStopped } from "./launcher/run-until-stopped.ts";
import { startViteDevServer } from "./web-build/vite-dev-server.ts";
import { startProduct } from "./launcher/start-product.ts";

config({ quiet: true });

/**
 * `npm run dev`: runs the product and reloads it on changes. The browser connects to Vite, which
 * forwards requests to the API.
 */
runUntilStopped(async (parts) => {
  const apiPort = await findFreePort();
  const product = await startProduct(processEnv, parts, { apiPort });
  parts.add(reloadOnChange([product.api, product.worker]));
  parts.add(await startViteDevServer(product.port, apiPort));
  return product.report;
});
