import { Variables } from "#infra/variables.ts";
import { DESCRIPTIONS } from "./variables.ts";
import { table } from "./markdown.ts";

/** Returns the default of a variable as one would write it in `.env`. */
const defaultOf = (name: keyof typeof DESCRIPTIONS): string => {
  const { data } = Variables.shape[name].safeParse(undefined);
  const text = Array.isArray(data) ? data.join() : data === undefined ? "" : JSON.stringify(data);
  return text === "" || text === "{}" ? "none" : `\`${text.replaceAll('"', "")}\``;
};

const INTRODUCTION = `All settings are environment variables. \`npm start\` also reads variables from \`.env\`. An empty value counts as
unset. Every variable can be read from a file: \`OPENAI_API_KEY_FILE=/run/secrets/openai\` sets \`OPENAI_API_KEY\`.
\`infra/variables.ts\` declares and checks all variables. If a value is wrong, the process says so and exits with 1.`;

/** The text of `docs/configuration.md`. */
export const configurationPage = (): string => {
  const names = Object.keys(DESCRIPTIONS) as (keyof typeof DESCRIPTIONS)[];
  const groups = [...new Set(names.map((name) => DESCRIPTIONS[name].group))];
  const sections = groups.map((group) => {
    const members = names.filter((name) => DESCRIPTIONS[name].group === group);
    const rows = members.map((name) => {
      const { about, fallback } = DESCRIPTIONS[name];
      return [`\`${name}\``, fallback ?? defaultOf(name), about];
    });
    return `## ${group}\n\n${table(["variable", "default", "purpose"], rows)}`;
  });
  return ["# Configuration", INTRODUCTION, ...sections].join("\n\n");
};
