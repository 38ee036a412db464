/**
 * Services that the setup has started. Jest runs setup and teardown in the same process, so they
 * share this list.
 */
const registered: { stop: () => Promise<unknown>; folder: string | undefined }[] = [];

export const registerTeardown = (stop: () => Promise<unknown>, folder?: string): void => {
  registered.push({ stop, folder });
};

export const takeRegisteredTeardowns = () => registered.splice(0);
