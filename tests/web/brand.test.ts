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
    const files = ["shared/domain/brand.ts", "shared/domain/provider.ts"];
    expect(filesWith(/#[\da-f]{6}\b/i)).toEqual(files);
  });

  const { bot_a: featuresA, bot_b: featuresB } = ROBOT.features;
  test.each([
    ["antenna", "M16 9V5.6"],
    ["smile", featuresA.lips],
    ["frown", featuresB.lips],
    ["brows", featuresB.brows],
  ])("has its robot's %s in one file", (_name, line) => {
    expect(filesWith(new RegExp(line))).toEqual(["shared/domain/brand.ts"]);
  });
});
