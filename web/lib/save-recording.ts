import { ApiError } from "./api-error.ts";
import { pause } from "./pause.ts";
import { call } from "./request.ts";
import { saveFile } from "./save-file.ts";
import { toast } from "./toast.ts";

/** The file name in a Content-Disposition header, plain or RFC 5987 encoded. */
const fileName = (header: string): string | undefined => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)/.exec(header)?.[1];
};

/** Maximum wait for a pending recording. */
const PATIENCE_MS = 300_000;

/** Waits for a pending recording, polling with the server's Retry-After delay. */
const made = async (path: string): Promise<Response> => {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await call("GET", path);
    } catch (err) {
      const isComing = err instanceof ApiError && err.status === 409 && Date.now() < deadline;
      if (!isComing || err.retryAfterMs === undefined) throw err;
      await pause(err.retryAfterMs);
    }
  }
};

/** Downloads a recording under the server's file name and shows a toast. */
export const saveRecording = async (path: string, otherwise = "debate.mp3"): Promise<void> => {
  try {
    const answer = await made(path);
    const name = fileName(answer.headers.get("Content-Disposition") ?? "") ?? otherwise;
    saveFile(name, await answer.blob());
    toast({ title: "Download Complete", description: name });
  } catch (err) {
    const description = err instanceof Error ? err.message : String(err);
    toast({ title: "Download Failed", description, tone: "danger" });
  }
};
