/**
 * The dictionaries' thread: reading and searching them would block the main process for too long. It reads each from the
 * folder named by `workerData` when it is first asked for, and handles requests in order.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { SpellingLanguage } from '../../core/tree/loom-tree.ts';
import { type Dictionary, readDictionary } from './dictionary.ts';
import type { SpellingAnswer, SpellingRequest } from './speller.ts';

const dictionaries = new Map<SpellingLanguage, Dictionary>();

function dictionaryOf(language: SpellingLanguage): Dictionary {
  let dictionary = dictionaries.get(language);
  if (dictionary === undefined) {
    const file = join(workerData as string, `${language}.trie.gz`);
    dictionary = readDictionary(readFileSync(file), language);
    dictionaries.set(language, dictionary);
  }
  return dictionary;
}

parentPort?.on('message', ({ id, kind, language, words, ownWords }: SpellingRequest) => {
  const dictionary = dictionaryOf(language);
  const answer =
    kind === 'wrong'
      ? dictionary.findMisspelled(words)
      : words.flatMap((word) => dictionary.suggest(word, ownWords));
  parentPort?.postMessage({ id, words: answer } satisfies SpellingAnswer);
});
