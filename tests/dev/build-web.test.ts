import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildWeb } from "#infra/dev/web-build/build-web.ts";
import { buildWithStamp } from "#infra/dev/web-build/build-stamp.ts";
import { waitUntil } from "../harness.ts";

/**
 * A fake bundler. It records each run, leaves an incomplete build and exits with the code in the
 * file `ends-with`.
 */
const BUNDLER = `
  const fs = require("node:fs");
  fs.appendFileSync("asked", ".");
  console.error("Half of it.");
  fs.mkdirSync("dist/web/client", { recursive: true });
  fs.writeFileSync("dist/web/client/index.html", "");
  process.exit(Number(fs.readFileSync("ends-with", "utf8")));`;

describe("the web build at a start", () => {
  const setModifiedIn = (file: string, seconds: number) => {
    const modifiedAt = new Date(Date.now() + seconds * 1000);
    utimesSync(file, modifiedAt, modifiedAt);
  };
  const home = process.cwd();
  let checkout: string;
  beforeEach(async () => {
    checkout = await mkdtemp(path.join(tmpdir(), "debate-web-"));
    process.chdir(checkout);
    for (const folder of ["web", "shared", "dist/web", "node_modules/vite/bin"])
      mkdirSync(folder, { recursive: true });
    for (const file of ["web/page.tsx", "shared/rule.ts", "vite.config.ts", "package-lock.json"]) {
      writeFileSync(file, "");
      setModifiedIn(file, -60);
    }
    writeFileSync("node_modules/vite/bin/vite.js", BUNDLER);
    writeFileSync("ends-with", "0");
  });
  afterEach(async () => {
    process.chdir(home);
    await rm(checkout, { recursive: true });
  });

  const start = () => buildWeb(new AbortController().signal);
  const builds = () => (existsSync("asked") ? readFileSync("asked", "utf8").length : 0);

  it("is not repeated while it is complete, until a source is newer", async () => {
    await buildWithStamp(async () => {});
    await start();
    expect(builds()).toBe(0);
    setModifiedIn("web/page.tsx", 60);
    await start();
    expect(builds()).toBe(1);
  });

  it("is repeated if a source was saved during the last build", async () => {
    await buildWithStamp(async () => {
      setModifiedIn("shared/rule.ts", 0.001);
      await waitUntil(() => Date.now() > statSync("shared/rule.ts").mtimeMs);
    });
    await start();
    expect(builds()).toBe(1);
  });

  it("is repeated if the last build failed", async () => {
    writeFileSync("ends-with", "1");
    await expect(start()).rejects.toThrow("The web app could not be built.\nHalf of it.\n");
    await expect(start()).rejects.toThrow("The web app could not be built.\nHalf of it.\n");
    expect(builds()).toBe(2);
  });

  it("is repeated if a complete build was replaced by one that failed", async () => {
    await buildWithStamp(async () => {});
    const broken = buildWithStamp(() => Promise.reject(new Error("broken off")));
    await expect(broken).rejects.toThrow("broken off");
    await start();
    expect(builds()).toBe(1);
  });
});
