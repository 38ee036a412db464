import type { Debate } from "#shared/contract/debate.ts";

/** Of the debate's picture, which is what is shown there. */
const SIZE = { width: 600, height: 315 };

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** What another site has to write to show a debate: the same as it would be told by oEmbed. */
export const embedCode = ({ id, topic }: Pick<Debate, "id" | "topic">, origin: string): string =>
  `<iframe src="${origin}/embed/debate/${id}" width="${SIZE.width}" height="${SIZE.height}" ` +
  `title="${escaped(topic)}" loading="lazy"></iframe>`;
