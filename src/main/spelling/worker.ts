/**
 * The thread that holds the dictionary: reading it and searching it take longer than main may be busy. It reads the
 * file named by `workerData` when it starts, and answers one request after the other.
 */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { readDictionary } from './dictionary.ts';
import type { SpellingAnswer, SpellingRequest } from './speller.ts';

const dictionary = readDictionary(readFileSync(workerData as string));

parentPort?.on('message', ({ id, ask, words, ownWords }: SpellingRequest) => {
  const answer =
    ask === 'wrong'
      ? dictionary.findWrong(words)
      : words.flatMap((word) => dictionary.suggest(word, ownWords));
  parentPort?.postMessage({ id, words: answer } satisfies SpellingAnswer);
});
