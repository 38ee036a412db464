import { z } from "zod";
import { MODEL_NAME_PATTERN } from "#shared/domain/model-name.ts";

/**
 * The model that a reply names. Null if the server names none, or names the path of the file that
 * it has loaded.
 */
export const ReportedModel = z.string().regex(MODEL_NAME_PATTERN).nullish().catch(null);
