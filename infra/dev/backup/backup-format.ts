import { z } from "zod";

/**
 * A backup consists of gzipped JSON lines. The first is this header. Each table follows with a line
 * for its name and columns and one line per row. The last line has the number of rows, which
 * reveals a truncated file.
 */
export const BackupHeader = z.object({
  backup: z.literal("chatbot-debate"),
  at: z.iso.datetime(),
  migrations: z.array(z.string()),
});
export const BackupTableLine = z.object({ table: z.string(), columns: z.array(z.string()) });
export const BackupFooter = z.object({ end: z.int() });
