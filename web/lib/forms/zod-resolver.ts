import { config } from "zod";
import { validationMessages } from "#shared/contract/validation-messages.ts";

/* Turns the JIT off, because it uses `new Function`, which the content security policy forbids. */
config({ jitless: true, customError: validationMessages });

export { zodResolver } from "@hookform/resolvers/zod";
