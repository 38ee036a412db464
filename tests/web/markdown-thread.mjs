import { createElement } from "react";
import { renderToString } from "react-dom/server";
import Markdown from "react-markdown";

/* Each is noisy beside other work, and only ever too slow: the best of some says what it takes. */
const FEWEST = 5;
const MOST = 40;

const WORDS = "and a word ";

/**
 * What is written, and how many times as long that takes as so many plain words, both in turns. It is tried
 * again while that is more than `enough`. On a thread of its own, since the reader is an ES module
 * and the tests are not.
 */
export default ({ text, options, enough }) => {
  const write = (content) => renderToString(createElement(Markdown, options, content));
  const timed = (content) => {
    const startedAt = performance.now();
    write(content);
    return performance.now() - startedAt;
  };
  const plain = WORDS.repeat(Math.ceil(text.length / WORDS.length)).slice(0, text.length);
  let [own, ofPlain] = [Infinity, Infinity];
  for (let tries = 0; tries < FEWEST || (tries < MOST && own > enough * ofPlain); tries++) {
    own = Math.min(own, timed(text));
    ofPlain = Math.min(ofPlain, timed(plain));
  }
  return { html: write(text), times: own / ofPlain };
};
