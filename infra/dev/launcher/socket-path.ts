/** Operating systems limit the path of a Unix socket to about 100 bytes. */
const MAX_SOCKET_PATH_BYTES = 100;

export const isValidSocketPath = (name: string): boolean =>
  Buffer.byteLength(name) <= MAX_SOCKET_PATH_BYTES;
