import { z } from "zod";
import { MODEL_NAME_PATTERN } from "#shared/domain/model-name.ts";

/** The model that a reply names. Servers may name none, or the file that they have loaded. */
export const ReportedModel = z.string().regex(MODEL_NAME_PATTERN).nullish().catch(null);
