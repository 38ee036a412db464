import { config } from "zod";
import { validationMessages } from "#shared/contract/validation-messages.ts";

/* zod's JIT uses `new Function`, which the content security policy forbids and reports. */
config({ jitless: true, customError: validationMessages });

export { zodResolver } from "@hookform/resolvers/zod";
