import { renderAsync } from "@resvg/resvg-js";
import { LRUCache } from "lru-cache";
import satori, { type Font } from "satori";
import { PICTURE_SIZE_PX } from "#shared/domain/debates/sharing/debate-picture.ts";
import { wrapInQuotes } from "#shared/domain/debates/language/quotation-marks.ts";
import { labelPng } from "#shared/domain/png-label.ts";
import type { DebateCard } from "./debate-card.ts";
import { toDrawableText } from "./drawable-text.ts";
import { loadEmojiImages } from "./emoji-images.ts";
import { listOwnFonts, loadSlices } from "./font-slices.ts";
import { loadFonts, type LoadedFont } from "./fonts.ts";
import { createPictureLayout } from "./picture-layout.ts";

const loadFontFaces = async () => {
  const faces = await loadFonts();
  const fonts = faces.map(({ font }) => font);
  return { faces, fonts, glyphs: new Set(faces.flatMap(({ glyphs }) => Array.from(glyphs))) };
};
let fontFaces: ReturnType<typeof loadFontFaces> | undefined;

/**
 * Satori parses the fonts of each list once and keeps them as long as the list exists. So equal
 * lists are reused, and their number is limited.
 */
const fontLists = new LRUCache<string, Font[]>({ max: 3 });

/**
 * Lists the fonts that the text needs: all given slices (parts of large fonts), and the other fonts
 * that contain one of its characters.
 */
const selectFonts = (
  faces: readonly LoadedFont[],
  slices: readonly LoadedFont[],
  text: string,
): Font[] => {
  const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const used = faces.filter(({ glyphs }) => codePoints.some((codePoint) => glyphs.has(codePoint)));
  const fonts = [...used, ...slices].map(({ font }) => font);
  const key = fonts.map(({ name }) => name).join();
  const known = fontLists.get(key) ?? fonts;
  fontLists.set(key, known);
  return known;
};

/** Draws a card as a PNG. If the whole topic cannot be drawn, the speakers' names replace it. */
const drawPicture = async (card: DebateCard): Promise<Uint8Array> => {
  fontFaces ??= loadFontFaces();
  const { faces, fonts, glyphs } = await fontFaces;
  const { quote, language } = card;
  const text = quote ? `${card.topic} ${wrapInQuotes(quote.text, language)}` : card.topic;
  const slices = await loadSlices(text, language, (codePoint) => glyphs.has(codePoint));
  const hasGlyph = (codePoint: number) =>
    glyphs.has(codePoint) || slices.some((slice) => slice.glyphs.has(codePoint));
  const graphemeImages = await loadEmojiImages(text, hasGlyph);
  const hasImage = (emoji: string) => emoji in graphemeImages;
  const drawable = (text: string, fallback: string) =>
    toDrawableText(text, hasGlyph, hasImage) ?? fallback;
  const against = drawable(card.against, "Against");
  const side = drawable(card.for, "For");
  const drawableCard = {
    ...card,
    for: side,
    against,
    judge: card.judge && toDrawableText(card.judge, hasGlyph),
    product: drawable(card.product, ""),
    topic: drawable(card.topic, `${side} debates ${against}`),
    // A quote that cannot be drawn as a whole is replaced by an empty text, so the picture has no
    // quote.
    ...(quote && { quote: { role: quote.role, text: drawable(quote.text, "") } }),
  };
  const usedFonts =
    slices.length === 0 ? fonts : selectFonts(faces, slices, JSON.stringify(drawableCard));
  const svg = await satori(createPictureLayout(drawableCard, listOwnFonts(language, slices)), {
    ...PICTURE_SIZE_PX,
    fonts: usedFonts,
    graphemeImages,
  });
  const picture = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return labelPng(picture.asPng(), card.models);
};

export default drawPicture;
