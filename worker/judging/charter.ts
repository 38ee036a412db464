import { createHash } from "node:crypto";
import type { Env } from "#infra/env.ts";
import { mutateRows, type Sql } from "#infra/db/sql.ts";
import { MODEL_NAME_PATTERN, NO_MODEL, SIMULATED_MODEL } from "#shared/domain/model-name.ts";
import { type Provider, PROVIDERS } from "#shared/domain/provider.ts";
import {
  CRITERIA,
  PANEL_HEADING,
  PANEL_PROCEDURE,
  PROCEDURE,
} from "#shared/domain/debates/judging/charter.ts";
import type { ChatRequest } from "../llm/chat-model.ts";
import { buildVerdictTextPrompt } from "../prompts/judge-debate-prompt.ts";
import { buildJudgeTurnPrompt } from "../prompts/judge-turn-prompt.ts";
import type { PromptSpeech } from "../prompts/prompt-transcript.ts";
import { buildVerdictQuestion } from "../prompts/verdict-question.ts";

export interface Charter {
  /** SHA-256 of `text`, in hexadecimal digits. */
  hash: string;
  text: string;
}

const SAMPLE_DEBATE = { topic: "(motion)", language: null, format: "standard" } as const;
const SAMPLE_SPEECHES: readonly PromptSpeech[] = [
  { turnNumber: 1, role: "bot_a", content: "(first speech)" },
  { turnNumber: 2, role: "bot_b", content: "(second speech)" },
];
const SAMPLE_MARK = "(mark)";

const renderPrompt = (title: string, { system, user, schema }: ChatRequest): string[] => [
  `## ${title}`,
  system,
  user,
  `Schema of the reply: ${JSON.stringify(schema)}`,
];

/** Returns the name of a provider's model that the public charter shows. */
export const nameModel = (access: Env["providers"][Provider]): string => {
  if (!access) return NO_MODEL;
  if (access.isFake) return SIMULATED_MODEL;
  return MODEL_NAME_PATTERN.test(access.model) ? access.model : "not published";
};

/**
 * Renders the charter from the prompts that judges get, so that no prompt can change without a new
 * hash.
 */
export const createCharter = ({
  providers,
  judgePanel,
}: Pick<Env, "providers" | "judgePanel">): Charter => {
  const [first, second] = SAMPLE_SPEECHES as [PromptSpeech, PromptSpeech];
  const text = [
    "# Charter of the judge",
    "## Models",
    PROVIDERS.map((id) => `- ${id}: ${nameModel(providers[id])}`).join("\n"),
    "## Criteria",
    Object.entries(CRITERIA)
      .map(([format, criteria]) => `- ${format}: ${criteria}`)
      .join("\n"),
    "## Procedure",
    PROCEDURE.map((rule) => `- ${rule}`).join("\n"),
    ...(judgePanel.length === 0
      ? []
      : [
          PANEL_HEADING,
          `Judges: ${judgePanel.join(", ")}`,
          PANEL_PROCEDURE.map((rule) => `- ${rule}`).join("\n"),
        ]),
    ...renderPrompt(
      "Prompt: score of a turn",
      buildJudgeTurnPrompt(SAMPLE_DEBATE, [first], second, SAMPLE_MARK),
    ),
    ...renderPrompt(
      "Prompt: verdict, first question",
      buildVerdictQuestion(SAMPLE_DEBATE, SAMPLE_SPEECHES, "bot_a", SAMPLE_MARK),
    ),
    ...renderPrompt(
      "Prompt: verdict, second question",
      buildVerdictQuestion(SAMPLE_DEBATE, SAMPLE_SPEECHES, "bot_b", SAMPLE_MARK),
    ),
    ...renderPrompt(
      "Prompt: another text, here of a debate in Spanish",
      buildVerdictTextPrompt(
        { ...SAMPLE_DEBATE, language: "es", scores: { botA: 7, botB: 6 } },
        { winner: "bot_b", margin: 1, wavered: false },
        SAMPLE_SPEECHES,
        SAMPLE_MARK,
      ),
    ),
  ].join("\n\n");
  return { hash: createHash("sha256").update(text).digest("hex"), text };
};

/** Stores the rules of judging if they are new. */
export const saveCharter = async (sql: Sql, { hash, text }: Charter): Promise<void> => {
  await mutateRows(
    sql,
    "INSERT INTO charters (hash, text) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING hash",
    [hash, text],
  );
};

const START_SEASON_SQL = `
  WITH present AS (SELECT number, charter FROM seasons ORDER BY number DESC LIMIT 1)
  INSERT INTO seasons (number, charter)
  SELECT coalesce((SELECT number FROM present), 0) + 1, $1
   WHERE NOT EXISTS (SELECT FROM present WHERE charter = $1)
  ON CONFLICT DO NOTHING RETURNING number`;

/**
 * Stores the charter (rules of judging). Starts a season (period) unless the present one has the
 * same charter. It is called for each verdict, not only at the start of a worker, because a worker
 * of the old version may restart during an upgrade and start a season with the old rules. If two
 * workers start a season at once, one of them succeeds only at its next verdict.
 */
export const startSeason = async (sql: Sql, charter: Charter): Promise<void> => {
  await saveCharter(sql, charter);
  await mutateRows(sql, START_SEASON_SQL, [charter.hash]);
};
