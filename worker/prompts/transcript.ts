import { type Role, SIDE_LABEL } from "#shared/domain/side.ts";

/** A finished speech, as prompts need it. */
export interface Speech {
  turnNumber: number;
  role: Role;
  content: string;
}

/** The line above each speech. */
export const speechHeading = ({ turnNumber, role }: Omit<Speech, "content">): string =>
  `[Turn ${turnNumber}, ${SIDE_LABEL[role]}]`;

/** A speech cannot end the debate it stands in, or pass a part of itself off as the other side's. */
const DISGUISES = /<\/?debate>|^\[Turn \d+, (?:For|Against)\]$/gim;

/** A speech under its heading, as data. */
export const quoteSpeech = (speech: Speech): string =>
  `${speechHeading(speech)}\n${speech.content.replace(DISGUISES, "")}`;

/** The debate so far, as data between `<debate>` and `</debate>`. */
export const transcript = (speeches: readonly Speech[]): string =>
  `<debate>\n${speeches.map(quoteSpeech).join("\n\n")}\n</debate>`;

/** A topic on a line of its own, whatever characters people put into it. */
export const motionLine = (topic: string): string => `Motion: ${topic.replace(/\s+/gu, " ")}`;
