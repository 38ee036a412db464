import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { z } from "zod";

const Bom = z.looseObject({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(z.looseObject({ purl: z.string() })),
});
const Lock = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({ version: z.string(), name: z.string().optional() }),
  ),
});

test("the software bill of materials names every package of the lockfile with its version", async () => {
  const { stdout } = await promisify(execFile)("npm", ["run", "--silent", "sbom"], {
    maxBuffer: 2 ** 26,
  });
  const listed = new Set(Bom.parse(JSON.parse(stdout)).components.map(({ purl }) => purl));
  const { packages } = Lock.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
  const missing = Object.entries(packages)
    .filter(([folder]) => folder !== "")
    .map(([folder, { name = folder.split("node_modules/").at(-1) ?? "", version }]) => {
      return `pkg:npm/${name.replace("@", "%40")}@${version}`;
    })
    .filter((purl) => !listed.has(purl));
  expect(missing).toEqual([]);
});
