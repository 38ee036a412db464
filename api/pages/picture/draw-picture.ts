import { renderAsync } from "@resvg/resvg-js";
import satori from "satori";
import { PICTURE_SIZE_PX } from "#shared/domain/debates/debate-picture.ts";
import { labelPng } from "#shared/domain/png-label.ts";
import type { DebateCard } from "./debate-card.ts";
import { toDrawableText } from "./drawable-text.ts";
import { listGlyphs, loadFonts } from "./fonts.ts";
import { createPictureLayout } from "./picture-layout.ts";

const loadFontFaces = async () => {
  const fonts = await loadFonts();
  return { fonts, glyphs: listGlyphs(fonts) };
};
let fontFaces: ReturnType<typeof loadFontFaces> | undefined;

/**
 * Draws a card as a PNG. A motion that cannot be drawn as a whole is replaced by the speakers'
 * names.
 */
const drawPicture = async (card: DebateCard): Promise<Uint8Array> => {
  fontFaces ??= loadFontFaces();
  const { fonts, glyphs } = await fontFaces;
  const drawable = (text: string, fallback: string) => toDrawableText(text, glyphs) ?? fallback;
  const against = drawable(card.against, "Against");
  const side = drawable(card.for, "For");
  const drawableCard = {
    ...card,
    for: side,
    against,
    judge: card.judge && toDrawableText(card.judge, glyphs),
    product: drawable(card.product, ""),
    topic: drawable(card.topic, `${side} debates ${against}`),
    // Without a text that can be drawn as a whole, the picture has no quote.
    ...(card.quote && { quote: { role: card.quote.role, text: drawable(card.quote.text, "") } }),
  };
  const svg = await satori(createPictureLayout(drawableCard), { ...PICTURE_SIZE_PX, fonts });
  const picture = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return labelPng(picture.asPng());
};

export default drawPicture;
