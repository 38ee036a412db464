import { execFileSync } from "node:child_process";

interface Cruise {
  summary: {
    totalCruised: number;
    violations: { rule: { name: string }; from: string; to: string }[];
  };
}

const FOLDERS = ["shared", "infra", "api", "worker", "web", "tests"];

const cruise = (): Cruise => {
  const args = ["--config", ".dependency-cruiser.cjs", "--output-type", "json", ...FOLDERS];
  const options = { encoding: "utf8", maxBuffer: 2 ** 26 } as const;
  return JSON.parse(execFileSync("node_modules/.bin/depcruise", args, options)) as Cruise;
};

describe("the layers", () => {
  it("import only what the architecture allows, without cycles", () => {
    const { totalCruised, violations } = cruise().summary;
    expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
    // A cruiser that cannot read the code finds no violation either.
    expect(totalCruised).toBeGreaterThan(200);
  });
});
