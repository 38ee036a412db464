import { z } from "zod";
import { createLogger, type Logger } from "#infra/logger.ts";

const Line = z.looseObject({ level: z.string(), msg: z.string(), alert: z.string().optional() });
type Line = z.infer<typeof Line>;

export interface KeptLog {
  logger: Logger;
  lines: Line[];
  /** Lines that alert an operator. */
  alerts(): Line[];
}

export const keepLog = (): KeptLog => {
  const lines: Line[] = [];
  const write = (line: string) => void lines.push(Line.parse(JSON.parse(line)));
  return {
    logger: createLogger("info", "test", { write }),
    lines,
    alerts: () => lines.filter(({ alert }) => alert !== undefined),
  };
};
