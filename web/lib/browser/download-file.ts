/** Revoking the file's URL too early would end the download, whose end browsers do not report. */
const REVOKE_URL_AFTER_MS = 40_000;

export const downloadFile = (name: string, file: Blob): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_URL_AFTER_MS);
};
