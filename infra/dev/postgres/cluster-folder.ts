import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { readOrCreateText } from "../launcher/data-dir.ts";
import { SHARED_HOME } from "./find-binaries.ts";
import { canAccess, getServerUser } from "./server-user.ts";

/** File that holds the path of the database folder if that is not inside the data folder. */
const LOCATION_FILE = "postgres-location";

/**
 * Returns the folder of the database, by default inside the data folder. PostgreSQL refuses to run
 * as root. If this process is root, it runs PostgreSQL as another user. If that user cannot enter
 * the data folder, the database gets a folder outside, whose path is stored in the data folder.
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
