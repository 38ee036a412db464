import { renderAsync } from "@resvg/resvg-js";
import satori from "satori";
import { PICTURE } from "#shared/domain/debate-picture.ts";
import type { DebateCard } from "./debate-card.ts";
import { drawableText } from "./drawable-text.ts";
import { loadFonts, loadRanges } from "./fonts.ts";
import { layout } from "./layout.ts";

const loadFaces = async () => ({ fonts: await loadFonts(), ranges: await loadRanges() });
let faces: ReturnType<typeof loadFaces> | undefined;

/**
 * Draws a card as a PNG. Characters without a glyph are left out. A motion that would lose too much
 * is replaced by the speakers' names.
 */
const drawPicture = async (card: DebateCard): Promise<Uint8Array> => {
  faces ??= loadFaces();
  const { fonts, ranges } = await faces;
  const drawable = (text: string, otherwise: string) => drawableText(text, ranges) ?? otherwise;
  const against = drawable(card.against, "Against");
  const side = drawable(card.for, "For");
  const words = {
    ...card,
    for: side,
    against,
    judge: card.judge && drawableText(card.judge, ranges),
    product: drawable(card.product, ""),
    topic: drawable(card.topic, `${side} debates ${against}`),
    ...(card.quote && { quote: { ...card.quote, words: drawable(card.quote.words, "") } }),
  };
  const svg = await satori(layout(words), { ...PICTURE, fonts });
  return (await renderAsync(svg, { font: { loadSystemFonts: false } })).asPng();
};

export default drawPicture;
