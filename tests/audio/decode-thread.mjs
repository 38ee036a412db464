import { MPEGDecoder } from "mpg123-decoder";

/** On a thread of its own, since the decoder is an ES module and the tests are not. */
export default async (bytes) => {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  const { channelData, sampleRate, errors } = decoder.decode(bytes);
  decoder.free();
  return { samples: channelData[0], sampleRate, problems: errors.map(({ message }) => message) };
};
