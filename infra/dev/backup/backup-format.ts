import { z } from "zod";

/**
 * A backup is gzipped JSON lines: this head, then for each table a line with its name and its rows,
 * and at the end the number of rows, which reveals a truncated file.
 */
export const BackupHeader = z.object({
  backup: z.literal("chatbot-debate"),
  at: z.iso.datetime(),
  migrations: z.array(z.string()),
});
export const BackupTableLine = z.object({ table: z.string(), columns: z.array(z.string()) });
export const BackupFooter = z.object({ end: z.int() });
