import { ApiError } from "./api-error.ts";
import { pause } from "./pause.ts";
import { call } from "./request.ts";
import { saveFile } from "./save-file.ts";
import { toast } from "./toast.ts";

/** The name in a Content-Disposition header, which writes what is not ASCII in a way of its own. */
const fileName = (header: string): string | undefined => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)/.exec(header)?.[1];
};

/** So long a recording that is being made is waited for. */
const PATIENCE_MS = 300_000;

/** The recording, as soon as it is made: asked for again as often as the server says. */
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

/** Keeps a recording under the name that the server gives it, and says how that went. */
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
