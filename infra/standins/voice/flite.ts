import { File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";
import { readableAloud } from "./readable-aloud.ts";
import type { SpeakerVoice } from "./voices.ts";

/** One channel of samples from -1 to 1. */
export interface Sound {
  samples: Float32Array<ArrayBuffer>;
  sampleRate: number;
}

const WAVE = "speech.wav";
const CHUNK_HEADER = 8;

/** The samples of a 16-bit mono WAV file. */
const readWave = (bytes: Uint8Array): Sound => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isData = (at: number) => view.getUint32(at) === 0x64617461;
  let at = 12;
  while (!isData(at)) at += CHUNK_HEADER + view.getUint32(at + 4, true);
  const start = at + CHUNK_HEADER;
  const samples = new Float32Array((view.byteLength - start) >> 1);
  for (let n = 0; n < samples.length; n++) samples[n] = view.getInt16(start + 2 * n, true) / 0x8000;
  return { samples, sampleRate: view.getUint32(24, true) };
};

const flags = ({ base, pitch, stretch }: SpeakerVoice, pace: number): string[] => [
  "-voice",
  base,
  "--setf",
  `duration_stretch=${(stretch / pace).toFixed(3)}`,
  ...(pitch === undefined ? [] : ["--setf", `int_f0_target_mean=${pitch}`]),
];

/** What a program may ask for: each of its functions by name. */
type Imports = WASI["wasiImport"];

/** A program that runs again and again, each time in a memory as it was before the first. */
const createProgram = (module: WebAssembly.Module) => {
  let imports: Imports = {};
  const asks = WebAssembly.Module.imports(module).map(({ name }) => [
    name,
    (...values: unknown[]): unknown => imports[name]?.(...values),
  ]);
  const instance = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: Object.fromEntries(asks),
  });
  const { memory } = instance.exports;
  if (!(memory instanceof WebAssembly.Memory)) throw new Error("The synthesizer has no memory.");
  const before = new Uint8Array(memory.buffer).slice();
  return (wasi: WASI): number => {
    const used = new Uint8Array(memory.buffer);
    used.set(before);
    used.fill(0, before.length);
    imports = wasi.wasiImport;
    // The shim asks for a shape that every such program has, and that the types cannot know.
    return wasi.start(instance as Parameters<WASI["start"]>[0]);
  };
};

/**
 * The synthesizer, which speaks one text after the other, each in a memory as if it were the first.
 * A new memory for each would cost more than what is spoken in it.
 */
export const createFlite = (module: WebAssembly.Module) => {
  let program: ReturnType<typeof createProgram> | undefined;
  return (text: string, voice: SpeakerVoice, pace: number): Sound => {
    const folder = new PreopenDirectory("/", new Map());
    const silentStreams = [0, 1, 2].map(() => new OpenFile(new File([])));
    const args = ["flite", ...flags(voice, pace), "-t", readableAloud(text), "-o", `/${WAVE}`];
    const wasi = new WASI(args, [], [...silentStreams, folder], { debug: false });
    const run = program ?? createProgram(module);
    // One that broke off is not run again: what it holds besides its memory is unknown.
    program = undefined;
    if (run(wasi) === 0) program = run;
    const wave = folder.dir.contents.get(WAVE);
    if (!(wave instanceof File)) throw new Error("The synthesizer said nothing.");
    return readWave(wave.data);
  };
};
