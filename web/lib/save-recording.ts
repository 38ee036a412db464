import { call } from "./request.ts";
import { saveFile } from "./save-file.ts";
import { toast } from "./toast.ts";

/** The name in a Content-Disposition header, which writes what is not ASCII in a way of its own. */
const fileName = (header: string): string | undefined => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)/.exec(header)?.[1];
};

/** Keeps a recording under the name that the server gives it, and says how that went. */
export const saveRecording = async (path: string, otherwise = "debate.mp3"): Promise<void> => {
  try {
    const answer = await call("GET", path);
    const name = fileName(answer.headers.get("Content-Disposition") ?? "") ?? otherwise;
    saveFile(name, await answer.blob());
    toast({ title: "Download Complete", description: name });
  } catch (err) {
    const description = err instanceof Error ? err.message : String(err);
    toast({ title: "Download Failed", description, tone: "danger" });
  }
};
