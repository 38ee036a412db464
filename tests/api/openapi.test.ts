import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { getRateLimits } from "#api/http/route.ts";
import { ALL_ROUTES } from "#api/routes/all-routes.ts";
import { startApiOnNewDatabase, type TestApi } from "./test-api.ts";

type Content = Record<string, { schema: object; example?: unknown }>;
interface Operation {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Content };
  security: object[];
  responses: Record<string, { content?: Content }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

let api: TestApi;
let document: Document;
let text: string;
beforeAll(async () => {
  api = await startApiOnNewDatabase();
  ({ text } = await api.visitor().get("/api/openapi.json"));
  document = JSON.parse(text) as Document;
});
afterAll(() => api.close());

describe("/api/openapi.json", () => {
  it("is OpenAPI 3.1, and every reference in it resolves", () => {
    expect(document.openapi).toBe("3.1.0");
    const references = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(references.length).toBeGreaterThan(10);
    for (const name of references) expect(document.components.schemas).toHaveProperty(name ?? "");
  });

  it.each(ALL_ROUTES.map(({ endpoint }) => [endpoint.method, endpoint.path, endpoint] as const))(
    "describes %s %s",
    (method, path, endpoint) => {
      const operation = document.paths[`/api${path.replace(":id", "{id}")}`]?.[method];
      expect(operation?.summary).toBe(endpoint.summary);
      const codes = Object.keys(operation?.responses ?? {});
      expect([codes.at(0), codes.at(-1)]).toEqual([String(endpoint.status), "default"]);
      expect(codes.includes("401")).toBe(endpoint.as !== "anyone");
      expect(codes.includes("429")).toBe(getRateLimits(endpoint).length > 0);
      expect(codes.includes("422")).toBe(
        (endpoint.body ?? endpoint.query ?? endpoint.headers) !== undefined,
      );
      const exampleOf = (part: { content?: Content } | undefined): unknown =>
        part?.content?.["application/json"]?.example;
      if (endpoint.body) endpoint.body.parse(exampleOf(operation?.requestBody));
      if (endpoint.answer) endpoint.answer.parse(exampleOf(operation?.responses[codes[0] ?? ""]));
      expect(operation?.requestBody !== undefined).toBe(endpoint.body !== undefined);
      expect(operation?.security).toEqual(endpoint.as === "anyone" ? [] : [{ session: [] }]);
      const inPath = operation?.parameters?.filter((parameter) => parameter.in === "path") ?? [];
      expect(inPath.map(({ name }) => name)).toEqual(path.includes(":id") ? ["id"] : []);
    },
  );

  it("has a server URL and a unique name for every operation", async () => {
    const { servers } = JSON.parse(text) as { servers: object[] };
    expect(servers).toMatchObject([{ url: "/" }]);
    const names = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(ALL_ROUTES.length);
    for (const name of names) expect(name).toMatch(/^(get|post|put|patch|delete)([A-Z]\w*)+$/);
    expect(names).toContain("getDebatesByIdTurns");
  });

  it("has no findings of a linter", () => {
    const linter = join(import.meta.dirname, "lint-openapi.mjs");
    const output = execFileSync(process.execPath, [linter], { input: text, encoding: "utf8" });
    expect(JSON.parse(output)).toEqual([]);
  });

  it("describes nothing else", () => {
    const described = Object.values(document.paths).flatMap((path) => Object.keys(path));
    expect(described).toHaveLength(ALL_ROUTES.length);
  });
});

describe("/api/docs", () => {
  it("loads only local resources, under the strict policy", async () => {
    const page = await api.visitor().get("/api/docs");
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toMatch("text/html");
    expect(page.headers.get("content-security-policy")).not.toContain("unsafe-inline");
    const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part]) => part ?? "");
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      expect(part).toMatch(/^\/api\/docs\//);
      expect((await api.visitor().get(part)).status).toBe(200);
    }
  });
});
