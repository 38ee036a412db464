import { call } from "#web/lib/request.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { toast } from "#web/lib/toast.ts";

const FILE_NAME = /filename="([^"]+)"/;

/** Keeps a recording under the name that the server gives it, and says how that went. */
export const saveRecording = async (path: string): Promise<void> => {
  try {
    const answer = await call("GET", path);
    const name = FILE_NAME.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
    saveFile(name ?? "debate.mp3", await answer.blob());
    toast({ title: "Download Complete", ...(name && { description: name }) });
  } catch (err) {
    const description = err instanceof Error ? err.message : String(err);
    toast({ title: "Download Failed", description, tone: "danger" });
  }
};
