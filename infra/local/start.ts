import { config } from "dotenv";
import { buildWeb } from "./build-web.ts";
import { runUntilAsked } from "./run-until-asked.ts";
import { startProduct } from "./start-product.ts";

config({ quiet: true });

/** `npm start`: the whole product on one machine. */
runUntilAsked(async (parts) => {
  const beforeApi = () => buildWeb(parts.stopping);
  const { report } = await startProduct(process.env, parts, { beforeApi });
  return report;
});
