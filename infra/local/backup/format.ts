import { z } from "zod";

/**
 * A backup is lines of JSON, compressed: this first, then for each table its name and its rows, and how
 * many they were at the end, so that one that was broken off is known for it.
 */
export const Head = z.object({
  backup: z.literal("chatbot-debate"),
  at: z.iso.datetime(),
  migrations: z.array(z.string()),
});
export const TableLine = z.object({ table: z.string(), columns: z.array(z.string()) });
export const End = z.object({ end: z.int() });
