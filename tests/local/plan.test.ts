import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readEnv } from "#infra/env.ts";
import { isPayPalStandIn } from "#infra/local/launcher/plan.ts";

describe("the stand-in of PayPal", () => {
  const isOne = (variables: Record<string, string>): boolean =>
    isPayPalStandIn(readEnv(variables), variables);
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "debate-plan-"));
    file = path.join(folder, "id");
    await writeFile(file, "one of PayPal's\n");
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("takes its place where nobody has said how to reach it", () => {
    expect(isOne({})).toBe(true);
    expect(isOne({ PAYPAL_CLIENT_ID: "", PAYPAL_BASE_URL: "" })).toBe(true);
  });

  it("is none where it is said in the environment", () => {
    expect(isOne({ PAYPAL_CLIENT_ID: "one of PayPal's" })).toBe(false);
    expect(isOne({ PAYPAL_BASE_URL: "https://api-m.sandbox.paypal.com" })).toBe(false);
  });

  it("is none where it is said in a file", () => {
    expect(isOne({ PAYPAL_CLIENT_ID_FILE: file })).toBe(false);
  });
});
