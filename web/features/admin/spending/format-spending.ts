const SMALL_AMOUNT_FORMAT = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const LARGE_AMOUNT_FORMAT = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Millionths of a dollar → "$0.0042", "$12.30" */
export const formatPrice = (price: number): string => {
  const dollars = price / 1_000_000;
  return (dollars < 1 ? SMALL_AMOUNT_FORMAT : LARGE_AMOUNT_FORMAT).format(dollars);
};

/** 2026-11-22 → "Nov 22" */
export const formatDay = (day: string): string =>
  new Date(day).toLocaleDateString("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
