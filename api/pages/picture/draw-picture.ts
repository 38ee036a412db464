import { renderAsync } from "@resvg/resvg-js";
import satori from "satori";
import { PICTURE_SIZE_PX } from "#shared/domain/debates/debate-picture.ts";
import type { DebateCard } from "./debate-card.ts";
import { toDrawableText } from "./drawable-text.ts";
import { loadFonts, loadGlyphRanges } from "./fonts.ts";
import { createPictureLayout } from "./picture-layout.ts";

const loadFontFaces = async () => ({ fonts: await loadFonts(), ranges: await loadGlyphRanges() });
let fontFaces: ReturnType<typeof loadFontFaces> | undefined;

/**
 * Draws a card as a PNG. Characters without a glyph are left out. A motion that would lose too much
 * is replaced by the speakers' names.
 */
const drawPicture = async (card: DebateCard): Promise<Uint8Array> => {
  fontFaces ??= loadFontFaces();
  const { fonts, ranges } = await fontFaces;
  const drawable = (text: string, otherwise: string) => toDrawableText(text, ranges) ?? otherwise;
  const against = drawable(card.against, "Against");
  const side = drawable(card.for, "For");
  const words = {
    ...card,
    for: side,
    against,
    judge: card.judge && toDrawableText(card.judge, ranges),
    product: drawable(card.product, ""),
    topic: drawable(card.topic, `${side} debates ${against}`),
    ...(card.quote && { quote: { ...card.quote, words: drawable(card.quote.words, "") } }),
  };
  const svg = await satori(createPictureLayout(words), { ...PICTURE_SIZE_PX, fonts });
  return (await renderAsync(svg, { font: { loadSystemFonts: false } })).asPng();
};

export default drawPicture;
