import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { withDatabase } from "#infra/dev/launcher/embedded-database.ts";
import { findFreePort } from "#infra/dev/launcher/free-port.ts";
import { ShutdownStack } from "#infra/dev/launcher/shutdown-stack.ts";
import { startProduct } from "#infra/dev/launcher/start-product.ts";
import { addSamples } from "#infra/dev/samples/add-samples.ts";
import { Client } from "pg";

/** The pace of a fast real model. */
const TOKENS_PER_SECOND = "40";

/** Prices of the fakes' model, in dollars per million, so that the operations page shows costs. */
const PRICES = JSON.stringify({ "stand-in": { input: 2.5, output: 15, characters: 15 } });

export interface DemoSite {
  origin: string;
  sql(statement: string, values: unknown[]): Promise<void>;
}

/**
 * Runs `use` with the product in demo mode, as `npm start` starts it, on a new data folder with the
 * sample debates. The variables of this process and `.env` are ignored, so that no real service is
 * called.
 */
export const withDemoSite = async (use: (site: DemoSite) => Promise<void>): Promise<void> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "debate-pictures-"));
  const parts = new ShutdownStack();
  const { PATH = "" } = process.env;
  const variables = {
    PATH,
    PRICES,
    DATA_DIR: dataDir,
    PORT: String(await findFreePort()),
    STANDIN_TOKENS_PER_SECOND: TOKENS_PER_SECOND,
    DAILY_SPEND_LIMIT: "5",
    LIMIT_REGISTER_PER_HOUR: "100",
  };
  try {
    const { port } = await startProduct(variables, parts);
    await withDatabase({ dataDir }, async (databaseUrl) => {
      await addSamples(databaseUrl);
      const sql = async (statement: string, values: unknown[]) => {
        const client = new Client({ connectionString: databaseUrl });
        await client.connect();
        await client.query(statement, values);
        await client.end();
      };
      await use({ origin: `http://localhost:${port}`, sql });
    });
  } finally {
    await parts.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
};
