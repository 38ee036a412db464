import { type RefObject, useEffect, useRef } from "react";
import { createSceneRenderer, loadSceneFonts } from "../video/draw-scene.ts";
import { type ClipScene, type ImageShape, IMAGE_SIZES } from "../video/scene.ts";

/** Renders a clip as an image. Throws if the browser has no 2D canvas. */
export const renderClipImage = async (
  scene: ClipScene,
  shape: ImageShape,
): Promise<OffscreenCanvas> => {
  await loadSceneFonts(scene);
  const painter = createSceneRenderer(scene, shape);
  painter.picture();
  return painter.canvas;
};

/** Renders the preview into the returned canvas. */
export const useClipPreview = (
  scene: ClipScene,
  shape: ImageShape,
): RefObject<HTMLCanvasElement | null> => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isWanted = true;
    const show = async () => {
      const picture = await renderClipImage(scene, shape);
      const pen = canvas.current?.getContext("2d");
      if (!isWanted || !canvas.current || !pen) return;
      Object.assign(canvas.current, IMAGE_SIZES[shape]);
      pen.drawImage(picture, 0, 0);
    };
    // The dialog works without a preview.
    show().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [scene, shape]);
  return canvas;
};
