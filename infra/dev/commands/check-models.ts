import { runWithFakes } from "./run-with-fakes.ts";

/** `npm run models:check`: checks the services that `npm start` would use. */
await runWithFakes("check-models");
