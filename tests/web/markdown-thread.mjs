import { Session } from "node:inspector";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import Markdown from "react-markdown";

const session = new Session();
session.connect();
const ask = (method, settings) => {
  let answer;
  session.post(method, settings, (error, result) => {
    if (error) throw error;
    answer = result;
  });
  return answer;
};
ask("Profiler.enable");
ask("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** How often any block of any function was entered since it was last asked. */
const blocksEntered = () =>
  ask("Profiler.takePreciseCoverage")
    .result.flatMap(({ functions }) => functions)
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, { count }) => sum + count, 0);

const WORDS = "and a word ";

/**
 * What is written, and how many times as many steps that takes as so many plain words: steps, since
 * time is another beside other work. On a thread of its own, since the reader is an ES module and
 * the tests are not.
 */
export default ({ text, options }) => {
  const write = (content) => {
    blocksEntered();
    const html = renderToString(createElement(Markdown, options, content));
    return { html, steps: blocksEntered() };
  };
  const plain = write(WORDS.repeat(Math.ceil(text.length / WORDS.length)).slice(0, text.length));
  const { html, steps } = write(text);
  return { html, times: steps / plain.steps };
};
