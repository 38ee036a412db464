import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { migrateDatabase } from "#infra/db/migrate.ts";
import { startCluster } from "#infra/dev/postgres/cluster.ts";
import { reportMissingService } from "./report-missing-service.ts";
import { detectServerPrograms } from "./server-programs.ts";
import { findHeadlessChromium } from "./chromium.ts";
import { isDockerAvailable, startPostgresContainer } from "./containers.ts";
import { registerTeardown } from "./teardown-registry.ts";
import stopServices from "./stop-services.ts";

/**
 * Settings for speed instead of durability. Vacuum is off, because test databases are dropped soon.
 */
const POSTGRES_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: 500,
};

/**
 * Starts PostgreSQL for the tests. Never uses `DATABASE_URL`, because tests create and drop
 * databases.
 */
const startPostgres = async (): Promise<string> => {
  try {
    const folder = await mkdtemp(path.join(tmpdir(), "debate-tests-"));
    execFileSync("chmod", ["711", folder]);
    const cluster = await startCluster({
      dataDir: path.join(folder, "postgres"),
      password: "tests",
      settings: POSTGRES_SETTINGS,
    });
    registerTeardown(() => cluster.stop(), folder);
    return cluster.url;
  } catch (err) {
    if (!(await isDockerAvailable())) throw err;
    return startPostgresContainer();
  }
};

/**
 * Prevents the recurring jobs from running in tests that do not make them due. Their rows and log
 * lines would disturb these tests.
 */
const suspendRecurringJobs = async (connectionString: string): Promise<void> => {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query("UPDATE cleanups SET run_at = 'infinity'");
  await client.query("UPDATE leaderboards SET run_at = 'infinity'");
  await client.end();
};

/** Detects how tests can start Redis: as a program on the PATH, as a container, or not at all. */
const detectRedisSource = async (): Promise<string> => {
  if (spawnSync("redis-server", ["--version"]).status === 0) return "redis-server";
  return (await isDockerAvailable()) ? "container" : "none";
};

const startAll = async (): Promise<void> => {
  // The caller sets this variable if the product is already built, because two runs at once would
  // build into the same folder.
  if (!process.env["TEST_IS_BUILT"])
    execFileSync("npm", ["run", "--silent", "build:server"], { stdio: "inherit" });
  const databaseUrl = await startPostgres();
  await migrateDatabase(databaseUrl);
  await suspendRecurringJobs(databaseUrl);
  process.env["TEST_DATABASE_URL"] = databaseUrl;
  process.env["TEST_REDIS"] = await detectRedisSource();
  if (process.env["TEST_REDIS"] === "none")
    reportMissingService("No Redis was found", "REQUIRE_REDIS");
  detectServerPrograms();
  const browser = findHeadlessChromium();
  if (browser) process.env["TEST_BROWSER"] = browser.executablePath;
  else reportMissingService("No browser was found", "REQUIRE_BROWSER");
};

/**
 * Builds the product and starts the services. The database of the setup is migrated, and tests copy
 * it.
 */
export default async (): Promise<void> => {
  try {
    await startAll();
  } catch (err) {
    // Services that keep running would prevent this process from exiting.
    await stopServices();
    throw err;
  }
};
