/** Services that the setup started. Setup and teardown run in the same process of Jest. */
const registered: { stop: () => Promise<unknown>; folder: string | undefined }[] = [];

export const registerTeardown = (stop: () => Promise<unknown>, folder?: string): void => {
  registered.push({ stop, folder });
};

export const takeRegisteredTeardowns = () => registered.splice(0);
