import { ROBOT } from "#shared/domain/brand.ts";

interface CanvasCircle {
  cx: number;
  cy: number;
  r: number;
}

interface CanvasFace {
  x: number;
  y: number;
  size: number;
  color: string;
  /** How far the mouth is open, from 0 to 1; null for a robot that listens. */
  mouth: number | null;
  areEyesShut: boolean;
}

/** Width and height of the coordinate system of `ROBOT`. */
const FACE_GRID_SIZE = 32;
const CLOSED_MOUTH_HEIGHT = 0.5;

export const drawRobot = (context: OffscreenCanvasRenderingContext2D, face: CanvasFace): void => {
  const { x, y, size, color, mouth, areEyesShut } = face;
  const { antenna, ears, head, tip, leftEye, rightEye, openMouth, moods } = ROBOT;
  context.save();
  context.translate(x, y);
  context.scale(size / FACE_GRID_SIZE, size / FACE_GRID_SIZE);
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = 2;
  context.lineCap = "round";
  context.lineJoin = "round";
  const dot = ({ cx, cy, r }: CanvasCircle, height = r) => {
    context.beginPath();
    context.ellipse(cx, cy, r, height, 0, 0, 2 * Math.PI);
    context.fill();
  };
  context.stroke(new Path2D(antenna + ears));
  context.beginPath();
  context.roundRect(head.x, head.y, head.width, head.height, head.rx);
  context.stroke();
  dot(tip);
  for (const eye of [leftEye, rightEye]) dot(eye, areEyesShut ? 0.4 : eye.r);
  if (mouth === null) context.stroke(new Path2D(moods.listening.lips));
  else {
    const { cx, cy, rx, ry } = openMouth;
    dot({ cx, cy, r: rx * (0.75 + mouth / 4) }, CLOSED_MOUTH_HEIGHT + mouth * (ry + 0.6));
  }
  context.restore();
};
