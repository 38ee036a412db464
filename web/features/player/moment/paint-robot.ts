import { ROBOT } from "#shared/domain/brand.ts";

interface Dot {
  cx: number;
  cy: number;
  r: number;
}

interface Face {
  x: number;
  y: number;
  size: number;
  color: string;
  /** Mouth opening from 0 to 1; null for a listening robot. */
  mouth: number | null;
  areEyesShut: boolean;
}

/** Width and height of the face's coordinate system. */
const GRID = 32;
const MOUTH_CLOSED = 0.5;

export const paintRobot = (pen: OffscreenCanvasRenderingContext2D, face: Face): void => {
  const { x, y, size, color, mouth, areEyesShut } = face;
  const { antennaAndEars, head, tip, leftEye, rightEye, openMouth, moods } = ROBOT;
  pen.save();
  pen.translate(x, y);
  pen.scale(size / GRID, size / GRID);
  pen.strokeStyle = color;
  pen.fillStyle = color;
  pen.lineWidth = 2;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  const dot = ({ cx, cy, r }: Dot, height = r) => {
    pen.beginPath();
    pen.ellipse(cx, cy, r, height, 0, 0, 2 * Math.PI);
    pen.fill();
  };
  pen.stroke(new Path2D(antennaAndEars));
  pen.beginPath();
  pen.roundRect(head.x, head.y, head.width, head.height, head.rx);
  pen.stroke();
  dot(tip);
  for (const eye of [leftEye, rightEye]) dot(eye, areEyesShut ? 0.4 : eye.r);
  if (mouth === null) pen.stroke(new Path2D(moods.listening.lips));
  else {
    const { cx, cy, rx, ry } = openMouth;
    dot({ cx, cy, r: rx * (0.75 + mouth / 4) }, MOUTH_CLOSED + mouth * (ry + 0.6));
  }
  pen.restore();
};
