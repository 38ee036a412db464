import { readEnv } from "../env.ts";
import { stopWithParent } from "../process/stop-with-parent.ts";
import { startStandins } from "./start-standins.ts";

/** The stand-ins as a process: they live as long as whoever started them. */
const env = readEnv();
const standins = await startStandins({
  ...env.standInPace,
  smtpPort: env.standInSmtpPort,
  webhookUrl: env.standInWebhookUrl,
});
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0));
stopWithParent(() => process.exit(0));
process.send?.({ ready: true, port: standins.port });
