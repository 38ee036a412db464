import { config } from "zod";
import { validationMessages } from "#shared/contract/validation-messages.ts";

/*
 * zod writes itself faster parsers with `new Function`, which the pages' policy forbids: without
 * this, every form's first check is a violation that the browser reports.
 */
config({ jitless: true, customError: validationMessages });

export { zodResolver } from "@hookform/resolvers/zod";
