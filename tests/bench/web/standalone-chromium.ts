import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "#infra/dev/launcher/free-port.ts";
import type { ChromiumLaunch } from "#tests/setup/chromium.ts";
import { waitUntil } from "#tests/harness.ts";

const isReady = async (port: number): Promise<boolean> => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/json/version`)).ok;
  } catch {
    return false;
  }
};

/** Starts a separate browser, calls `use` with its debugging port and ends the browser. */
export const withStandaloneChromium = async <T>(
  { executablePath, args }: ChromiumLaunch,
  use: (port: number) => Promise<T>,
): Promise<T> => {
  const port = await findFreePort();
  const profile = await mkdtemp(path.join(tmpdir(), "debate-lighthouse-"));
  const flags = ["--headless=new", `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`];
  const browser = spawn(executablePath, [...args, ...flags, "about:blank"], { stdio: "ignore" });
  try {
    await waitUntil(() => isReady(port), { timeoutMs: 30_000, what: "the browser's answer" });
    return await use(port);
  } finally {
    const ended = once(browser, "exit");
    browser.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
};
