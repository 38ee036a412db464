import UPNG from "upng-js";

/** Colours of the palette. With more, pictures look the same and files are twice as large. */
const COLORS = 256;

const decode = (png: Buffer) => {
  const image = UPNG.decode(new Uint8Array(png).buffer);
  const [pixels = new ArrayBuffer()] = UPNG.toRGBA8(image);
  return { ...image, pixels };
};

export interface Frame {
  png: Buffer;
  /** How long the frame is shown. */
  durationMs: number;
}

/** Encodes a PNG with a palette. Several frames become an animation that repeats. */
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
