const USD_FORMAT = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** 599 cents → "$5.99" */
export const formatDollars = (cents: number): string => USD_FORMAT.format(cents / 100);
