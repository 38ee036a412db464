/** What the setup started, for the teardown to stop: both run in jest's own process. */
const kept: { stop: () => Promise<unknown>; folder: string | undefined }[] = [];

export const keep = (stop: () => Promise<unknown>, folder?: string): void => {
  kept.push({ stop, folder });
};

export const takeKept = () => kept.splice(0);
