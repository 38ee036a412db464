import { useCallback, useEffect, useRef, useState } from "react";
import type { ClipView } from "#shared/contract/debates/clip.ts";
import { buildClipApiPath, buildClipFileName } from "#shared/domain/audio/clip.ts";
import { request } from "#web/lib/api/request.ts";
import { downloadFile } from "#web/lib/browser/download-file.ts";
import { showToast } from "#web/lib/toast.ts";
import { loadClipAudio } from "./load-clip-audio.ts";
import { toClipTimeline, type ClipScene, type ImageShape } from "./scene.ts";

export const getClipAudioPath = (debateId: number, written: string): string =>
  buildClipApiPath(debateId, written).replace("/moment?", "/moment.mp3?");

interface ClipVideoRequest {
  debateId: number;
  written: string;
  scene: ClipScene;
  shape: ImageShape;
}

interface ClipVideoState {
  /** From 0 to 1; null while no video is being made. */
  done: number | null;
  /** False once encoding has turned out to be unsupported. */
  isPossible: boolean;
  make(film: ClipVideoRequest): void;
  cancel(): void;
}

/** Whether the browser has the required APIs. The codecs are checked later. */
const canEncodeVideo = (): boolean =>
  typeof VideoEncoder === "function" &&
  typeof AudioEncoder === "function" &&
  typeof OffscreenCanvas === "function";

/** The scene with exact times: loading the audio has created missing recordings. */
const loadTimedScene = async (
  { debateId, written, scene }: ClipVideoRequest,
  signal: AbortSignal,
) => {
  const view = await request<ClipView>("GET", buildClipApiPath(debateId, written), { signal });
  if (view.problem !== null) throw new Error(view.problem);
  return { ...scene, sentences: toClipTimeline(view.passages), durationMs: view.durationMs };
};

/** Encodes a video in the browser and saves it. Unmounting cancels it. */
export const useClipVideo = (): ClipVideoState => {
  const [done, setDone] = useState<number | null>(null);
  const [isPossible, setPossible] = useState(canEncodeVideo);
  const making = useRef<AbortController>(null);
  const cancel = useCallback(() => making.current?.abort(), []);
  useEffect(() => cancel, [cancel]);

  const film = async (wanted: ClipVideoRequest, signal: AbortSignal): Promise<void> => {
    const { encodeVideo: makeVideo } = await import("./encode-video.ts");
    const path = getClipAudioPath(wanted.debateId, wanted.written);
    const sound = await loadClipAudio(path, signal);
    const scene = await loadTimedScene(wanted, signal);
    const { kind, file } = await makeVideo({
      scene,
      shape: wanted.shape,
      sound: sound(scene.durationMs),
      signal,
      onProgress: setDone,
    });
    const name = `${buildClipFileName(wanted.debateId, wanted.written)}-${wanted.shape}.${kind}`;
    downloadFile(name, file);
    showToast({ title: "Video saved", description: name });
  };

  const make = (wanted: ClipVideoRequest) => {
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
        showToast({ title: "Video failed", description, tone: "danger" });
      })
      .finally(() => making.current === controller && setDone(null));
  };
  return { done, isPossible, make, cancel };
};
