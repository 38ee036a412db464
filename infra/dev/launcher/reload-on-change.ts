import { watch } from "rolldown";
import serverBundles from "../../../rolldown.config.ts";
import type { Stoppable } from "./shutdown-stack.ts";
import type { SupervisedProcess } from "../supervision/supervise.ts";

export const reloadOnChange = (
  processes: readonly Pick<SupervisedProcess<unknown>, "restart">[],
): Stoppable => {
  const watcher = watch({ ...serverBundles, logLevel: "warn" });
  /** The first build is the one that the processes already run. */
  let isFirst = true;
  watcher.on("event", (event) => {
    if (event.code === "ERROR") console.error(event.error.message);
    if (event.code !== "END") return;
    if (!isFirst) for (const process of processes) process.restart();
    isFirst = false;
  });
  return { stop: () => watcher.close(), kill: () => {} };
};
