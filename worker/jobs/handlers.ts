import type { JobHandlers } from "#infra/queue/consume.ts";
import type { WorkerContext } from "../context.ts";
import { autoPlay } from "./auto-play.ts";
import { exportData } from "./export-data.ts";
import { generateTurn } from "./generate-turn.ts";
import { judgeDebate } from "./judge-debate.ts";
import { judgeTurn } from "./judge-turn.ts";
import { moderate } from "./moderate.ts";
import { sendMail } from "./send-mail.ts";
import { synthesizeSpeech } from "./synthesize-speech.ts";

export const createHandlers = (context: WorkerContext): JobHandlers => ({
  "generate-turn": generateTurn(context),
  "judge-turn": judgeTurn(context),
  "judge-debate": judgeDebate(context),
  moderate: moderate(context),
  "synthesize-speech": synthesizeSpeech(context),
  "send-mail": sendMail(context),
  "export-data": exportData(context),
  "auto-play": autoPlay(context),
});
