/** Browsers read it when they get around to it; some say nothing of its end. */
const READ_WITHIN_MS = 40_000;

/** Hands a file to the browser to keep. */
export const saveFile = (name: string, file: Blob): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
};
