const product = require("../../jest.config.cjs");

/** Tests that are over in a moment: no database, no browser, no other process, no waiting. */
const QUICK = [
  "api/{parse,peer-counts,same-origin,throttle-windows}",
  "domain/!(*.slow)",
  "infra/{delta-groups,env,mp3,paypal,paypal-news,rooms,samples,speech-order,webhook-event,whole-frames}",
  "web/{asking-again,follow-debate,format,media-session,merge-event,player-*,radio,request,sound,speech,standing,start-player}",
  "worker/{heartbeat,join-recording,json-objects,meter,moderator,pace,prompts,provider-error,read-arguments,readable-failure,retry-policy,speech-text,structured-replies,vendor-events,vendor-replies,watched-fetch,without-thoughts}",
];

/** @type {import("jest").Config} */
module.exports = {
  rootDir: "../..",
  testMatch: QUICK.map((name) => `<rootDir>/tests/${name}.test.ts`),
  testRunner: require.resolve("./jest-circus-until-killed.cjs"),
  runtime: product.runtime,
  setupFilesAfterEnv: [require.resolve("./record-reach.cjs")],
  testSequencer: require.resolve("./reach-sequencer.cjs"),
  transform: product.transform,
  transformIgnorePatterns: product.transformIgnorePatterns,
  // A test that a mutant leaves waiting has failed; one on a busy machine has not.
  testTimeout: 15_000,
  // Within the copy of the project that is mutated, and gone with it.
  cacheDirectory: "<rootDir>/dist/jest",
};
