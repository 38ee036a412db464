import { type RefObject, useEffect, useRef } from "react";
import { createSceneRenderer, loadSceneFonts } from "../video/draw-scene.ts";
import { type ClipScene, type ImageShape, IMAGE_SIZES } from "../video/scene.ts";

/** Renders a clip as an image. Throws if the browser has no 2D canvas. */
export const renderClipImage = async (
  scene: ClipScene,
  shape: ImageShape,
): Promise<OffscreenCanvas> => {
  await loadSceneFonts(scene);
  const renderer = createSceneRenderer(scene, shape);
  renderer.drawStill();
  return renderer.canvas;
};

/** Draws the clip's image into the returned canvas. */
export const useClipPreview = (
  scene: ClipScene,
  shape: ImageShape,
): RefObject<HTMLCanvasElement | null> => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isMounted = true;
    const drawPreview = async () => {
      const image = await renderClipImage(scene, shape);
      const context = canvas.current?.getContext("2d");
      if (!isMounted || !canvas.current || !context) return;
      Object.assign(canvas.current, IMAGE_SIZES[shape]);
      context.drawImage(image, 0, 0);
    };
    // A failed preview is ignored, because the dialog works without it.
    drawPreview().catch(() => undefined);
    return () => {
      isMounted = false;
    };
  }, [scene, shape]);
  return canvas;
};
