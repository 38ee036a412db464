import { runWithFakes } from "./run-with-fakes.ts";

/** `npm run judge:audit`: runs the bait set on the judges that `npm start` would use. */
await runWithFakes("audit-judge");
