import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { readEnv } from "#infra/env.ts";
import { QUEUES } from "#shared/contract/jobs.ts";

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
  it.each(Object.entries(services))("bounds what %s takes, and what it logs", (_name, service) => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.logging.options).toEqual({ "max-size": "20m", "max-file": "5" });
  });

  it.each(ours)("runs %s as a process that was built, which may do nothing else", (_n, service) => {
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

  it("builds the image once, for whom all others wait, so that it is the same for all", () => {
    const built = ours.filter(([, { build }]) => build !== undefined).map(([name]) => name);
    expect(built).toEqual(["migrate"]);
    const others = ours.filter(([name]) => name !== "migrate" && name !== "standins");
    for (const [name, { depends_on: awaited }] of others)
      expect([name, awaited["migrate"]?.condition]).toEqual([
        name,
        "service_completed_successfully",
      ]);
  });

  it("has every queue served, each by processes of its own", () => {
    const served = ours.flatMap(([, { command }]) => {
      const at = command.indexOf("--queues");
      return at < 0 ? [] : (command[at + 1] ?? "").split(",");
    });
    expect(served.toSorted()).toEqual([...QUEUES].toSorted());
  });

  it("kills nobody before they have finished what they may finish", () => {
    const { drainMs, workerGraceMs } = readEnv({});
    const graceMs = (name: string) => 1000 * Number.parseInt(named(name).stop_grace_period, 10);
    expect(graceMs("api")).toBeGreaterThan(drainMs + 10_000);
    for (const name of ["worker-turns", "worker-judging", "worker-speech"])
      expect(graceMs(name)).toBeGreaterThan(workerGraceMs + 10_000);
  });

  it("lets the outside reach the proxy alone, from this machine unless it is told otherwise", () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ["proxy", ["${BIND_ADDRESS:-127.0.0.1}:${PORT:-3000}:8080"]],
    ]);
    const { environment } = named("api");
    expect(environment["PUBLIC_ORIGIN"]).toBe("${PUBLIC_ORIGIN:-http://localhost:${PORT:-3000}}");
    expect(environment["TRUST_PROXY"]).toBe("${TRUST_PROXY:-1}");
  });

  it("asks for one value, by its name, and for no other", () => {
    const asked = read("docker-compose.yml").match(/\$\{\w+:?\?[^}]*\}/g);
    expect(asked).toEqual(["${SESSION_SECRET:?set SESSION_SECRET to a long random text}"]);
  });
});

describe("the demo", () => {
  const settings = Object.fromEntries(
    Array.from(read("infra/docker/demo.env").matchAll(/^(\w+)=(.*)$/gm), ([, name, value]) => [
      name ?? "",
      value ?? "",
    ]),
  );

  it("says nothing that the compose file does not pass on", () => {
    const { environment } = named("api");
    const { COMPOSE_PROFILES, ...passed } = settings;
    expect(COMPOSE_PROFILES).toBe("demo");
    expect(named("standins")).toMatchObject({ profiles: ["demo"] });
    for (const name of Object.keys(passed)) expect(environment[name]).toContain(`\${${name}:`);
  });

  it("has a stand-in for every model, the voice and the moderation, where it listens", () => {
    const { providers, voice, moderation } = readEnv(settings);
    const addresses = [...Object.values(providers), voice, moderation].map((at) => at?.baseUrl);
    const { command } = named("standins");
    const port = command[command.indexOf("--port") + 1];
    for (const address of addresses) expect(address).toMatch(`http://standins:${port}/`);
  });

  it("costs nothing", () => {
    const { providers, voice } = readEnv(settings);
    const models = [...Object.values(providers), voice].map((at) => at?.model);
    expect(new Set(models)).toEqual(new Set(["stand-in"]));
  });
});

describe("the image", () => {
  const dockerfile = read("infra/docker/Dockerfile");

  it("leaves behind what builds it, is nobody's but a user's without rights, and knows its health", () => {
    const [, , last = ""] = dockerfile.split(/^FROM /m);
    expect(last).not.toMatch(/npm (ci|install)/);
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
  });

  /** What the runbook has people keep in the checkout, which is theirs alone. */
  const OWN = [
    ".env*",
    ".data*",
    "backups",
    "*.backup",
    "*.backup.unfinished",
    "secrets",
    "keys.env",
  ];

  it("has no secret and no history in it", () => {
    expect(read(".dockerignore").split("\n")).toEqual(
      expect.arrayContaining([...OWN, "docker-compose.override.yml", ".git", "node_modules"]),
    );
  });

  it("is built from sources that have none, either", () => {
    const ignored = read(".gitignore").split("\n");
    expect(OWN.filter((name) => !ignored.includes(`/${name}`))).toEqual([]);
  });
});
