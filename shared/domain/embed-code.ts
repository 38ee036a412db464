import { escaped } from "./escaped.ts";

/** In pixels; where another site has less room, it asks for less. */
export const EMBEDDED = { width: 600, height: 315 };

interface Frame {
  /** The address of what is shown. */
  src: string;
  title: string;
  width: number;
  height: number;
}

/** What another site has to write to show a debate. */
export const embedCode = ({ src, title, width, height }: Frame): string =>
  `<iframe src="${src}" width="${width}" height="${height}" title="${escaped(title)}" loading="lazy"></iframe>`;
