import { useEffect, useReducer, useState } from "react";
import { usePrefersCalm } from "#web/lib/use-browser.ts";
import { EXCHANGES, type Exchange } from "./exchanges.ts";

const WORD_MS = 130;
/** How many words' time the result stands before the next exchange starts. */
const REST = 34;

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
const FIRST: Place = { index: 0, words: lengthOf(EXCHANGES[0]) };

/**
 * Plays the exchanges word by word. It starts with the first one said, and plays by itself only
 * where people have not asked for less motion.
 */
export const useExchange = () => {
  const [{ index, words }, advance] = useReducer(nextWord, FIRST);
  const isCalm = usePrefersCalm();
  const [choice, setPlaying] = useState<boolean | null>(null);
  const isPlaying = choice ?? !isCalm;

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
