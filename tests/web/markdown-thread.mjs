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

/** Returns the number of code blocks executed since the last call. */
const blocksEntered = () =>
  ask("Profiler.takePreciseCoverage")
    .result.flatMap(({ functions }) => functions)
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, { count }) => sum + count, 0);

const WORDS = "and a word ";

/**
 * Returns the HTML of a text and its cost, relative to plain words of the same length. The cost is
 * the number of executed blocks of JavaScript, because times depend on the machine's load. This
 * runs in a thread, because the renderer is an ES module, which the tests cannot load.
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
