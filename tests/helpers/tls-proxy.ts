import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "#infra/dev/launcher/free-port.ts";
import { waitUntil } from "../harness.ts";
import type { TestCertificates } from "./test-certificates.ts";

const DOCUMENT = "docs/operations/proxies.md";
const COMPOSE_CADDYFILE = "infra/deploy/docker/Caddyfile";

/** Returns the code block of the proxies' document in this language. */
const readDocumented = (language: "nginx" | "caddyfile"): string => {
  const block = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "m");
  const [, text] = block.exec(readFileSync(DOCUMENT, "utf8")) ?? [];
  if (text === undefined) throw new Error(`${DOCUMENT} has no block of ${language}`);
  return text;
};

/**
 * Replaces every occurrence of `old`. Throws if the text does not contain it, so that a changed
 * document is noticed.
 */
const replace = (text: string, old: string, replacement: string): string => {
  if (!text.includes(old)) throw new Error(`no ${old} in ${text}`);
  return text.replaceAll(old, replacement);
};

export interface RunningProxy {
  port: number;
  stop(): Promise<void>;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(port, "127.0.0.1");
    probe.once("connect", () => resolve(true)).once("error", () => resolve(false));
    probe.once("connect", () => probe.destroy());
  });

const run = async (
  program: string,
  toArgs: (file: string, dir: string) => string[],
  toConfig: (dir: string) => string,
  port: number,
): Promise<RunningProxy> => {
  const dir = await mkdtemp(path.join(tmpdir(), "debate-proxy-"));
  const file = path.join(dir, "config");
  await writeFile(file, toConfig(dir));
  const child: ChildProcess = spawn(program, toArgs(file, dir), {
    env: { ...process.env, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr?.setEncoding("utf8").on("data", (lines: string) => (log += lines));
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${log}`);
    return isListening(port);
  });
  return {
    port,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
};

/** Starts the Caddy of the Compose file in front of these API processes. */
export const startComposeProxy = async (apiPorts: readonly number[]): Promise<RunningProxy> => {
  const port = await findFreePort();
  const upstreams = apiPorts.map((apiPort) => `to 127.0.0.1:${apiPort}`).join("\n");
  const discovery = "dynamic a api 3000 {\n\t\t\trefresh 1s\n\t\t}";
  const text = replace(readFileSync(COMPOSE_CADDYFILE, "utf8"), discovery, upstreams);
  const config = replace(text, ":8080", `http://127.0.0.1:${port}, http://localhost:${port}`);
  return run(
    "caddy",
    (file) => ["run", "--adapter", "caddyfile", "--config", file],
    () => config,
    port,
  );
};

/** Starts nginx as documented, for `localhost` at this port, in front of the proxy at this URL. */
const startNginx = async (
  port: number,
  siteUrl: string,
  { cert, key }: TestCertificates,
): Promise<RunningProxy> => {
  const plainPort = await findFreePort();
  let server = readDocumented("nginx");
  const letsEncrypt = "/etc/letsencrypt/live/debate.example";
  server = replace(server, `${letsEncrypt}/fullchain.pem`, cert);
  server = replace(server, `${letsEncrypt}/privkey.pem`, key);
  server = replace(server, "debate.example", "localhost");
  server = replace(server, "http://127.0.0.1:3000", siteUrl);
  server = replace(server, "listen 443", `listen 127.0.0.1:${port}`);
  server = replace(server, "listen 80", `listen 127.0.0.1:${plainPort}`);
  const toConfig = (dir: string) => `
    daemon off;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    pid ${dir}/pid;
    error_log stderr;
    events {}
    http {
      access_log off;
      ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${dir}/${kind};`).join(" ")}
      ${server}
    }`;
  return run("nginx", (file, dir) => ["-c", file, "-p", dir, "-e", "stderr"], toConfig, port);
};

/** Starts Caddy as documented, for `localhost` at this port, in front of the proxy at this URL. */
const startCaddy = async (
  port: number,
  siteUrl: string,
  { cert, key }: TestCertificates,
): Promise<RunningProxy> => {
  const plainPort = await findFreePort();
  let site = readDocumented("caddyfile");
  // Uses the test's certificate instead of one from a public authority.
  site = replace(site, "debate.example {", `localhost {\n\ttls ${cert} ${key}`);
  site = replace(site, "127.0.0.1:3000", siteUrl);
  const config = `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n}\n${site}`;
  return run(
    "caddy",
    (file) => ["run", "--adapter", "caddyfile", "--config", file],
    () => config,
    port,
  );
};

export const TLS_PROXIES = { nginx: startNginx, caddy: startCaddy };
