import { type RefObject, useEffect, useRef } from "react";
import { createPainter, loadLetters } from "./paint-scene.ts";
import { type Scene, type Shape, SHAPES } from "./scene.ts";

/** Renders a clip as an image. Throws if the browser has no 2D canvas. */
export const pictureOf = async (scene: Scene, shape: Shape): Promise<OffscreenCanvas> => {
  await loadLetters(scene);
  const painter = createPainter(scene, shape);
  painter.picture();
  return painter.canvas;
};

/** Renders the preview into the returned canvas. */
export const usePreview = (scene: Scene, shape: Shape): RefObject<HTMLCanvasElement | null> => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isWanted = true;
    const show = async () => {
      const picture = await pictureOf(scene, shape);
      const pen = canvas.current?.getContext("2d");
      if (!isWanted || !canvas.current || !pen) return;
      Object.assign(canvas.current, SHAPES[shape]);
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
