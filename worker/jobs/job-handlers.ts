import type { JobHandlers } from "#infra/queue/queue-consumer.ts";
import type { WorkerContext } from "../context.ts";
import { runJudgeAudit } from "./audit-judge/audit-judge.ts";
import { autoPlay } from "./auto-play/auto-play.ts";
import { checkModel } from "./check-model/check-model.ts";
import { cleanUp } from "./cleanup/cleanup.ts";
import { exportData } from "./export-data/export-data.ts";
import { generateTurn } from "./generate-turn/generate-turn.ts";
import { judgeDebate } from "./judge-debate/judge-debate.ts";
import { judgeInPanel } from "./judge-in-panel/judge-in-panel.ts";
import { judgeTurn } from "./judge-turn/judge-turn.ts";
import { moderate } from "./moderate/moderate.ts";
import { rankModels } from "./rank-models/rank-models.ts";
import { repeatVerdict } from "./repeat-verdict/repeat-verdict.ts";
import { sendEmail } from "./send-mail/send-email.ts";
import { synthesizeSpeech } from "./synthesize-speech/synthesize-speech.ts";

export const createJobHandlers = (context: WorkerContext): JobHandlers => ({
  "generate-turn": generateTurn(context),
  "judge-turn": judgeTurn(context),
  "judge-debate": judgeDebate(context),
  moderate: moderate(context),
  "synthesize-speech": synthesizeSpeech(context),
  "send-mail": sendEmail(context),
  "export-data": exportData(context),
  "auto-play": autoPlay(context),
  cleanup: cleanUp(context),
  "rank-models": rankModels(context),
  "check-model": checkModel(context),
  "repeat-verdict": repeatVerdict(context),
  "judge-in-panel": judgeInPanel(context),
  "audit-judge": runJudgeAudit(context),
});
