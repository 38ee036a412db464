import { ApiError } from "../api/api-error.ts";
import { sleep } from "../time/delays.ts";
import { requestRaw } from "../api/request.ts";
import { downloadFile } from "../browser/download-file.ts";
import { showToast } from "../toast.ts";

/**
 * The file name in a Content-Disposition header, plain or RFC 5987 encoded. Undefined if there is
 * none.
 */
const parseFileName = (header: string): string | undefined => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)/.exec(header)?.[1];
};

/** Maximum time to wait for a pending recording. */
const MAX_RECORDING_WAIT_MS = 300_000;

/** Waits for a pending recording. Polls after the delay in the server's Retry-After header. */
const fetchWhenReady = async (path: string): Promise<Response> => {
  const deadline = Date.now() + MAX_RECORDING_WAIT_MS;
  for (;;) {
    try {
      return await requestRaw("GET", path);
    } catch (err) {
      const isComing = err instanceof ApiError && err.status === 409 && Date.now() < deadline;
      if (!isComing || err.retryAfterMs === undefined) throw err;
      await sleep(err.retryAfterMs);
    }
  }
};

/** Downloads a recording under the file name that the server sends, and shows a toast. */
export const downloadRecording = async (
  path: string,
  defaultFileName = "debate.mp3",
): Promise<void> => {
  try {
    const response = await fetchWhenReady(path);
    const name =
      parseFileName(response.headers.get("Content-Disposition") ?? "") ?? defaultFileName;
    downloadFile(name, await response.blob());
    showToast({ title: "Download Complete", description: name });
  } catch (err) {
    const description = err instanceof Error ? err.message : String(err);
    showToast({ title: "Download Failed", description, tone: "danger" });
  }
};
