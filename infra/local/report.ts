import type { Env } from "../env.ts";
import { PROVIDERS, type Provider } from "#shared/domain/provider.ts";
import { keyVariable } from "./plan.ts";

interface Running {
  env: Env;
  standIns: readonly Provider[];
  /** Of the embedded database; null when it is another one. */
  databaseFolder: string | null;
}

/** What a person who started the product wants to know: where it is, and what in it is real. */
export const report = ({ env, standIns, databaseFolder }: Running): string => {
  const speaker = (id: Provider): string =>
    standIns.includes(id)
      ? `offline stand-in (set ${keyVariable(id)} for the real one)`
      : `real, at ${env.providers[id]?.baseUrl ?? "its vendor"}`;
  const rows = [
    ...PROVIDERS.map((id) => [env.labels[id], speaker(id)]),
    ["Database", databaseFolder ? `embedded, data in ${databaseFolder}` : "at DATABASE_URL"],
    ["Queue", env.redisUrl ? "on Redis, at REDIS_URL" : "on the database"],
  ];
  const lines = rows.map(([name = "", what = ""]) => `  ${name.padEnd(10)}${what}`);
  return [`Ready at http://localhost:${env.port}`, "", ...lines, ""].join("\n");
};
