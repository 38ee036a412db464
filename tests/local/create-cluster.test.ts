import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createCluster } from "#infra/local/postgres/create-cluster.ts";

describe("the files of a cluster", () => {
  it("are none where PostgreSQL cannot be run, with the reason", async () => {
    const parent = await mkdtemp(path.join(tmpdir(), "debate-create-"));
    const files = { dataDir: path.join(parent, "postgres"), password: "tests" };
    const created = createCluster(path.join(parent, "initdb"), files, undefined);
    await expect(created).rejects.toThrow(/^PostgreSQL could not make its files\.\n.*ENOENT/);
    expect(await readdir(parent)).not.toContain("postgres");
    await rm(parent, { recursive: true });
  });
});
