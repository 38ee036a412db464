import { countJobs } from "../db/jobs/count-jobs.ts";
import { circuitStateSql } from "../db/providers/circuit-breaker.ts";
import { selectRows, type Sql } from "../db/sql.ts";
import type { GaugeSource } from "./register-gauge.ts";
import { JOB_LABELS, toJobLabels } from "./registry.ts";

const PROVIDER_STATES_SQL = `
  SELECT provider, ${circuitStateSql} <> 'answering' AS "isCircuitOpen" FROM provider_health h`;

const SPENT_TODAY_SQL = `
  SELECT coalesce(sum(price), 0)::float8 / 1e6 AS dollars
    FROM usage WHERE day = (now() AT TIME ZONE 'utc')::date`;

/**
 * Names of these gauges in the previous version. They are still exported, because existing alert
 * rules and dashboards query them.
 */
const PREVIOUS_NAMES: Readonly<Record<string, string>> = {
  debate_jobs: "debate_work",
  debate_oldest_job_age_seconds: "debate_work_oldest_seconds",
  debate_circuit_breaker_open: "debate_provider_left_alone",
};
const PREVIOUS_STATES: Readonly<Record<string, string>> = { deferred: "awaiting" };

const withPreviousName = (source: GaugeSource): GaugeSource[] => {
  const name = PREVIOUS_NAMES[source.name];
  if (name === undefined) return [source];
  const read = async () =>
    (await source.read()).map(([labels, value]) => {
      const { state } = labels;
      const previous = state === undefined ? {} : { state: PREVIOUS_STATES[state] ?? state };
      return [{ ...labels, ...previous }, value] as const;
    });
  return [source, { ...source, name, read }];
};

/** Gauges that are read from the job tables. Every worker reports the same values. */
export const createJobGauges = (sql: Sql, spendLimit: number | null): GaugeSource[] => {
  const counts = () => countJobs(sql);
  const sources: GaugeSource[] = [
    {
      name: "debate_jobs",
      help: "Jobs by state: waiting for a worker, deferred for a provider slot or a budget, running",
      labels: [...JOB_LABELS, "state"],
      read: async () =>
        (await counts()).flatMap(({ job, waiting, deferred, running }) =>
          Object.entries({ waiting, deferred, running }).map(
            ([state, count]) => [{ ...toJobLabels(job), state }, count] as const,
          ),
        ),
    },
    {
      name: "debate_oldest_job_age_seconds",
      help: "Time since the oldest due job became due; 0 if none is due",
      labels: JOB_LABELS,
      read: async () =>
        (await counts()).map(({ job, oldest }) => [toJobLabels(job), oldest] as const),
    },
    {
      name: "debate_circuit_breaker_open",
      help: "1 while the circuit breaker of a provider is open or half open",
      labels: ["provider"],
      read: async () =>
        (
          await selectRows<{ provider: string; isCircuitOpen: boolean }>(sql, PROVIDER_STATES_SQL)
        ).map(({ provider, isCircuitOpen }) => [{ provider }, isCircuitOpen ? 1 : 0] as const),
    },
    {
      name: "debate_spend_today_dollars",
      help: "Cost of models since midnight UTC, at the configured prices",
      labels: [],
      read: async () =>
        (await selectRows<{ dollars: number }>(sql, SPENT_TODAY_SQL)).map(
          ({ dollars }) => [{}, dollars] as const,
        ),
    },
    {
      name: "debate_spend_limit_dollars",
      help: "Daily spending limit of the site; absent without a limit",
      labels: [],
      read: async () => (spendLimit === null ? [] : [[{}, spendLimit] as const]),
    },
  ];
  return sources.flatMap(withPreviousName);
};
