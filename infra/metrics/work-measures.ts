import { countWork } from "../db/count-work.ts";
import { providerState } from "../db/provider-health.ts";
import { select, type Sql } from "../db/sql.ts";
import type { Measure } from "./watch.ts";

const PROVIDERS = `
  SELECT provider, ${providerState} <> 'answering' AS "isSilent" FROM provider_health h`;

const SPENT = `
  SELECT coalesce(sum(price), 0)::float8 / 1e6 AS dollars
    FROM usage WHERE day = (now() AT TIME ZONE 'utc')::date`;

/** Gauges read from the job tables; every worker reports the same values. */
export const workMeasures = (sql: Sql, spendLimit: number | null): Measure[] => {
  const counts = () => countWork(sql);
  return [
    {
      name: "debate_work",
      help: "Work by its kind: waiting to be taken, awaiting a place at its provider or a spending limit, running",
      labels: ["work", "state"],
      look: async () =>
        (await counts()).flatMap(({ job, waiting, awaiting, running }) =>
          Object.entries({ waiting, awaiting, running }).map(
            ([state, count]) => [{ work: job, state }, count] as const,
          ),
        ),
    },
    {
      name: "debate_work_oldest_seconds",
      help: "Since when the oldest work of a kind could have been taken; 0 where none waits",
      labels: ["work"],
      look: async () => (await counts()).map(({ job, oldest }) => [{ work: job }, oldest] as const),
    },
    {
      name: "debate_provider_left_alone",
      help: "1 while a provider is left alone or tried out, since it fails or has asked for it",
      labels: ["provider"],
      look: async () =>
        (await select<{ provider: string; isSilent: boolean }>(sql, PROVIDERS)).map(
          ({ provider, isSilent }) => [{ provider }, isSilent ? 1 : 0] as const,
        ),
    },
    {
      name: "debate_spend_today_dollars",
      help: "What models have cost since midnight (UTC), at the configured prices",
      labels: [],
      look: async () =>
        (await select<{ dollars: number }>(sql, SPENT)).map(
          ({ dollars }) => [{}, dollars] as const,
        ),
    },
    {
      name: "debate_spend_limit_dollars",
      help: "What may be spent in a day; absent where there is no limit",
      labels: [],
      look: async () => (spendLimit === null ? [] : [[{}, spendLimit] as const]),
    },
  ];
};
