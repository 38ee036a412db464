import { z } from "zod";
import { createLogger, type Logger } from "#infra/logger.ts";

const LogLine = z.looseObject({ level: z.string(), msg: z.string(), alert: z.string().optional() });
type LogLine = z.infer<typeof LogLine>;

export interface MemoryLogger {
  logger: Logger;
  lines: LogLine[];
  alerts(): LogLine[];
}

export const createMemoryLogger = (): MemoryLogger => {
  const lines: LogLine[] = [];
  const write = (line: string) => void lines.push(LogLine.parse(JSON.parse(line)));
  return {
    logger: createLogger("info", "test", { write }),
    lines,
    alerts: () => lines.filter(({ alert }) => alert !== undefined),
  };
};
