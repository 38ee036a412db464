import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createCluster, getLocaleFlags } from "#infra/dev/postgres/create-cluster.ts";

describe("the files of a cluster", () => {
  it("are none where PostgreSQL cannot be run, with the reason", async () => {
    const parent = await mkdtemp(path.join(tmpdir(), "debate-create-"));
    const files = { dataDir: path.join(parent, "postgres"), password: "tests" };
    const created = createCluster(path.join(parent, "initdb"), files, undefined);
    await expect(created).rejects.toThrow(/^PostgreSQL could not make its files\.\n.*ENOENT/);
    expect(await readdir(parent)).not.toContain("postgres");
    await rm(parent, { recursive: true });
  });

  it("are in code point order, whatever the system calls its locales", () => {
    const common = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--lc-messages=C"];
    expect(getLocaleFlags("linux")).toEqual([...common, "--locale=C.UTF-8"]);
    // Before macOS 15 there was no C.UTF-8, and setlocale() refused it.
    expect(getLocaleFlags("darwin")).toEqual([...common, "--locale=C", "--lc-ctype=UTF-8"]);
  });
});
