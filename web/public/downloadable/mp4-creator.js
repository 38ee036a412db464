/** Draws the animated logo on a canvas and records it: as MP4 where the browser can, else WebM. */

const LOOP_S = 4;
const FRAMES_PER_SECOND = 30;
const BITS_PER_SECOND = 8_000_000;

/** In the order in which they are wanted. */
const KINDS = [
  { type: "video/mp4;codecs=avc1.640028", name: "MP4", extension: "mp4" },
  { type: "video/mp4;codecs=avc1.42E01E", name: "MP4", extension: "mp4" },
  { type: "video/mp4", name: "MP4", extension: "mp4" },
  { type: "video/webm;codecs=vp9", name: "WebM", extension: "webm" },
  { type: "video/webm", name: "WebM", extension: "webm" },
];

const element = (id) => document.getElementById(id);
const canvas = element("stage");
const pen = canvas.getContext("2d");
const kind = KINDS.find(
  ({ type }) => "MediaRecorder" in window && MediaRecorder.isTypeSupported(type),
);

/** What is drawn with on either background, as the product's themes have it. */
const PALETTES = {
  "#0b0d13": { calm: "#5b8cff", angry: "#ff6b6b", versus: "#9aa3b8" },
  "#f7f7f4": { calm: "#1f57d6", angry: "#c92a37", versus: "#565d70" },
};

/** Where in the loop a moment lies, from 0 to 1. */
const placeOf = (ms) => ((ms / 1000) % LOOP_S) / LOOP_S;

/** One robot, in its own grid of 32 by 32, as in the logo. */
const drawRobot = (color, isFrowning, isTalking, isBlinking, ms) => {
  pen.strokeStyle = color;
  pen.fillStyle = color;
  pen.lineWidth = 2;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  pen.stroke(new Path2D("M16 9V5.6 M1.8 15.4v5M30.2 15.4v5"));
  const head = new Path2D();
  head.roundRect(5, 9, 22, 17.5, 5.6);
  pen.stroke(head);
  const dots = new Path2D();
  dots.arc(16, 4, 1.6, 0, Math.PI * 2);
  for (const x of [11.5, 20.5]) {
    dots.moveTo(x + 1.75, 16.7);
    dots.ellipse(x, 16.7, 1.75, isBlinking ? 0.25 : 1.75, 0, 0, Math.PI * 2);
  }
  pen.fill(dots);
  if (isFrowning) pen.stroke(new Path2D("M9.4 12.9l4 1.5M22.6 12.9l-4 1.5"));
  if (isTalking) {
    const mouth = new Path2D();
    mouth.ellipse(16, 21.8, 3.6, 0.6 + 1.3 * Math.abs(Math.sin(ms / 108)), 0, 0, Math.PI * 2);
    pen.fill(mouth);
  } else
    pen.stroke(
      new Path2D(isFrowning ? "M11.5 22.8c2.6-2.3 6.4-2.3 9 0" : "M11.5 21.2c2.6 2.3 6.4 2.3 9 0"),
    );
};

const VERSUS =
  "M28 53L15.1 53L1.2 10.8L11.2 10.8L21.2 45.2L22 45.2L32.1 10.8L42 10.8L28 53ZM63.5 53.9L63.5 53.9Q59.3 53.9 56 53.1Q52.7 52.3 50.4 50.7Q48.1 49 46.8 46.6Q45.4 44.1 45.2 40.9L45.2 40.9L53.3 38.3Q53.4 41.2 54.8 43.1Q56.1 45 58.5 45.9Q60.9 46.8 63.9 46.8L63.9 46.8Q66.8 46.8 68.8 46.1Q70.8 45.4 71.8 44.2Q72.8 43 72.8 41.6L72.8 41.6Q72.8 39.9 71.6 38.9Q70.3 37.9 68.1 37.2Q65.9 36.5 63 35.8L63 35.8Q59.9 35.1 56.9 34.2Q53.8 33.4 51.4 31.9Q48.9 30.5 47.5 28.3Q46 26.1 46 22.7L46 22.7Q46 18.8 48 15.9Q49.9 13.1 53.7 11.5Q57.5 9.9 62.8 9.9L62.8 9.9Q68.2 9.9 72 11.4Q75.8 13 77.9 15.8Q80 18.7 80.2 22.6L80.2 22.6L71.9 24.9Q71.9 22.9 71.2 21.4Q70.6 20 69.4 19Q68.3 18 66.6 17.5Q64.9 17 62.7 17L62.7 17Q60.2 17 58.4 17.6Q56.6 18.2 55.6 19.3Q54.7 20.4 54.7 21.9L54.7 21.9Q54.7 23.6 56.2 24.7Q57.6 25.9 60 26.6Q62.4 27.3 65.3 27.9L65.3 27.9Q68 28.5 70.9 29.4Q73.7 30.2 76.2 31.6Q78.7 33 80.2 35.3Q81.7 37.6 81.7 41.2L81.7 41.2Q81.7 45 79.6 47.9Q77.6 50.8 73.5 52.3Q69.4 53.9 63.5 53.9Z ";

/** The whole picture at a moment, in milliseconds. */
const draw = (ms) => {
  const place = placeOf(ms);
  const { width, height } = canvas;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  const background = element("background").value;
  const { calm, angry, versus } = PALETTES[background];
  pen.fillStyle = background;
  pen.fillRect(0, 0, width, height);
  const scale = Math.min(width / 600, height / 320);
  const left = (width - 480 * scale) / 2;
  const top = (height - 200 * scale) / 2;

  const robot = (x, color, isFrowning, from, to, blinkAt) => {
    const isTalking = place > from && place < to;
    const lift = isTalking ? 6 * Math.sin(((place - from) / (to - from)) * Math.PI) : 0;
    const isBlinking = Math.abs(place - blinkAt) < 0.02;
    const size = 5.25 * scale;
    pen.setTransform(size, 0, 0, size, left + x * scale, top + (12 - lift) * scale);
    drawRobot(color, isFrowning, isTalking, isBlinking, ms);
  };
  robot(20, calm, false, 0.05, 0.45, 0.96);
  robot(292, angry, true, 0.55, 0.95, 0.36);

  pen.setTransform(scale, 0, 0, scale, left + 199.2 * scale, top + 68 * scale);
  pen.globalAlpha = 0.775 + 0.225 * Math.cos(place * 4 * Math.PI);
  pen.fillStyle = versus;
  pen.fill(new Path2D(VERSUS));
  pen.globalAlpha = 1;
};

const play = (now) => {
  draw(now);
  requestAnimationFrame(play);
};

const say = (text) => {
  element("status").textContent = text;
};

/** Records so many seconds and returns the film. */
const record = async (seconds) => {
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES_PER_SECOND), {
    mimeType: kind.type,
    videoBitsPerSecond: BITS_PER_SECOND,
  });
  const pieces = [];
  recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
  const ended = new Promise((resolve, reject) => {
    recorder.addEventListener("stop", resolve);
    recorder.addEventListener("error", () => reject(new Error("The recording failed.")));
  });
  recorder.start();
  for (let left = seconds; left > 0; left -= 1) {
    say(`Recording ${kind.name}, ${left} s left. Keep this tab in sight.`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  recorder.stop();
  await ended;
  return new Blob(pieces, { type: kind.type.split(";")[0] });
};

const offer = (film) => {
  const link = element("result");
  link.href = URL.createObjectURL(film);
  link.download = `chatbot-debate-logo.${kind.extension}`;
  link.textContent = `Download ${kind.name}, ${(film.size / 1024).toFixed(0)} kB`;
  link.hidden = false;
  link.focus();
  element("record").classList.add("quiet");
};

/** What can be said before anything is recorded. */
const HINTS = {
  none: "This browser cannot record a canvas. Try a current Chrome, Edge, Firefox or Safari.",
  webm: "This browser cannot write MP4. The film will be WebM, under that name.",
  mp4: "",
};

/** The film there was is not what the settings say any more. */
const startOver = () => {
  const link = element("result");
  URL.revokeObjectURL(link.href);
  link.hidden = true;
  element("record").classList.remove("quiet");
  say(HINTS[kind?.extension ?? "none"]);
};

element("settings").addEventListener("change", () => {
  [canvas.width, canvas.height] = element("size").value.split("x").map(Number);
  startOver();
});

element("settings").addEventListener("submit", async (event) => {
  event.preventDefault();
  startOver();
  const controls = [...element("settings").elements];
  for (const control of controls) control.disabled = true;
  try {
    offer(await record(Number(element("seconds").value)));
    say("Done.");
  } catch (err) {
    say(err.message);
  } finally {
    for (const control of controls) control.disabled = false;
  }
});

element("record").disabled = !kind;
startOver();

requestAnimationFrame(play);
