import { config } from "dotenv";
import { environment } from "../env.ts";
import { buildWeb } from "./launcher/build-web.ts";
import { runUntilAsked } from "./launcher/run-until-asked.ts";
import { startProduct } from "./launcher/start-product.ts";

config({ quiet: true });

/** `npm start`: the whole product on one machine. */
runUntilAsked(async (parts) => {
  const beforeApi = () => buildWeb(parts.stopping);
  const { report } = await startProduct(environment, parts, { beforeApi });
  return report;
});
