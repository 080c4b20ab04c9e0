import { withoutPossessive } from '../../../core/text/spelling.ts';
import type { Reader } from '../../store/connection/query.ts';
import { readTextsWith } from '../../store/search/name-texts.ts';

/** A slip does not happen twice with a capital in the middle of a sentence. */
const ENOUGH = 2;

/** More different words than these on one screen are not names. */
const MAX_WORDS = 300;

const CAPITALISED = /^\p{Lu}['’ʼ]?\p{Lu}?[\p{Ll}\p{M}][\p{L}\p{M}'’ʼ]*$/u;

/**
 * The names among words that no dictionary has: those that the grove's texts, or `typed`, use at least twice with a
 * capital in the middle of a sentence.
 * @param typed texts that are not in the grove's nodes yet
 * @throws {AspenError} what reading the file throws
 */
export function findNames(
  reader: Reader,
  words: readonly string[],
  typed: readonly string[],
): ReadonlySet<string> {
  const capitalised = words.filter((word) => CAPITALISED.test(word)).slice(0, MAX_WORDS);
  return new Set(capitalised.filter((word) => isName(reader, withoutPossessive(word), typed)));
}

function isName(reader: Reader, word: string, typed: readonly string[]): boolean {
  // The texts may have either apostrophe.
  const pattern = word.replaceAll("'", "['’ʼ]");
  const inSentence = new RegExp(`(?<=[\\p{L}\\p{N},;:—–][’'”"]?\\s)${pattern}(?![\\p{L}\\p{M}])`, 'gu');
  let count = 0;
  const isEnough = (text: string) => {
    for (const _ of text.matchAll(inSentence)) if (++count >= ENOUGH) return true;
    return false;
  };
  return typed.some(isEnough) || readTextsWith(reader, word).some(isEnough);
}
