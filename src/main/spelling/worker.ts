/**
 * The dictionary's thread: reading and searching it would block the main process for too long. It reads the
 * file named by `workerData` when it starts, and handles requests in order.
 */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { readDictionary } from './dictionary.ts';
import type { SpellingAnswer, SpellingRequest } from './speller.ts';

const dictionary = readDictionary(readFileSync(workerData as string));

parentPort?.on('message', ({ id, kind, words, ownWords }: SpellingRequest) => {
  const answer =
    kind === 'wrong'
      ? dictionary.findMisspelled(words)
      : words.flatMap((word) => dictionary.suggest(word, ownWords));
  parentPort?.postMessage({ id, words: answer } satisfies SpellingAnswer);
});
