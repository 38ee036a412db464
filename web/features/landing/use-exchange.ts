import { useEffect, useReducer, useState } from "react";
import { EXCHANGES, type Exchange } from "./exchanges.ts";

const WORD_MS = 130;
/** How many words' time the result stands before the next exchange starts. */
const REST = 34;

interface Shown {
  exchange: Exchange;
  wordsFor: number;
  wordsAgainst: number;
  isOver: boolean;
}

const lengthOf = (exchange: Exchange) => exchange.for.words.length + exchange.against.words.length;

interface Place {
  index: number;
  words: number;
}

const exchangeAt = (index: number): Exchange => EXCHANGES[index % EXCHANGES.length] ?? EXCHANGES[0];

const nextWord = ({ index, words }: Place): Place =>
  words >= lengthOf(exchangeAt(index)) + REST
    ? { index: index + 1, words: 0 }
    : { index, words: words + 1 };

/** The whole first exchange, as the server writes it. */
const FIRST: Place = { index: 0, words: lengthOf(EXCHANGES[0]) };

/**
 * Plays the exchanges word by word while `isPlaying`. It starts with the first one said, and plays
 * by itself only where people have not asked for less motion.
 */
export const useExchange = () => {
  const [{ index, words }, advance] = useReducer(nextWord, FIRST);
  const [isPlaying, setPlaying] = useState(false);

  useEffect(() => setPlaying(!matchMedia("(prefers-reduced-motion: reduce)").matches), []);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(advance, WORD_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);

  const exchange = exchangeAt(index);
  const shown: Shown = {
    exchange,
    wordsFor: Math.min(words, exchange.for.words.length),
    wordsAgainst: Math.max(0, words - exchange.for.words.length),
    isOver: words >= lengthOf(exchange),
  };
  return { shown, isPlaying, setPlaying };
};
