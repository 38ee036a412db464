import { countJobs } from "../db/jobs/count-jobs.ts";
import { circuitStateSql } from "../db/providers/circuit-breaker.ts";
import { selectRows, type Sql } from "../db/sql.ts";
import type { GaugeSource } from "./register-gauge.ts";

const PROVIDER_STATES_SQL = `
  SELECT provider, ${circuitStateSql} <> 'answering' AS "isSilent" FROM provider_health h`;

const SPENT_TODAY_SQL = `
  SELECT coalesce(sum(price), 0)::float8 / 1e6 AS dollars
    FROM usage WHERE day = (now() AT TIME ZONE 'utc')::date`;

/** Gauges read from the job tables; every worker reports the same values. */
export const createJobGauges = (sql: Sql, spendLimit: number | null): GaugeSource[] => {
  const counts = () => countJobs(sql);
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
        (await selectRows<{ provider: string; isSilent: boolean }>(sql, PROVIDER_STATES_SQL)).map(
          ({ provider, isSilent }) => [{ provider }, isSilent ? 1 : 0] as const,
        ),
    },
    {
      name: "debate_spend_today_dollars",
      help: "What models have cost since midnight (UTC), at the configured prices",
      labels: [],
      look: async () =>
        (await selectRows<{ dollars: number }>(sql, SPENT_TODAY_SQL)).map(
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
