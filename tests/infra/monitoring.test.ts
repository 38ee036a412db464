import { readdirSync, readFileSync } from "node:fs";
import { parser } from "@prometheus-io/lezer-promql";
import { Registry } from "prom-client";
import { parse } from "yaml";
import { z } from "zod";
import { MP3_CONTENT_TYPE } from "#api/audio/recording-media.ts";
import { ALL_ROUTES } from "#api/routes/all-routes.ts";
import { startApi } from "#api/start-api.ts";
import { recordSuccess } from "#infra/db/providers/circuit-breaker.ts";
import {
  ALERT_KINDS,
  alertsRaised,
  metricsRegistry,
  providerDeferrals,
} from "#infra/metrics/registry.ts";
import { registerGauge } from "#infra/metrics/register-gauge.ts";
import { startDatabaseProxy } from "../helpers/postgres-proxy/database-proxy.ts";
import { type TestBackend, openTestBackend, testLogger, waitUntil } from "../harness.ts";
import { WorkerHarness } from "../worker/worker-harness.ts";
import { insertUsage } from "../helpers/insert-usage.ts";

const read = (file: string) => readFileSync(`infra/deploy/${file}`, "utf8");

const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const alerts = Rules.parse(parse(read("monitoring/alerts.yml"))).groups.flatMap(
  ({ rules }) => rules,
);

const Dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) }),
  ),
});
const panels = readdirSync("infra/deploy/monitoring/dashboards").flatMap((file) =>
  Dashboard.parse(JSON.parse(read(`monitoring/dashboards/${file}`))).panels.flatMap(
    ({ title, targets }) => targets.map(({ expr }) => [`${file}: ${title}`, expr] as const),
  ),
);
const queries = [...alerts.map(({ alert, expr }) => [alert, expr] as const), ...panels];

/** Labels that Prometheus adds itself. It renames a metric's own label of the same name. */
const TARGET_LABELS = ["job", "instance"];
/**
 * Metrics that the product does not export, with their labels: Prometheus' own and those of
 * kube-state-metrics.
 */
const FOREIGN_METRICS = new Map([
  ["up", TARGET_LABELS],
  ["kube_cronjob_status_last_successful_time", ["namespace", "cronjob"]],
  ["kube_cronjob_created", ["namespace", "cronjob"]],
]);

/** Returns the value of a series; undefined if it is missing. */
const valueOf = (metrics: string, series: string): number | undefined => {
  const line = metrics.split("\n").find((text) => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
};

/** Returns the name of the metric that a series belongs to. */
const metricOf = (series: string): string => series.replace(/_(bucket|sum|count)$/, "");

const LABELLED = new Set(["VectorSelector", "AggregateExpr"]);

/**
 * Returns the series in a query, each with the labels by which it is selected or aggregated. Throws
 * if the query is invalid.
 */
const findSeries = (query: string): { series: string; labels: string[] }[] => {
  const text = query.replaceAll("$__rate_interval", "5m").replaceAll("$__range", "1h");
  const found: { series: string; at: number }[] = [];
  const named: { label: string; from: number; to: number }[] = [];
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) throw new Error(`no query, from ${text.slice(from)}`);
      const word = text.slice(from, to);
      if (type.name === "Identifier" && node.parent?.type.name === "VectorSelector")
        found.push({ series: word, at: from });
      if (type.name !== "LabelName") return;
      let of = node;
      while (of.parent && !LABELLED.has(of.type.name)) of = of.parent;
      named.push({ label: word, from: of.from, to: of.to });
    },
  });
  return found.map(({ series, at }) => ({
    series,
    labels: named.filter(({ from, to }) => from <= at && at < to).map(({ label }) => label),
  }));
};

const Labelled = z.array(z.object({ name: z.string(), labelNames: z.array(z.string()) }));

/**
 * Returns the labels of each metric: those declared in this process, and those in the scraped text.
 */
const labelsIn = (metrics: string): Map<string, Set<string>> => {
  const labels = new Map<string, Set<string>>();
  const add = (metric: string, names: Iterable<string>) =>
    labels.set(metric, new Set([...(labels.get(metric) ?? []), ...names]));
  for (const { name, labelNames } of Labelled.parse(metricsRegistry.getMetricsAsArray()))
    add(name, labelNames);
  for (const [, series = "", text = ""] of metrics.matchAll(/^(\w+)(?:\{(.*)\})? /gm))
    add(
      metricOf(series),
      Array.from(text.matchAll(/(\w+)="/g), ([, label = ""]) => label),
    );
  return labels;
};

describe("the metrics", () => {
  let backend: TestBackend;
  let harness: WorkerHarness;
  const stops: (() => Promise<unknown>)[] = [];
  const ports: number[] = [];
  beforeAll(async () => {
    backend = await openTestBackend("postgres");
    harness = await WorkerHarness.open(backend);
    const measured = { METRICS_PORT: "0", DAILY_SPEND_LIMIT: "10" };
    const env = backend.env({ ...harness.variables, ...measured });
    const [api, worker] = await Promise.all([
      startApi({ env, logger: testLogger }),
      harness.startWorker({ env }),
    ]);
    stops.push(() => api.close());
    for (const { metricsPort = 0 } of [api, worker]) ports.push(metricsPort);
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
    await harness.close();
    await backend.database.drop();
  });

  /** Returns the metrics of API and worker, as Prometheus reads them. */
  const scrape = async (): Promise<string> => {
    const answers = ports.map(async (port) =>
      (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
    );
    return (await Promise.all(answers)).join("\n");
  };

  it("include every metric that an alert or a panel queries", async () => {
    const known = new Set((await scrape()).match(/(?<=^# TYPE )\S+/gm));
    expect(queries.length).toBeGreaterThan(30);
    for (const [where, query] of queries) {
      const used = findSeries(query).map(({ series }) => metricOf(series));
      const missing = used.filter((name) => !FOREIGN_METRICS.has(name) && !known.has(name));
      expect([where, missing]).toEqual([where, []]);
    }
  });

  it("have the labels by which queries select and aggregate", async () => {
    const labels = labelsIn(await scrape());
    for (const [where, query] of queries)
      for (const { series, labels: used } of findSeries(query)) {
        const own = FOREIGN_METRICS.get(series) ?? labels.get(metricOf(series));
        const known = new Set([...(own ?? []), ...(series.endsWith("_bucket") ? ["le"] : [])]);
        expect([where, used.filter((label) => !known.has(label))]).toEqual([where, []]);
      }
  });

  it("have no label that Prometheus uses itself", async () => {
    for (const [metric, labels] of labelsIn(await scrape()))
      expect([metric, TARGET_LABELS.filter((own) => labels.has(own))]).toEqual([metric, []]);
  });

  it("describe a turn: its wait, its result, and its model's duration and tokens", async () => {
    const debate = await harness.makeDebate();
    const turnId = await harness.requestTurn(debate);
    await harness.turnIn(turnId, { judgingStatus: "complete" });
    const metrics = await waitUntil(async () => {
      const text = await scrape();
      return (
        /duration_seconds_count\{job_name="judge-turn",.*outcome="completed"\} [1-9]/.test(text) &&
        text
      );
    });
    const model =
      'gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="gpt-5.4"';
    for (const series of [
      'debate_job_wait_seconds_count{job_name="generate-turn",work="generate-turn"}',
      'debate_job_duration_seconds_count{job_name="generate-turn",work="generate-turn",outcome="completed"}',
      `gen_ai_client_operation_time_to_first_chunk_seconds_count{${model}}`,
      `gen_ai_client_operation_duration_seconds_count{${model},error_type=""}`,
      `gen_ai_client_token_usage_sum{${model},gen_ai_token_type="output"}`,
      "debate_turn_deltas_total",
      'debate_database_connections{state="idle"}',
      "debate_spend_today_dollars",
      "debate_spend_limit_dollars",
    ])
      expect([series, valueOf(metrics, series)]).toEqual([series, expect.any(Number)]);
    expect(valueOf(metrics, "debate_spend_limit_dollars")).toBe(10);
  });

  it("contain today's spending without that of the day before", async () => {
    const spent = async () => valueOf(await scrape(), "debate_spend_today_dollars") ?? Number.NaN;
    const before = await spent();
    for (const daysAgo of [0, 1])
      await insertUsage((...statement) => harness.db.query(...statement), { price: 5e6, daysAgo });
    expect(await spent()).toBeCloseTo(before + 5, 1);
  });

  it("contain waiting jobs, the age of the oldest, and providers with an open breaker", async () => {
    const debate = await harness.makeDebate();
    const turnId = await harness.requestTurn(debate, { isLost: true });
    await harness.db.query(
      `UPDATE turns SET run_at = now() - interval '1 hour', deferred_for = 'grok' WHERE id = $1`,
      [turnId],
    );
    await harness.db.query(
      `UPDATE provider_health SET failures = 9, open_until = now() + interval '1 hour'
        WHERE provider = 'grok'`,
    );
    const metrics = await scrape();
    const job = 'job_name="generate-turn",work="generate-turn"';
    expect(metrics).toContain(`debate_jobs{${job},state="deferred"} 1`);
    expect(metrics).toMatch(new RegExp(`^debate_oldest_job_age_seconds\\{${job}\\} 36\\d\\d`, "m"));
    expect(metrics).toContain('debate_circuit_breaker_open{provider="grok"} 1');
    expect(metrics).toContain('debate_circuit_breaker_open{provider="openai"} 0');
    // Alert rules and dashboards of the previous version query these names.
    expect(metrics).toContain(`debate_work{${job},state="awaiting"} 1`);
    expect(metrics).toMatch(new RegExp(`^debate_work_oldest_seconds\\{${job}\\} 36\\d\\d`, "m"));
    expect(metrics).toContain('debate_provider_left_alone{provider="grok"} 1');
  });

  it("report a failing provider until it has answered, even after its pause", async () => {
    const isBreakerOpen = async () =>
      valueOf(await scrape(), 'debate_circuit_breaker_open{provider="claude"}');
    await harness.db.query(
      `UPDATE provider_health SET failures = 5, open_until = now() - interval '1 minute'
        WHERE provider = 'claude'`,
    );
    expect(await isBreakerOpen()).toBe(1);
    await recordSuccess(harness.db, "claude", true);
    expect(await isBreakerOpen()).toBe(0);
  });
});

describe("a database outage", () => {
  it("is visible as missing metrics of workers that still respond", async () => {
    const backend = await openTestBackend("postgres");
    const harness = await WorkerHarness.openEmpty(backend);
    const wire = await startDatabaseProxy(backend.database.url);
    const measured = { METRICS_PORT: "0", DATABASE_URL: wire.url };
    const { metricsPort } = await harness.startWorker({
      env: backend.env({ ...harness.variables, ...measured }),
    });
    const alert = alerts.find(({ alert }) => alert === "DatabaseUnreachable");
    const [, series = "none"] = /^absent\((\w+)\)$/.exec(alert?.expr ?? "") ?? [];
    const isThere = async () => {
      const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
      expect(answer.status).toBe(200);
      return new RegExp(`^${series}\\b`, "m").test(await answer.text());
    };
    expect(await isThere()).toBe(true);
    await wire.cut();
    expect(await isThere()).toBe(false);
    await wire.mend();
    await waitUntil(isThere);
    await harness.close();
    await wire.cut();
    await backend.database.drop();
  });
});

describe("a gauge", () => {
  it.each([
    ["no value", async () => []],
    ["a failing query", () => Promise.reject(new Error("the database is away"))],
  ])("with %s is missing instead of 0", async (_, readCount) => {
    const register = new Registry();
    registerGauge(register, { name: "some", help: "Some", labels: [], read: readCount });
    expect(valueOf(await register.metrics(), "some")).toBeUndefined();
  });
});

describe("the request durations", () => {
  it("exclude routes that stream for as long as listeners stay", () => {
    const spoken = ALL_ROUTES.map(({ endpoint }) => endpoint)
      .filter(({ media }) => media === MP3_CONTENT_TYPE)
      .map(({ path }) => `/api${path}`);
    expect(spoken).toContain("/api/debates/:id/live.mp3");
    const used = queries.filter(([, query]) => query.includes("request_duration_seconds_bucket"));
    expect(used).toHaveLength(2);
    for (const [where, query] of used) {
      const [, leftOut = ""] = /http_route!~"(.+?)"/.exec(query) ?? [];
      const told = [...spoken, "/feed/:id.mp3"].filter(
        (route) => !new RegExp(`^(?:${leftOut})$`).test(route),
      );
      expect([where, told]).toEqual([where, []]);
    }
  });
});

describe("an alert", () => {
  it("exists for each kind of raised alert, whose counter starts at 0", async () => {
    const metrics = await metricsRegistry.metrics();
    for (const word of ALERT_KINDS) {
      const series = `debate_alerts_raised_total{alert="${word}"}`;
      expect([word, valueOf(metrics, series)]).toEqual([word, 0]);
      expect(alerts.filter(({ expr }) => expr.includes(series))).toHaveLength(1);
    }
  });

  it("has its section in the runbook, which has no other sections", () => {
    const [, section = ""] = readFileSync("docs/operations/runbook.md", "utf8").split(
      "\n## Alerts\n",
    );
    const paragraphs = section.match(/(?<=^### )\w+$/gm);
    expect(paragraphs?.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
  });
});

describe("a renamed counter", () => {
  it("keeps its previous name, with the same values", async () => {
    providerDeferrals.inc({ provider: "grok" }, 3);
    alertsRaised.inc({ alert: "registrations" });
    const metrics = await metricsRegistry.metrics();
    for (const [name, previous, labels] of [
      ["debate_provider_deferrals_total", "debate_job_put_off_total", 'provider="grok"'],
      ["debate_alerts_raised_total", "debate_person_called_total", 'alert="registrations"'],
    ]) {
      const value = valueOf(metrics, `${name}{${labels}}`);
      expect(value).toBeGreaterThan(0);
      expect(valueOf(metrics, `${previous}{${labels}}`)).toBe(value);
    }
  });
});
