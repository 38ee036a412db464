import { escaped } from "./escaped.ts";

/** Maximum size of an embedded debate in pixels; a consumer may ask for less. */
export const EMBEDDED = { width: 600, height: 315 };

interface Frame {
  /** URL of the embedded page. */
  src: string;
  title: string;
  width: number;
  height: number;
}

/** HTML with which another site embeds a debate. */
export const embedCode = ({ src, title, width, height }: Frame): string =>
  `<iframe src="${src}" width="${width}" height="${height}" title="${escaped(title)}" loading="lazy"></iframe>`;
