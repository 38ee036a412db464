import type { Request } from "express";
import { findLanguage, type Language } from "#shared/domain/debates/language/language.ts";

/** Returns the languages of the request's Accept-Language header, the most preferred first. */
export const listPreferredLanguages = (req: Request): Language[] => [
  ...new Set(req.acceptsLanguages().flatMap((tag) => findLanguage(tag) ?? [])),
];
