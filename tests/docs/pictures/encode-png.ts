import UPNG from "upng-js";

/** Colours of a palette. With more, a picture of the interface looks the same and is twice as large. */
const COLORS = 256;

const decode = (png: Buffer) => {
  const image = UPNG.decode(new Uint8Array(png).buffer);
  const [pixels = new ArrayBuffer()] = UPNG.toRGBA8(image);
  return { ...image, pixels };
};

export interface Frame {
  png: Buffer;
  /** How long it is shown. */
  durationMs: number;
}

/** One PNG with a palette; of several frames an animated one that repeats. */
export const encodePng = (frames: readonly Frame[]): Buffer => {
  const decoded = frames.map(({ png }) => decode(png));
  const [first] = decoded;
  if (!first) throw new Error("There is no frame.");
  return Buffer.from(
    UPNG.encode(
      decoded.map(({ pixels }) => pixels),
      first.width,
      first.height,
      COLORS,
      frames.map(({ durationMs }) => durationMs),
    ),
  );
};
