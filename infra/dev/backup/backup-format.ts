import { z } from "zod";

/**
 * A backup consists of gzipped JSON lines. The first line is this header. Then, for each table, one
 * line has its name and columns, and the next lines have one row each. The last line has the number
 * of rows, which reveals a truncated file.
 */
export const BackupHeader = z.object({
  backup: z.literal("chatbot-debate"),
  at: z.iso.datetime(),
  migrations: z.array(z.string()),
});
export const BackupTableLine = z.object({ table: z.string(), columns: z.array(z.string()) });
export const BackupFooter = z.object({ end: z.int() });
