import { config } from "dotenv";
import { processEnv } from "../env.ts";
import { runSamples } from "./samples/run-samples.ts";
import { buildWeb } from "./web-build/build-web.ts";
import { runUntilStopped } from "./launcher/run-until-stopped.ts";
import { startProduct } from "./launcher/start-product.ts";

config({ quiet: true });

/** `npm start`: runs the whole product on one machine. */
runUntilStopped(async (parts) => {
  const beforeApi = () => buildWeb(parts.stopping);
  const { report, samples } = await startProduct(processEnv, parts, { beforeApi });
  if (samples !== null) void runSamples(samples, parts.stopping);
  return report;
});
