import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { readOrCreateText } from "../launcher/data-dir.ts";
import { SHARED_HOME } from "./find-binaries.ts";
import { canAccess, getServerUser } from "./server-user.ts";

/** Name of the file with the database folder's path if it is not in the data folder. */
const LOCATION_FILE = "postgres-location";

/**
 * Folder of the database, by default inside the data folder. PostgreSQL refuses to run as root. If
 * this process runs as root and PostgreSQL's user cannot enter the data folder, the database gets a folder outside it.
 * The data folder stores the path.
 */
export const getClusterFolder = async (dataDir: string): Promise<string> => {
  const inside = path.join(dataDir, "postgres");
  const user = getServerUser(inside);
  const isOpen = user === undefined || canAccess(user, dataDir);
  if (isOpen && !existsSync(path.join(dataDir, LOCATION_FILE))) return inside;
  if (existsSync(inside))
    throw new Error(
      `The database user can no longer access ${dataDir}. Give it access to the folders.`,
    );
  return readOrCreateText(dataDir, LOCATION_FILE, () => path.join(SHARED_HOME, randomUUID()));
};
