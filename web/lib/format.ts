const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** 1204 → 1.2K */
export const compactCount = (count: number): string => COMPACT.format(count);

/** A side's mean with its one decimal; a dash where there is none. */
export const scoreText = (score: number | null): string => score?.toFixed(1) ?? "–";
