import { escapeHtml } from "../../text/escape-html.ts";
import type { LanguageTag } from "../language/language.ts";
import { renderTextAttributes } from "../language/text-in-markup.ts";

/** Maximum size of an embedded debate in pixels. An oEmbed consumer may ask for less. */
export const EMBED_SIZE_PX = { width: 600, height: 315 };

interface EmbedFrame {
  src: string;
  title: string;
  language: LanguageTag;
  width: number;
  height: number;
}

export const buildEmbedCode = ({ src, title, language, width, height }: EmbedFrame): string =>
  `<iframe src="${src}" width="${width}" height="${height}" title="${escapeHtml(title)}" ${renderTextAttributes(language, title)} loading="lazy"></iframe>`;
