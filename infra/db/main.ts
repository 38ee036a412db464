import { readEnv, required } from "../env.ts";
import { migrate } from "./migrate.ts";

/** Migrates the database at `DATABASE_URL` and exits. */
await migrate(required(readEnv().databaseUrl, "DATABASE_URL"));
