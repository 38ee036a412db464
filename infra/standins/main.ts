import { parseArgs } from "node:util";
import { runProcess } from "../process/run-process.ts";
import { startStandins } from "./start-standins.ts";

/** The stand-ins as a process: they live as long as whoever started them. */
await runProcess("standins", async (env) => {
  /** Where they are to be found, by others than this machine, too: `--host 0.0.0.0 --port 4000`. */
  const { host, port } = parseArgs({
    options: { host: { type: "string" }, port: { type: "string" } },
  }).values;
  const standins = await startStandins({
    ...env.standInPace,
    publicOrigin: env.publicOrigin,
    allowedHosts: env.allowedHosts,
    smtpPort: env.standInSmtpPort,
    webhookUrl: env.standInWebhookUrl,
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port: Number(port) }),
  });
  // They have nothing to finish: the product's processes are what is under way.
  return { port: standins.port, graceMs: 0, close: async () => {} };
});
