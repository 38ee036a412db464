/** What the setup started, for the teardown to stop: both run in jest's own process. */
const registered: { stop: () => Promise<unknown>; folder: string | undefined }[] = [];

export const registerTeardown = (stop: () => Promise<unknown>, folder?: string): void => {
  registered.push({ stop, folder });
};

export const takeRegisteredTeardowns = () => registered.splice(0);
