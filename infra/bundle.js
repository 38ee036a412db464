import { build } from "rolldown";
import { loadConfig } from "rolldown/config";

// `rolldown -c` always prints its table, which has no place between a command and its answer.
await build({ ...(await loadConfig(process.argv[2])), logLevel: "warn" });
