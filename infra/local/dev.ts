import { config } from "dotenv";
import { environment } from "../env.ts";
import { freePort } from "./launcher/free-port.ts";
import { reloadOnChange } from "./launcher/reload-on-change.ts";
import { runUntilAsked } from "./launcher/run-until-asked.ts";
import { serveWebSources } from "./launcher/serve-web-sources.ts";
import { startProduct } from "./launcher/start-product.ts";

config({ quiet: true });

/**
 * `npm run dev`: runs the product with reload. The browser connects to Vite, which proxies to the
 * API.
 */
runUntilAsked(async (parts) => {
  const apiPort = await freePort();
  const product = await startProduct(environment, parts, { apiPort });
  parts.keep(reloadOnChange([product.api, product.worker]));
  parts.keep(await serveWebSources(product.port, apiPort));
  return product.report;
});
