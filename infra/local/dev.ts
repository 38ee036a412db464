import { config } from "dotenv";
import { freePort } from "./free-port.ts";
import { reloadOnChange } from "./reload-on-change.ts";
import { runUntilAsked } from "./run-until-asked.ts";
import { serveWebSources } from "./serve-web-sources.ts";
import { startProduct } from "./start-product.ts";

config({ quiet: true });

/** `npm run dev`: the product with reload. The browser talks to Vite, and Vite to the API. */
runUntilAsked(async (parts) => {
  const apiPort = await freePort();
  const product = await startProduct(process.env, parts, { apiPort });
  parts.keep(reloadOnChange([product.api, product.worker]));
  parts.keep(await serveWebSources(product.port, apiPort));
  return product.report;
});
