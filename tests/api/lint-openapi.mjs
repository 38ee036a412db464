// Reads a description of an API, prints what a linter says of it. A process of its own: the linter
// is an ES module, and Jest runs our tests as CommonJS.
import { text } from "node:stream/consumers";
import { createConfig, lintFromString } from "@redocly/openapi-core";

const config = await createConfig({
  extends: ["recommended-strict"],
  // Two reads refuse nobody anything.
  rules: { "operation-4xx-response": "off" },
});
const found = await lintFromString({ source: await text(process.stdin), config });
const said = found.map(
  ({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ""})`,
);
process.stdout.write(JSON.stringify(said));
