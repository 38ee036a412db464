/**
 * Time until the file's URL is revoked. Browsers do not report the end of a download, and revoking
 * the URL before it would abort the download.
 */
const REVOKE_URL_AFTER_MS = 40_000;

export const downloadFile = (name: string, file: Blob): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_URL_AFTER_MS);
};
