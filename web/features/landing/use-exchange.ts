import { useEffect, useReducer, useState } from "react";
import { prefersCalm } from "#web/lib/use-browser.ts";
import { EXCHANGES, type Exchange } from "./exchanges.ts";

/** The page has settled by then, and the first exchange has been read. */
const START_MS = 4000;
const WORD_MS = 130;
/** How many words' time the result stands before the next exchange starts. */
const REST = 30;

const exchangeAt = (index: number): Exchange => EXCHANGES[index % EXCHANGES.length] ?? EXCHANGES[0];

const lengthOf = (exchange: Exchange) => exchange.for.words.length + exchange.against.words.length;

interface Place {
  index: number;
  words: number;
}

const nextWord = ({ index, words }: Place): Place =>
  words >= lengthOf(exchangeAt(index)) + REST
    ? { index: index + 1, words: 0 }
    : { index, words: words + 1 };

/** The whole first exchange, as the server writes it. */
const FIRST: Place = { index: 0, words: lengthOf(EXCHANGES[0]) + REST };

/**
 * Plays the exchanges word by word. It starts with the first one said, and plays by itself only
 * where people have not asked for less motion.
 */
export const useExchange = () => {
  const [{ index, words }, advance] = useReducer(nextWord, FIRST);
  const [isPlaying, setPlaying] = useState(false);

  useEffect(() => {
    if (prefersCalm()) return undefined;
    const timer = setTimeout(() => setPlaying(true), START_MS);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(advance, WORD_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);

  const exchange = exchangeAt(index);
  const shown = {
    exchange,
    wordsFor: Math.min(words, exchange.for.words.length),
    wordsAgainst: Math.max(0, words - exchange.for.words.length),
    isOver: words >= lengthOf(exchange),
  };
  return { shown, isPlaying, setPlaying };
};
