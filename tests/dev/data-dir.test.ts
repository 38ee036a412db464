import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  lockDataDir,
  readOrCreateSecret,
  getLockAddress,
  openDataDir,
} from "#infra/dev/launcher/data-dir.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await openDataDir(await mkdtemp(path.join(tmpdir(), "debate-data-")));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe("a stored secret", () => {
  it("is created once and readable by its owner only", async () => {
    const secret = await readOrCreateSecret(dataDir, "secret");
    expect(secret).toMatch(/^[0-9a-f]{48}$/);
    expect(await readOrCreateSecret(dataDir, "secret")).toBe(secret);
    expect(await readOrCreateSecret(dataDir, "other")).not.toBe(secret);
    expect((await stat(path.join(dataDir, "secret"))).mode & 0o777).toBe(0o600);
  });
});

describe("a data folder", () => {
  /** Starts another process that listens on the lock address of a launcher. */
  const occupy = async (folder: string): Promise<ChildProcess> => {
    const script = path.join(dataDir, "occupant.cjs");
    const address = JSON.stringify(getLockAddress(folder));
    await writeFile(
      script,
      `require("net").createServer((s) => s.end()).listen(${address}, () => process.send("up"));`,
    );
    const occupant = fork(script);
    await once(occupant, "message");
    return occupant;
  };

  it("can be locked by one launcher at a time", async () => {
    await lockDataDir(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toThrow(/in use by another instance/);
  });

  it.each([
    ["a short name", "short"],
    ["a name with multibyte characters", "д".repeat(40)],
  ])("can be locked again after its launcher was killed: %s", async (_, name) => {
    const folder = await openDataDir(path.join(dataDir, name));
    const occupant = await occupy(folder);
    await expect(lockDataDir(folder)).rejects.toThrow(/in use by another instance/);
    occupant.kill("SIGKILL");
    await once(occupant, "exit");
    await expect(lockDataDir(folder)).resolves.toBeUndefined();
  });

  it("may have a long name", async () => {
    const long = await openDataDir(path.join(dataDir, "x".repeat(150)));
    await lockDataDir(long);
    await expect(lockDataDir(long)).rejects.toThrow(/in use/);
  });
});
