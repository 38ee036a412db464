import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { z } from "zod";
import { JOBS, JOB_NAMES, QUEUES } from "#shared/contract/jobs.ts";
import { readEnv } from "#infra/env.ts";
import { JOB_TABLES } from "#infra/db/jobs/job-tables.ts";
import { createJobGauges } from "#infra/metrics/job-gauges.ts";
import { Variables } from "#infra/variables.ts";
import { openTestBackend, type TestBackend } from "../harness.ts";
import { WorkerHarness } from "../worker/worker-harness.ts";
import { listUnknownFields } from "./kubernetes-schemas.ts";
import { kustomize } from "./kustomize.ts";

const read = (file: string) => readFileSync(file, "utf8");
const Package = z.object({ version: z.string() });
const OVERLAYS = ["demo", "production"] as const;
const manifestsOf = {
  demo: kustomize("infra/deploy/kubernetes/overlays/demo"),
  production: kustomize("infra/deploy/kubernetes/overlays/production"),
};
const everywhere = OVERLAYS.flatMap((overlay) =>
  manifestsOf[overlay].map((manifest) => ({ overlay, manifest })),
);

const Named = z.object({ name: z.string() });
const Labels = z.record(z.string(), z.string());
const Probe = z.looseObject({
  httpGet: z.object({ path: z.string(), port: z.string() }).optional(),
});
const Container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  env: z.array(z.looseObject({ name: z.string() })).default([]),
  envFrom: z
    .array(z.object({ configMapRef: Named.optional(), secretRef: Named.optional() }))
    .default([]),
  startupProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  resources: z.object({ requests: Labels, limits: Labels }),
});
const Pod = z.looseObject({
  metadata: z.object({ labels: Labels }),
  spec: z.looseObject({
    automountServiceAccountToken: z.literal(false),
    terminationGracePeriodSeconds: z.number().default(30),
    containers: z.tuple([Container]),
  }),
});
const WithPod = z.looseObject({ spec: z.object({ template: Pod }) });
const CronJob = z.looseObject({ spec: z.object({ jobTemplate: WithPod }) });

const podOf = ({ overlay, manifest }: (typeof everywhere)[number]) => {
  const { kind, metadata } = manifest;
  const holder = kind === "CronJob" ? CronJob.parse(manifest).spec.jobTemplate : manifest;
  const { template } = WithPod.parse(holder).spec;
  const [container] = template.spec.containers;
  return {
    overlay,
    kind,
    name: metadata.name,
    labels: template.metadata.labels,
    spec: template.spec,
    container,
  };
};
const WITH_PODS = new Set(["Deployment", "StatefulSet", "Job", "CronJob"]);
const pods = everywhere.filter(({ manifest }) => WITH_PODS.has(manifest.kind)).map(podOf);
const processes = pods.filter(({ container }) => /\bchatbot-debate\b/.test(container.image));
const servers = processes.filter(({ kind, name }) => kind === "Deployment" && name !== "standins");
const isWorker = ({ name }: { name: string }) => name.startsWith("worker-");

const Texts = z.looseObject({ data: Labels.default({}), stringData: Labels.default({}) });
/** Returns the data of a ConfigMap or Secret. */
const textsIn = (overlay: (typeof OVERLAYS)[number], kind: string, name: string) => {
  const found = manifestsOf[overlay].find((m) => m.kind === kind && m.metadata.name === name);
  const { data, stringData } = Texts.parse(found ?? {});
  return { ...data, ...stringData };
};
/** Returns the environment of a server's container, as far as the manifests define it. */
const environmentOf = ({ overlay, container }: (typeof servers)[number]): Record<string, string> =>
  Object.fromEntries(
    container.envFrom.flatMap(({ configMapRef, secretRef }) => [
      ...Object.entries(configMapRef ? textsIn(overlay, "ConfigMap", configMapRef.name) : {}),
      ...Object.entries(secretRef ? textsIn(overlay, "Secret", secretRef.name) : {}),
    ]),
  );
/** Returns the queues that a worker serves. */
const queuesOf = ({ container: { command } }: (typeof servers)[number]): string[] =>
  (command[command.indexOf("--queues") + 1] ?? "").split(",");

const ofKind = (kind: string) => everywhere.filter(({ manifest }) => manifest.kind === kind);

describe("a manifest", () => {
  it.each(
    everywhere.map(
      ({ overlay, manifest }) =>
        [manifest.kind, manifest.metadata.name, overlay, manifest] as const,
    ),
  )(
    "of kind %s, %s in %s, matches its schema without unknown fields",
    (_kind, _name, _overlay, manifest) => {
      expect(listUnknownFields(manifest)).toEqual([]);
    },
  );

  it("with an unknown or a missing field fails this check", () => {
    const [api] = ofKind("Service").map(({ manifest }) => manifest);
    if (!api) throw new Error("there is no service");
    expect(listUnknownFields({ ...api, spec: { port: [], selector: {} } })).toEqual(["/spec/port"]);
    expect(() => listUnknownFields({ ...api, spec: { ports: [{ name: "http" }] } })).toThrow(
      "port",
    );
  });

  it("with a selector selects at least one pod", () => {
    const Selecting = z.looseObject({
      spec: z.looseObject({
        selector: z.union([z.object({ matchLabels: Labels }), Labels]).optional(),
        podSelector: z.object({ matchLabels: Labels.optional() }).optional(),
      }),
    });
    for (const kind of ["Service", "PodDisruptionBudget", "NetworkPolicy", "Deployment"])
      for (const { overlay, manifest } of ofKind(kind)) {
        const { selector, podSelector } = Selecting.parse(manifest).spec;
        const chosen = podSelector ?? selector;
        const expectedLabels = Labels.parse(
          chosen && "matchLabels" in chosen ? (chosen.matchLabels ?? {}) : (selector ?? {}),
        );
        const selected = pods.filter(
          ({ overlay: of, labels }) =>
            of === overlay &&
            Object.entries(expectedLabels).every(([label, value]) => labels[label] === value),
        );
        expect([manifest.metadata.name, selected.length]).not.toEqual([manifest.metadata.name, 0]);
      }
  });
});

describe("a process in a cluster", () => {
  const named = processes.map((pod) => [pod.name, pod.overlay, pod] as const);

  it.each(named)("as %s of %s is a built process without privileges", (_n, _o, pod) => {
    const [, script = ""] = /dist\/([\w-]+)\.js/.exec(pod.container.command.join(" ")) ?? [];
    expect(read("rolldown.config.ts")).toMatch(new RegExp(`^ {4}"?${script}"?: "`, "m"));
    expect(pod.spec).toMatchObject({
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: "RuntimeDefault" },
      },
      containers: [
        {
          securityContext: {
            readOnlyRootFilesystem: true,
            allowPrivilegeEscalation: false,
            capabilities: { drop: ["ALL"] },
          },
        },
      ],
    });
    expect(pod.container.resources.limits["memory"]).toMatch(/^\d+[MG]i$/);
    expect(pod.container.resources.requests["cpu"]).toMatch(/^\d+m$/);
  });

  it.each(servers.map((pod) => [pod.name, pod.overlay, pod] as const))(
    "as %s of %s has valid variables, and probes on the ports it listens on",
    (_name, _overlay, pod) => {
      const variables = environmentOf(pod);
      expect(Object.keys(variables).filter((name) => !(name in Variables.shape))).toEqual([]);
      const env = readEnv(variables);
      const port = isWorker(pod) ? env.workerHealthPort : env.port;
      const answering = isWorker(pod) ? "health" : "http";
      const { startupProbe, readinessProbe, livenessProbe, ports } = pod.container;
      expect(ports).toEqual([
        { name: answering, containerPort: port },
        { name: "metrics", containerPort: env.metricsPort },
      ]);
      const alive = { path: "/healthz", port: answering };
      const ready = { path: "/readyz", port: answering };
      expect(livenessProbe?.httpGet).toEqual(alive);
      // If the database is down, at least one API must stay in service to report that. So the
      // readiness probe of an API does not depend on the database.
      const [first, later] = isWorker(pod) ? [alive, ready] : [ready, alive];
      expect(startupProbe?.httpGet).toEqual(first);
      expect(readinessProbe?.httpGet).toEqual(later);
      const source = read(isWorker(pod) ? "worker/runtime/health-server.ts" : "api/app.ts");
      for (const path of ["/healthz", "/readyz"]) expect(source).toContain(`"${path}"`);
    },
  );

  it.each(servers.map((pod) => [pod.name, pod.overlay, pod] as const))(
    "as %s of %s gets more time to stop than its shutdown takes",
    (_name, _overlay, pod) => {
      const { drainMs, workerGraceMs } = readEnv(environmentOf(pod));
      const Pausing = z.object({
        exec: z.object({ command: z.tuple([z.literal("sleep"), z.coerce.number()]) }),
      });
      const Lifecycle = z.looseObject({ lifecycle: z.object({ preStop: Pausing }).optional() });
      const pause = Lifecycle.parse(pod.container).lifecycle?.preStop.exec.command[1] ?? 0;
      const needed = isWorker(pod) ? workerGraceMs : drainMs;
      expect(1000 * (pod.spec.terminationGracePeriodSeconds - pause)).toBeGreaterThan(
        needed + 10_000,
      );
      expect(pause > 0).toBe(!isWorker(pod));
    },
  );

  it.each(OVERLAYS)("of %s serves every queue with exactly one deployment", (overlay) => {
    const served = servers.filter((pod) => pod.overlay === overlay && isWorker(pod));
    const queues = served.flatMap(queuesOf);
    expect(queues.toSorted()).toEqual([...QUEUES].toSorted());
  });

  it("runs the current version of the product", () => {
    const { version } = Package.parse(JSON.parse(read("package.json")));
    const images = processes
      .filter(({ overlay }) => overlay === "production")
      .map(({ container }) => container.image);
    expect(new Set(images)).toEqual(new Set([`registry.example/chatbot-debate:${version}`]));
  });

  it("references only secrets that the deployment guide creates", () => {
    const inProduction = manifestsOf.production.map(({ kind }) => kind);
    expect(inProduction).not.toContain("Secret");
    const referred = JSON.stringify(manifestsOf.production).matchAll(
      /"(?:secretRef|secretKeyRef|authenticationRef)":\{"name":"([\w-]+)"/g,
    );
    for (const [, name] of referred)
      expect(read("docs/operations/deploy.md")).toContain(`create secret generic ${name} `);
  });

  it("has no password in any manifest", () => {
    const text = JSON.stringify(everywhere);
    expect(text).not.toMatch(/:\/\/\w+:[^@/"]+@/);
    expect(text).not.toMatch(/"name":"\w*(?:PASSWORD|SECRET)\w*","value":"(?!\$\()/);
  });

  it("of the demo has a fake for every model, the voice and moderation", () => {
    const pod = servers.find(({ overlay }) => overlay === "demo");
    const standins = pods.find(({ name }) => name === "standins");
    if (!pod || !standins) throw new Error("there is no demo");
    const { providers, voice, moderation } = readEnv(environmentOf(pod));
    const { command, ports } = standins.container;
    const port = command[command.indexOf("--port") + 1];
    expect(ports).toEqual([{ name: "standins", containerPort: Number(port) }]);
    for (const at of [...Object.values(providers), voice, moderation])
      expect(at?.baseUrl).toMatch(`http://standins:${port}/`);
    for (const at of [...Object.values(providers), voice]) expect(at?.model).toBe("stand-in");
  });
});

describe("the nightly backup", () => {
  const [backup] = ofKind("CronJob").map(({ manifest }) => manifest);
  if (!backup) throw new Error("there is no backup");

  it("first deletes old backups, except the newest complete one and one that is being written", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "debate-backups-"));
    const days = {
      "debates-2026-08-01-0317.backup": 30,
      "debates-2026-08-02-0317.backup": 29,
      "debates-2026-08-03-0317.backup": 28,
      "debates-2026-08-04-0317.backup.unfinished": 1,
      "debates-2026-08-05-0317.backup.unfinished": 0,
      "other.backup": 30,
    };
    for (const [name, age] of Object.entries(days)) {
      const at = Date.now() / 1000 - age * 86_400;
      await writeFile(path.join(folder, name), "");
      await utimes(path.join(folder, name), at, at);
    }
    // This fake `node` fails, as a backup on a full volume does.
    await writeFile(path.join(folder, "node"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    const [shell = "", ...args] = podOf({ overlay: "production", manifest: backup }).container
      .command;
    const { status } = spawnSync(
      shell,
      args.map((arg) => arg.replaceAll("/backups", folder)),
      { env: { PATH: `${folder}:${process.env["PATH"]}` } },
    );
    expect(status).toBe(1);
    expect((await readdir(folder)).toSorted()).toEqual([
      "debates-2026-08-03-0317.backup",
      "debates-2026-08-05-0317.backup.unfinished",
      "node",
      "other.backup",
    ]);
    await rm(folder, { recursive: true });
  });

  it("triggers an alert when it is missing", () => {
    const { name, namespace } = backup.metadata;
    expect(read("infra/deploy/monitoring/alerts.yml")).toContain(
      `kube_cronjob_status_last_successful_time{namespace="${namespace}", cronjob="${name}"}`,
    );
  });
});

describe("scaling", () => {
  const Target = z.looseObject({
    spec: z.looseObject({ scaleTargetRef: Named, minReplicaCount: z.number().default(0) }),
  });
  const Trigger = z.looseObject({
    type: z.literal("postgresql"),
    name: z.enum(["oldest-seconds", "open-rows"]),
    metadata: z.object({ query: z.string(), targetQueryValue: z.coerce.number().positive() }),
  });
  const Scaled = z.looseObject({
    spec: z.looseObject({ triggers: z.tuple([Trigger, Trigger]) }),
  });
  const scaled = ofKind("ScaledObject").map(({ manifest }) => ({
    name: Target.parse(manifest).spec.scaleTargetRef.name,
    least: Target.parse(manifest).spec.minReplicaCount,
    triggers: Scaled.parse(manifest).spec.triggers,
  }));

  it("is configured for each worker deployment, with at least one replica, and for the API", () => {
    const names = manifestsOf.production
      .filter(({ kind }) => kind === "Deployment")
      .map(({ metadata }) => metadata.name);
    const others = ofKind("HorizontalPodAutoscaler").map(
      ({ manifest }) => Target.parse(manifest).spec.scaleTargetRef.name,
    );
    expect(others).toEqual(["api"]);
    expect([...scaled.map(({ name }) => name), ...others].toSorted()).toEqual(names.toSorted());
    for (const { name, least } of scaled) expect([name, least >= 1]).toEqual([name, true]);
  });

  describe("by database queries", () => {
    let backend: TestBackend;
    let harness: WorkerHarness;
    let database: Client;
    beforeAll(async () => {
      backend = await openTestBackend("postgres");
      harness = await WorkerHarness.openEmpty(backend);
      database = new Client({ connectionString: backend.database.url });
      await database.connect();
    });
    afterAll(async () => {
      await database.end();
      await harness.close();
      await backend.database.drop();
    });

    /**
     * Inserts jobs of every kind in four states: due for an hour, not yet due, running, and
     * deferred for a provider.
     */
    const insertJobsInAllStates = async () => {
      const debates = await Promise.all([1, 2, 3, 4].map(() => harness.makeDebate()));
      for (const debate of debates) {
        const turnId = await harness.requestTurn(debate, { isLost: true });
        const of = [debate.id, turnId, debate.userId];
        await database.query(
          `INSERT INTO moderations (debate_id, turn_id) VALUES ($1, $2)`,
          of.slice(0, 2),
        );
        await database.query(`INSERT INTO exports (user_id) VALUES ($1)`, [debate.userId]);
        await database.query(`INSERT INTO cleanups DEFAULT VALUES`);
        await database.query(`INSERT INTO leaderboards DEFAULT VALUES`);
        await database.query(`INSERT INTO model_checks (service) VALUES (gen_random_uuid())`);
        await database.query(`INSERT INTO judge_audit_runs (judge) VALUES (gen_random_uuid())`);
        await database.query(`INSERT INTO verdict_repeats (debate_id, judge) VALUES ($1, 'grok')`, [
          debate.id,
        ]);
        await database.query(
          `INSERT INTO panel_votes (debate_id, judge, seat) VALUES ($1, 'grok', 1)`,
          [debate.id],
        );
        await database.query(`INSERT INTO emails (kind, user_id) VALUES ('confirm_email', $1)`, [
          debate.userId,
        ]);
        await database.query(
          `INSERT INTO audio_cache (turn_id, provider, content_hash) VALUES ($1, 'openai', $2)`,
          [turnId, `hash ${turnId}`],
        );
      }
      for (const job of JOB_NAMES) {
        const { table, prefix: p, running, providerSql } = JOB_TABLES[job];
        const { rows } = await database.query<{ id: number }>(
          `SELECT id FROM ${table} ORDER BY id`,
        );
        const [due, later, begun, awaiting] = rows.map(({ id }) => id);
        const set = (id: number | undefined, status: string, runAt: string) =>
          database.query(
            `UPDATE ${table} SET ${p}status = $2, ${p}run_at = now() + $3::interval WHERE id = $1`,
            [id, status, runAt],
          );
        await set(due, "pending", "-1 hour");
        await set(later, "pending", "1 hour");
        await set(begun, running, "-2 hours");
        await set(awaiting, "pending", providerSql === null ? "1 hour" : "-3 hours");
        if (providerSql !== null)
          await database.query(`UPDATE ${table} SET ${p}deferred_for = 'grok' WHERE id = $1`, [
            awaiting,
          ]);
      }
    };

    const countResults = async (query: string): Promise<number> => {
      const { rows } = await database.query<unknown[]>({ text: query, rowMode: "array" });
      expect(rows.map((columns) => columns.length)).toEqual([1]);
      return Number(rows[0]?.[0]);
    };
    const asked = async () => {
      const answers: [string, number][] = [];
      for (const { name, triggers } of scaled)
        for (const trigger of triggers)
          answers.push([
            `${name}: ${trigger.name}`,
            Math.floor(await countResults(trigger.metadata.query)),
          ]);
      return answers;
    };

    it("returns 0 without jobs, or else the open jobs and the age of the oldest per worker", async () => {
      const names = scaled.flatMap(({ name, triggers }) =>
        triggers.map((trigger) => `${name}: ${trigger.name}`),
      );
      expect(await asked()).toEqual(names.map((name) => [name, 0]));
      await insertJobsInAllStates();
      const found = Object.fromEntries(await asked());
      const [work] = createJobGauges(harness.db, null);
      const counted = (await work?.read()) ?? [];
      for (const worker of servers.filter((pod) => pod.overlay === "production" && isWorker(pod))) {
        const queues = new Set<string>(queuesOf(worker));
        const jobs = JOB_NAMES.filter((job) => queues.has(JOBS[job].queue));
        const open = counted
          .filter(
            ([{ job_name: name, state }]) =>
              jobs.some((job) => job === name) && state !== "deferred",
          )
          .reduce((sum, [, count]) => sum + count, 0);
        expect(open).toBeGreaterThanOrEqual(2 * jobs.length);
        expect([worker.name, found[`${worker.name}: open-rows`]]).toEqual([worker.name, open]);
        for (const [index, job] of jobs.entries()) {
          const { table, prefix: p } = JOB_TABLES[job];
          const hours = 10 + index;
          await database.query(
            `UPDATE ${table} SET ${p}run_at = now() - $1 * interval '1 hour'
              WHERE id = (SELECT min(id) FROM ${table})`,
            [hours],
          );
          const ages = Object.fromEntries(await asked());
          const age = ages[`${worker.name}: oldest-seconds`] ?? 0;
          expect([job, Math.floor(age / 3600)]).toEqual([job, hours]);
        }
      }
    });
  });
});
