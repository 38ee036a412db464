import { config } from "dotenv";
import { processEnv } from "../env.ts";
import { getFailureReason } from "./launcher/failure-reason.ts";
import { addFirstSamples } from "./samples/add-first-samples.ts";
import { recordSamples } from "./samples/record-samples.ts";
import { buildWeb } from "./web-build/build-web.ts";
import { runUntilStopped } from "./launcher/run-until-stopped.ts";
import { type StartedProduct, startProduct } from "./launcher/start-product.ts";

config({ quiet: true });

/**
 * Adds the sample debates and records their audio while the product runs. Prints the result below
 * the start report.
 */
const addSamplesInBackground = async (
  { databaseUrl, voice }: NonNullable<StartedProduct["samples"]>,
  signal: AbortSignal,
): Promise<void> => {
  try {
    const added = await addFirstSamples(databaseUrl, signal);
    if (added !== null) console.log(added);
    await recordSamples(databaseUrl, voice, signal);
  } catch (err) {
    if (!signal.aborted)
      console.error(`The sample debates are incomplete.\n${getFailureReason(err)}`);
  }
};

/** `npm start`: runs the whole product on one machine. */
runUntilStopped(async (parts) => {
  const beforeApi = () => buildWeb(parts.stopping);
  const { report, samples } = await startProduct(processEnv, parts, { beforeApi });
  if (samples !== null) void addSamplesInBackground(samples, parts.stopping);
  return report;
});
