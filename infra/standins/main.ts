import { parseArgs } from "node:util";
import { readEnv } from "../env.ts";
import { stopWithParent } from "../process/stop-with-parent.ts";
import { startStandins } from "./start-standins.ts";

/** The stand-ins as a process: they live as long as whoever started them. */
const env = readEnv();
/** Where they are to be found by others than those who start them: `--host 0.0.0.0 --port 4000`. */
const { host, port } = parseArgs({
  options: { host: { type: "string" }, port: { type: "string" } },
}).values;
const standins = await startStandins({
  ...env.standInPace,
  smtpPort: env.standInSmtpPort,
  webhookUrl: env.standInWebhookUrl,
  ...(host !== undefined && { host }),
  ...(port !== undefined && { port: Number(port) }),
});
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0));
stopWithParent(() => process.exit(0));
process.send?.({ ready: true, port: standins.port });
