import { useCallback, useEffect, useRef, useState } from "react";
import type { ClipView } from "#shared/contract/debates/clip.ts";
import { buildClipApiPath, buildClipFileName } from "#shared/domain/audio/clip.ts";
import { request } from "#web/lib/api/request.ts";
import { downloadFile } from "#web/lib/browser/download-file.ts";
import { showToast } from "#web/lib/toast.ts";
import { loadClipAudio } from "./load-clip-audio.ts";
import { toClipTimeline, type ClipScene, type ImageShape } from "./scene.ts";

export const getClipAudioPath = (debateId: number, clip: string): string =>
  buildClipApiPath(debateId, clip).replace("/moment?", "/moment.mp3?");

interface ClipVideoRequest {
  debateId: number;
  clip: string;
  scene: ClipScene;
  shape: ImageShape;
}

interface ClipVideoState {
  /** The finished share of the video, from 0 to 1; null while no video is being made. */
  progress: number | null;
  /** False once encoding has turned out to be unsupported. */
  isSupported: boolean;
  start(encode: ClipVideoRequest): void;
  cancel(): void;
}

/** Whether the browser has the required APIs. The codecs are checked later. */
const canEncodeVideo = (): boolean =>
  typeof VideoEncoder === "function" &&
  typeof AudioEncoder === "function" &&
  typeof OffscreenCanvas === "function";

/**
 * Returns the scene with exact times. The server knows them only after the clip's audio was
 * requested, because that request creates missing recordings.
 */
const loadTimedScene = async ({ debateId, clip, scene }: ClipVideoRequest, signal: AbortSignal) => {
  const view = await request<ClipView>("GET", buildClipApiPath(debateId, clip), { signal });
  if (view.problem !== null) throw new Error(view.problem);
  return { ...scene, sentences: toClipTimeline(view.passages), durationMs: view.durationMs };
};

/** Encodes a video in the browser and saves it as a file. Unmounting cancels the encoding. */
export const useClipVideo = (): ClipVideoState => {
  const [progress, setProgress] = useState<number | null>(null);
  const [isSupported, setSupported] = useState(canEncodeVideo);
  const encoding = useRef<AbortController>(null);
  const cancel = useCallback(() => encoding.current?.abort(), []);
  useEffect(() => cancel, [cancel]);

  const encode = async (video: ClipVideoRequest, signal: AbortSignal): Promise<void> => {
    const { encodeVideo: makeVideo } = await import("./encode-video.ts");
    const path = getClipAudioPath(video.debateId, video.clip);
    const getSound = await loadClipAudio(path, signal);
    const scene = await loadTimedScene(video, signal);
    const { kind, file } = await makeVideo({
      scene,
      shape: video.shape,
      sound: getSound(scene.durationMs),
      signal,
      onProgress: setProgress,
    });
    const name = `${buildClipFileName(video.debateId, video.clip)}-${video.shape}.${kind}`;
    downloadFile(name, file);
    showToast({ title: "Video saved", description: name });
  };

  const start = (video: ClipVideoRequest) => {
    cancel();
    const controller = new AbortController();
    encoding.current = controller;
    const { signal } = controller;
    setProgress(0);
    encode(video, signal)
      .catch((err: unknown) => {
        if (signal.aborted) return;
        if (err instanceof Error && err.name === "NoEncoder") setSupported(false);
        const description = err instanceof Error ? err.message : String(err);
        showToast({ title: "Video failed", description, tone: "danger" });
      })
      .finally(() => encoding.current === controller && setProgress(null));
  };
  return { progress, isSupported, start, cancel };
};
