import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createCluster, getLocaleFlags } from "#infra/dev/postgres/create-cluster.ts";

describe("a new PostgreSQL cluster", () => {
  it("is not created if initdb cannot run, and the error states the reason", async () => {
    const parent = await mkdtemp(path.join(tmpdir(), "debate-create-"));
    const files = { dataDir: path.join(parent, "postgres"), password: "tests" };
    const created = createCluster(path.join(parent, "initdb"), files, undefined);
    await expect(created).rejects.toThrow(/^PostgreSQL could not create its files\.\n.*ENOENT/);
    expect(await readdir(parent)).not.toContain("postgres");
    await rm(parent, { recursive: true });
  });

  it("sorts in code point order on Linux and macOS", () => {
    const common = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--lc-messages=C"];
    expect(getLocaleFlags("linux")).toEqual([...common, "--locale=C.UTF-8"]);
    // macOS before version 15 has no locale C.UTF-8, so setlocale() would fail.
    expect(getLocaleFlags("darwin")).toEqual([...common, "--locale=C", "--lc-ctype=UTF-8"]);
  });
});
