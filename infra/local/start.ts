import "dotenv/config";
import { launch } from "./launch.ts";

/** `npm start`: the whole product on one machine, until Ctrl-C. A second Ctrl-C does not wait. */
const launched = launch(process.env);
let asked = 0;
const end = async () => {
  if (++asked > 1) process.exit(130);
  await launched.stop();
  process.exit(0);
};
process.on("SIGINT", () => void end());
process.on("SIGTERM", () => void end());

try {
  console.log(await launched.ready);
} catch (err) {
  if (asked === 0) {
    console.error(err instanceof Error ? err.message : err);
    await launched.stop();
    process.exit(1);
  }
}
