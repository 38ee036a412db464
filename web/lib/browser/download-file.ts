/** Browsers read the file asynchronously and do not report when they are done. */
const REVOKE_URL_AFTER_MS = 40_000;

export const downloadFile = (name: string, file: Blob): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_URL_AFTER_MS);
};
