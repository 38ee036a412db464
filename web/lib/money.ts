const DOLLARS = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** 599 cents → "$5.99" */
export const dollars = (cents: number): string => DOLLARS.format(cents / 100);
