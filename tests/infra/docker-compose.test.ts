import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { readEnv } from "#infra/env.ts";
import { QUEUES } from "#shared/contract/jobs.ts";
import { RESOURCE_LIMITS } from "#worker/jobs/rank-models/rank-in-thread.ts";

const Service = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).default(["node", "dist/api.js"]),
  environment: z.record(z.string(), z.coerce.string()).default({}),
  build: z.looseObject({ dockerfile: z.string() }).optional(),
  depends_on: z.record(z.string(), z.looseObject({ condition: z.string() })).default({}),
  ports: z.array(z.string()).optional(),
  mem_limit: z.string().optional(),
  stop_grace_period: z.string().default("10s"),
  logging: z.looseObject({ options: z.object({ "max-size": z.string(), "max-file": z.string() }) }),
});
const Compose = z.looseObject({ services: z.record(z.string(), Service) });

const read = (file: string) => readFileSync(file, "utf8");
const { services } = Compose.parse(parse(read("docker-compose.yml"), { merge: true }));
const ours = Object.entries(services).filter(([, { image }]) => image === "chatbot-debate");
const named = (name: string) => {
  const service = services[name];
  if (!service) throw new Error(`there is no ${name}`);
  return service;
};

describe("the compose file", () => {
  it.each(Object.entries(services))("limits memory and log size of %s", (_name, service) => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.logging.options).toEqual({ "max-size": "20m", "max-file": "5" });
  });

  it("gives the worker that computes the leaderboard twice the memory of that thread", () => {
    const { maxOldGenerationSizeMb, maxYoungGenerationSizeMb } = RESOURCE_LIMITS;
    const neededMb = 2 * (maxOldGenerationSizeMb + maxYoungGenerationSizeMb);
    const limit = /^(\d+)g$/.exec(named("worker-judging").mem_limit ?? "")?.[1];
    expect(Number(limit) * 1024).toBeGreaterThanOrEqual(neededMb);
    const deployment = read("infra/deploy/kubernetes/base/worker-judging.yaml");
    expect(deployment).toContain(`limits: { memory: ${limit}Gi }`);
  });

  it.each(ours)("runs %s as a built process without privileges", (_n, service) => {
    const [node, script = ""] = service.command;
    const [, name = ""] = /^dist\/(.+)\.js$/.exec(script) ?? [];
    expect(node).toBe("node");
    expect(read("rolldown.config.ts")).toMatch(new RegExp(`^ {4}"?${name}"?: "`, "m"));
    expect(service).toMatchObject({
      read_only: true,
      tmpfs: ["/tmp"],
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
  });

  it("builds the image once, before all services that use it", () => {
    const built = ours.filter(([, { build }]) => build !== undefined).map(([name]) => name);
    expect(built).toEqual(["migrate"]);
    const others = ours.filter(([name]) => name !== "migrate" && name !== "standins");
    for (const [name, { depends_on: awaited }] of others)
      expect([name, awaited["migrate"]?.condition]).toEqual([
        name,
        "service_completed_successfully",
      ]);
  });

  it("serves every queue by exactly one worker service", () => {
    const served = ours.flatMap(([, { command }]) => {
      const at = command.indexOf("--queues");
      return at < 0 ? [] : (command[at + 1] ?? "").split(",");
    });
    expect(served.toSorted()).toEqual([...QUEUES].toSorted());
  });

  it("gives each process more time to stop than its shutdown takes", () => {
    const { drainMs, workerGraceMs } = readEnv({});
    const graceMs = (name: string) => 1000 * Number.parseInt(named(name).stop_grace_period, 10);
    expect(graceMs("api")).toBeGreaterThan(drainMs + 10_000);
    for (const name of ["worker-turns", "worker-judging", "worker-speech"])
      expect(graceMs(name)).toBeGreaterThan(workerGraceMs + 10_000);
  });

  it("publishes only the proxy, on localhost by default", () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ["proxy", ["${BIND_ADDRESS:-127.0.0.1}:${PORT:-3000}:8080"]],
    ]);
    const { environment } = named("api");
    expect(environment["PUBLIC_ORIGIN"]).toBe("${PUBLIC_ORIGIN:-http://localhost:3000}");
    expect(environment["TRUST_PROXY"]).toBe("${TRUST_PROXY:-1}");
  });

  const SECRETS = ["DATABASE_PASSWORD", "POSTGRES_PASSWORD", "REDIS_PASSWORD", "SESSION_SECRET"];

  it("has no default for a secret and names the command that generates it", () => {
    const required = Array.from(
      read("docker-compose.yml").matchAll(/\$\{(\w+):?\?([^}]*)\}/g),
      ([, name, hint]) => [name, hint],
    );
    expect(new Set(required.map(([name]) => name))).toEqual(new Set(SECRETS));
    expect(new Set(required.map(([, hint]) => hint))).toEqual(
      new Set(["run node infra/deploy/docker/make-secrets.js"]),
    );
    for (const [, value, fallback] of read("docker-compose.yml").matchAll(
      /^ +(\w*(?:PASSWORD|SECRET|KEY)\w*: ?\$\{\w+:-([^}]*)\})/gm,
    ))
      expect([value, fallback]).toEqual([value, ""]);
  });

  it("gives the database owner's password to migrations only", () => {
    const withOwner = ours.filter(([, { environment }]) =>
      JSON.stringify(environment).includes("POSTGRES_PASSWORD"),
    );
    expect(withOwner.map(([name]) => name)).toEqual(["migrate"]);
    const { environment } = named("api");
    const { environment: postgres } = named("postgres");
    expect(new URL(environment["DATABASE_URL"] ?? "").username).not.toBe(postgres["POSTGRES_USER"]);
  });

  describe("the script that generates secrets", () => {
    const run = (...args: string[]) =>
      execFileSync(process.execPath, ["infra/deploy/docker/make-secrets.js", ...args], {
        encoding: "utf8",
      });
    const valuesIn = (file: string) =>
      Array.from(read(file).matchAll(/^(\w+)=(.*)$/gm), ([, name, value]) => [name, value]);
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), "secrets-"));
    });
    afterEach(() => rm(folder, { recursive: true }));

    it("adds each missing secret once and keeps existing ones", async () => {
      const file = path.join(folder, ".env");
      await writeFile(file, "SESSION_SECRET=mine\nPOSTGRES_PASSWORD=\nPORT=80");
      expect(run(file)).toMatch(/added POSTGRES_PASSWORD, DATABASE_PASSWORD, REDIS_PASSWORD/);
      const added = Object.fromEntries(valuesIn(file)) as Record<string, string>;
      expect(added).toMatchObject({ SESSION_SECRET: "mine", PORT: "80" });
      const generated = SECRETS.map((name) => added[name]).filter((value) => value !== "mine");
      for (const value of generated) expect(value).toMatch(/^[\da-f]{64}$/);
      expect(new Set(generated).size).toBe(3);
      const before = read(file);
      expect(run(file)).toMatch(/nothing to add/);
      expect(read(file)).toBe(before);
    });

    it("creates a new file from the template, readable by its owner only", async () => {
      const file = path.join(folder, ".env.demo");
      run(file, "infra/deploy/docker/demo.env");
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(valuesIn(file).map(([name]) => name)).toEqual(
        expect.arrayContaining(["COMPOSE_PROFILES", ...SECRETS]),
      );
    });
  });
});

describe("the demo configuration", () => {
  const settings = Object.fromEntries(
    Array.from(
      read("infra/deploy/docker/demo.env").matchAll(/^(\w+)=(.*)$/gm),
      ([, name, value]) => [name ?? "", value ?? ""],
    ),
  );

  it("sets only variables that the compose file passes on", () => {
    const { environment } = named("api");
    const { COMPOSE_PROFILES, ...passed } = settings;
    expect(COMPOSE_PROFILES).toBe("demo");
    expect(named("standins")).toMatchObject({ profiles: ["demo"] });
    for (const name of Object.keys(passed)) expect(environment[name]).toContain(`\${${name}:`);
  });

  it("has a fake for every model, the voice and moderation, at the fakes' address", () => {
    const { providers, voice, moderation } = readEnv(settings);
    const addresses = [...Object.values(providers), voice, moderation].map((at) => at?.baseUrl);
    const { command } = named("standins");
    const port = command[command.indexOf("--port") + 1];
    for (const address of addresses) expect(address).toMatch(`http://standins:${port}/`);
  });

  it("uses no paid model", () => {
    const { providers, voice } = readEnv(settings);
    const models = [...Object.values(providers), voice].map((at) => at?.model);
    expect(new Set(models)).toEqual(new Set(["stand-in"]));
  });
});

describe("the image", () => {
  const dockerfile = read("infra/deploy/docker/Dockerfile");

  it("contains no build tools, runs as an unprivileged user and has a health check", () => {
    const [, , last = ""] = dockerfile.split(/^FROM /m);
    expect(last).not.toMatch(/npm (ci|install)/);
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
  });

  /** Private files that the runbook keeps in the checkout. They must not get into the image. */
  const OWN = [
    ".env*",
    ".data*",
    "backups",
    "*.backup",
    "*.backup.unfinished",
    "secrets",
    "keys.env",
  ];

  it("contains no secrets and no history", () => {
    expect(read(".dockerignore").split("\n")).toEqual(
      expect.arrayContaining([...OWN, "docker-compose.override.yml", ".git", "node_modules"]),
    );
  });

  it("is built from sources without secrets", () => {
    const ignored = read(".gitignore").split("\n");
    expect(OWN.filter((name) => !ignored.includes(`/${name}`))).toEqual([]);
  });
});
