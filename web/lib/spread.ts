/** So long, and up to half as much more: pages that wait for the same do not all ask in the same moment. */
export const spread = (ms: number): number => ms * (1 + Math.random() / 2);
