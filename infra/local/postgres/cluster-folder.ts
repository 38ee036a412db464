import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { keptText } from "../launcher/data-dir.ts";
import { SHARED_HOME } from "./binaries.ts";
import { canReach, serverUser } from "./server-user.ts";

/** Name of the file with the database folder's path if it is not in the data folder. */
const NOTE = "postgres-location";

/**
 * Folder of the database: inside the data folder. PostgreSQL does not run as root; if this process
 * does and PostgreSQL's user cannot enter the data folder, the database gets a folder elsewhere,
 * whose path is stored in the data folder.
 */
export const clusterFolder = async (dataDir: string): Promise<string> => {
  const inside = path.join(dataDir, "postgres");
  const user = serverUser(inside);
  const isOpen = user === undefined || canReach(user, dataDir);
  if (isOpen && !existsSync(path.join(dataDir, NOTE))) return inside;
  if (existsSync(inside))
    throw new Error(`PostgreSQL's user cannot enter ${dataDir} any more. Open the folders to it.`);
  return keptText(dataDir, NOTE, () => path.join(SHARED_HOME, randomUUID()));
};
