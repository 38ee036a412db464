import { escaped } from "./escaped.ts";

/** Maximum size of an embedded debate in pixels; a consumer may ask for less. */
export const EMBEDDED = { width: 600, height: 315 };

interface Frame {
  src: string;
  title: string;
  width: number;
  height: number;
}

export const embedCode = ({ src, title, width, height }: Frame): string =>
  `<iframe src="${src}" width="${width}" height="${height}" title="${escaped(title)}" loading="lazy"></iframe>`;
