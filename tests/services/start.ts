import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrate } from "#infra/db/migrate.ts";
import { startCluster } from "#infra/local/postgres/cluster.ts";
import { announceMissing } from "./announce-missing.ts";
import { findHeadlessChromium } from "./chromium.ts";
import { containersAnswer, startPostgresContainer } from "./containers.ts";
import { keep } from "./kept.ts";
import stopServices from "./stop.ts";

/** Durability is not what these tests are about; speed is. Nobody tidies up what is thrown away. */
const TEST_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: 500,
};

/** Ours, whatever `DATABASE_URL` names: tests make, fill and drop databases, and are told of no other. */
const postgresServer = async (): Promise<string> => {
  try {
    const folder = await mkdtemp(path.join(tmpdir(), "debate-tests-"));
    execFileSync("chmod", ["711", folder]);
    const cluster = await startCluster({
      dataDir: path.join(folder, "postgres"),
      password: "tests",
      settings: TEST_SETTINGS,
    });
    keep(() => cluster.stop(), folder);
    return cluster.url;
  } catch (err) {
    if (!(await containersAnswer())) throw err;
    return startPostgresContainer();
  }
};

/** How each test gets a Redis of its own, which it empties: a program on the PATH, a container, or none. */
const redisSource = async (): Promise<string> => {
  if (spawnSync("redis-server", ["--version"]).status === 0) return "redis-server";
  return (await containersAnswer()) ? "container" : "none";
};

const start = async (): Promise<void> => {
  // Two runs at the same time would build into the same folder.
  if (!process.env["TEST_IS_BUILT"])
    execFileSync("npm", ["run", "--silent", "build:server"], { stdio: "inherit" });
  const databaseUrl = await postgresServer();
  await migrate(databaseUrl);
  process.env["TEST_DATABASE_URL"] = databaseUrl;
  process.env["TEST_REDIS"] = await redisSource();
  if (process.env["TEST_REDIS"] === "none") announceMissing("No Redis was found", "REQUIRE_REDIS");
  const browser = findHeadlessChromium();
  if (browser) process.env["TEST_BROWSER"] = browser.executablePath;
  else announceMissing("No browser was found", "REQUIRE_BROWSER");
};

/** Services, a migrated template database, and the product's processes, built. */
export default async (): Promise<void> => {
  try {
    await start();
  } catch (err) {
    // Nobody else does, and what runs would keep this process from its end.
    await stopServices();
    throw err;
  }
};
