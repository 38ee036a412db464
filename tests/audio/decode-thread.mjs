import { parentPort } from "node:worker_threads";
import { MPEGDecoder } from "mpg123-decoder";

// A thread of its own, since the decoder is an ES module and the tests are not.
const decoder = new MPEGDecoder({ enableGapless: false });

parentPort?.on("message", async (bytes) => {
  await decoder.ready;
  const { channelData, sampleRate, errors } = decoder.decode(bytes);
  const problems = errors.map(({ message }) => message);
  parentPort?.postMessage({ samples: channelData[0], sampleRate, problems });
  await decoder.reset();
});
