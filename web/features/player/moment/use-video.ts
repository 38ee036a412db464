import { useCallback, useEffect, useRef, useState } from "react";
import type { MomentView } from "#shared/contract/moment.ts";
import { momentApiPath, momentName } from "#shared/domain/moment.ts";
import { request } from "#web/lib/request.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { toast } from "#web/lib/toast.ts";
import { loadSound } from "./moment-sound.ts";
import { byItsClock, type Scene, type Shape } from "./scene.ts";

export const soundPath = (debateId: number, written: string): string =>
  momentApiPath(debateId, written).replace("/moment?", "/moment.mp3?");

interface Film {
  debateId: number;
  written: string;
  scene: Scene;
  shape: Shape;
}

interface Making {
  /** From 0 to 1; null while no video is being made. */
  done: number | null;
  /** False once encoding has turned out to be unsupported. */
  isPossible: boolean;
  make(film: Film): void;
  cancel(): void;
}

/** Whether the browser has the required APIs. The codecs are checked later. */
const mayEncode = (): boolean =>
  typeof VideoEncoder === "function" &&
  typeof AudioEncoder === "function" &&
  typeof OffscreenCanvas === "function";

/** The scene with exact times: loading the audio has created missing recordings. */
const heardScene = async ({ debateId, written, scene }: Film, signal: AbortSignal) => {
  const view = await request<MomentView>("GET", momentApiPath(debateId, written), { signal });
  if (view.problem !== null) throw new Error(view.problem);
  return { ...scene, sentences: byItsClock(view.passages), durationMs: view.durationMs };
};

/** Encodes a video in the browser and saves it. Unmounting cancels it. */
export const useVideo = (): Making => {
  const [done, setDone] = useState<number | null>(null);
  const [isPossible, setPossible] = useState(mayEncode);
  const making = useRef<AbortController>(null);
  const cancel = useCallback(() => making.current?.abort(), []);
  useEffect(() => cancel, [cancel]);

  const film = async (wanted: Film, signal: AbortSignal): Promise<void> => {
    const { makeVideo } = await import("./make-video.ts");
    const path = soundPath(wanted.debateId, wanted.written);
    const sound = await loadSound(path, signal);
    const scene = await heardScene(wanted, signal);
    const { kind, file } = await makeVideo({
      scene,
      shape: wanted.shape,
      sound: sound(scene.durationMs),
      signal,
      onProgress: setDone,
    });
    const name = `${momentName(wanted.debateId, wanted.written)}-${wanted.shape}.${kind}`;
    saveFile(name, file);
    toast({ title: "Video saved", description: name });
  };

  const make = (wanted: Film) => {
    cancel();
    const controller = new AbortController();
    making.current = controller;
    const { signal } = controller;
    setDone(0);
    film(wanted, signal)
      .catch((err: unknown) => {
        if (signal.aborted) return;
        if (err instanceof Error && err.name === "NoEncoder") setPossible(false);
        const description = err instanceof Error ? err.message : String(err);
        toast({ title: "No video was made", description, tone: "danger" });
      })
      .finally(() => making.current === controller && setDone(null));
  };
  return { done, isPossible, make, cancel };
};
