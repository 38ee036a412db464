// Reads an OpenAPI document and prints the linter's findings. Runs as a separate process, since the
// linter is an ES module and Jest runs tests as CommonJS.
import { text } from "node:stream/consumers";
import { createConfig, lintFromString } from "@redocly/openapi-core";

const config = await createConfig({
  extends: ["recommended-strict"],
  // The rule requires a 4xx response, which two GET operations do not have.
  rules: { "operation-4xx-response": "off" },
});
const found = await lintFromString({ source: await text(process.stdin), config });
const said = found.map(
  ({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ""})`,
);
process.stdout.write(JSON.stringify(said));
