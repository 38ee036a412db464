import { MPEGDecoder } from "mpg123-decoder";

/** Runs on a worker thread, since the decoder is an ES module and the tests are CommonJS. */
export default async (bytes) => {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  const { channelData, sampleRate, errors } = decoder.decode(bytes);
  decoder.free();
  return { samples: channelData[0], sampleRate, problems: errors.map(({ message }) => message) };
};
