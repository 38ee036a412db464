import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROBOT } from "#shared/domain/brand.ts";

const KINDS = /\.(tsx?|js|css|html|svg|json|webmanifest)$/;

const SOURCES = ["web", "api", "shared"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => path.join(folder, file))
    .filter((file) => KINDS.test(file)),
);

const filesWith = (pattern: RegExp): string[] =>
  SOURCES.filter((file) => pattern.test(readFileSync(file, "utf8"))).toSorted();

describe("the brand", () => {
  test("has its colours in one file, and the providers' colours in another", () => {
    const places = ["shared/domain/brand.ts", "shared/domain/provider.ts"];
    expect(filesWith(/#[\da-f]{6}\b/i)).toEqual(places);
  });

  const { bot_a: happy, bot_b: angry } = ROBOT.features;
  test.each([
    ["antenna", "M16 9V5.6"],
    ["smile", happy.lips],
    ["frown", angry.lips],
    ["brows", angry.brows],
  ])("has its robot's %s in one file", (_name, line) => {
    expect(filesWith(new RegExp(line))).toEqual(["shared/domain/brand.ts"]);
  });
});
