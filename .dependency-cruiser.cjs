/**
 * Creates a rule: files in the folder `from` may import only from the folders in `allowed`. All
 * layers are listed in docs/architecture/overview.md.
 */
const only = (name, from, allowed) => ({
  name,
  severity: "error",
  from: { path: `^${from}/` },
  to: { path: "^(shared|infra|api|worker|web|tests)/", pathNot: `^(${allowed.join("|")})/` },
});

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    only("domain-imports-nothing", "shared/domain", ["shared/domain"]),
    {
      name: "domain-is-pure",
      severity: "error",
      from: { path: "^shared/domain/" },
      to: { pathNot: "^shared/domain/" },
    },
    only("contract-imports-domain", "shared/contract", ["shared"]),
    {
      name: "contract-needs-zod-alone",
      severity: "error",
      from: { path: "^shared/contract/" },
      to: { dependencyTypes: ["npm", "npm-dev", "core"], pathNot: "node_modules/zod/" },
    },
    only("infra-imports-shared", "infra", ["shared", "infra"]),
    only("api-imports-shared-and-infra", "api", ["shared", "infra", "api"]),
    only("worker-imports-shared-and-infra", "worker", ["shared", "infra", "worker"]),
    only("web-imports-shared", "web", ["shared", "web"]),
    {
      name: "infra-dev-is-for-the-launcher-and-tests",
      severity: "error",
      from: { path: "^(api|worker|web|shared|infra/(?!dev/))" },
      to: { path: "^infra/dev/" },
    },
    {
      name: "fakes-are-for-the-launcher-and-tests",
      severity: "error",
      from: { path: "^(api|worker|web|shared|infra/(?!dev/))" },
      to: { path: "^infra/dev/fakes/" },
    },
    {
      // The fakes test the product's adapters, so they share no code with them.
      name: "fakes-import-only-the-domain",
      severity: "error",
      from: { path: "^infra/dev/fakes/" },
      to: {
        path: "^(shared|infra|api|worker|web|tests)/",
        pathNot: "^(shared|infra/dev/fakes|infra/process|infra/http)",
      },
    },
    {
      name: "services-are-above-the-rest-of-infra",
      severity: "error",
      from: { path: "^infra/(?!services/|dev/)" },
      to: { path: "^infra/services/" },
    },
    {
      name: "http-is-ground",
      severity: "error",
      from: { path: "^api/http/" },
      // A route may respond with an audio file.
      to: { path: "^api/(?!http/|context\\.ts|audio/send-media\\.ts)" },
    },
    {
      name: "commands-and-queries-know-errors-of-http",
      severity: "error",
      from: { path: "^api/(commands|queries)/" },
      to: { path: "^api/(http/(?!errors\\.ts)|routes|pages|openapi|realtime)" },
    },
    {
      name: "queries-change-nothing",
      severity: "error",
      from: { path: "^api/queries/" },
      to: { path: "^api/commands/" },
    },
    {
      name: "a-feature-never-imports-a-feature",
      severity: "error",
      from: { path: "^web/features/([^/]+)/" },
      to: { path: "^web/features/", pathNot: "^web/features/$1/" },
    },
    {
      name: "components-know-no-feature",
      severity: "error",
      from: { path: "^web/(components|lib)/" },
      to: { path: "^web/(features|app)/" },
    },
    {
      name: "nothing-knows-how-it-is-built",
      severity: "error",
      from: {
        path: "^(shared|infra|api|worker|web)/",
        // This file rebuilds the processes on changes, so it imports the build's configuration.
        pathNot: "^infra/dev/launcher/reload-on-change\\.ts$",
      },
      to: { path: "^[^/]+\\.config\\." },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "nothing-unresolvable",
      severity: "error",
      from: {},
      // hast has only types and no package to load. The build writes brand.js.
      to: { couldNotResolve: true, pathNot: "^(hast|\\./brand\\.js)$" },
    },
  ],
  options: {
    parser: "tsc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".cjs", ".json"],
    },
  },
};
