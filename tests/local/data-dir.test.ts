import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  holdDataDir,
  keptSecret,
  lockAddress,
  openDataDir,
} from "#infra/local/launcher/data-dir.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await openDataDir(await mkdtemp(path.join(tmpdir(), "debate-data-")));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe("a kept secret", () => {
  it("is made once, stays, and is nobody else's to read", async () => {
    const secret = await keptSecret(dataDir, "secret");
    expect(secret).toMatch(/^[0-9a-f]{48}$/);
    expect(await keptSecret(dataDir, "secret")).toBe(secret);
    expect(await keptSecret(dataDir, "other")).not.toBe(secret);
    expect((await stat(path.join(dataDir, "secret"))).mode & 0o777).toBe(0o600);
  });
});

describe("a data folder", () => {
  /** Another process that listens where a launcher would. */
  const occupy = async (folder: string): Promise<ChildProcess> => {
    const script = path.join(dataDir, "occupant.cjs");
    const address = JSON.stringify(lockAddress(folder));
    await writeFile(
      script,
      `require("net").createServer((s) => s.end()).listen(${address}, () => process.send("up"));`,
    );
    const occupant = fork(script);
    await once(occupant, "message");
    return occupant;
  };

  it("belongs to one start at a time", async () => {
    await holdDataDir(dataDir);
    await expect(holdDataDir(dataDir)).rejects.toThrow(/in use by another start/);
  });

  it.each([
    ["a short name", "kept"],
    ["a name of few letters and many bytes", "д".repeat(40)],
  ])("is free again when its holder was killed: %s", async (_, name) => {
    const folder = await openDataDir(path.join(dataDir, name));
    const occupant = await occupy(folder);
    await expect(holdDataDir(folder)).rejects.toThrow(/in use by another start/);
    occupant.kill("SIGKILL");
    await once(occupant, "exit");
    await expect(holdDataDir(folder)).resolves.toBeUndefined();
  });

  it("may have a long name", async () => {
    const long = await openDataDir(path.join(dataDir, "x".repeat(150)));
    await holdDataDir(long);
    await expect(holdDataDir(long)).rejects.toThrow(/in use/);
  });
});
