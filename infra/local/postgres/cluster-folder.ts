import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { keptText } from "../launcher/data-dir.ts";
import { SHARED_HOME } from "./binaries.ts";
import { canReach, serverUser } from "./server-user.ts";

/** Says where the database's files are when they can't be in the data folder. */
const NOTE = "postgres-location";

/**
 * Where the database's files are: in the data folder; or, when we are root and our database server,
 * which must not be, cannot enter that folder, in a place of their own that is noted in it.
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
