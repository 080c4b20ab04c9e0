/** Keys of lore, and the faults for which one is never looked for (`lore.md`, *Keys*). */
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { MAX_LORE_KEY_LENGTH } from '../text/limits.ts';
import { foldKey } from './fold-places.ts';
import type { LoreKeyFault } from './lore-verdict.ts';

/** `words` is folded. */
export type LoreKey =
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'pattern'; readonly pattern: RE2JS }
  | { readonly kind: 'fault'; readonly fault: LoreKeyFault };

const PATTERN = /^\/(.*)\/([a-z]*)$/s;
const ONLY_MARKS = /^[\p{M}\s]+$/u;
const LOOK_AROUND = /(?<!\\)(?:\\\\)*\(\?<?[=!]/;
const BACK_REFERENCE = /(?<!\\)(?:\\\\)*\\(?:[1-9]|k<)/;

export function readLoreKey(key: string): LoreKey {
  if (key.length > MAX_LORE_KEY_LENGTH) return { kind: 'fault', fault: 'long' };
  const [, source, flags = ''] = PATTERN.exec(key.trim()) ?? [];
  if (source !== undefined) return readPattern(source, flags);
  const words = foldKey(key);
  if (words === '') return { kind: 'fault', fault: 'blank' };
  return ONLY_MARKS.test(words) ? { kind: 'fault', fault: 'mark' } : { kind: 'words', words };
}

function readPattern(source: string, flags: string): LoreKey {
  if (source === '') return { kind: 'fault', fault: 'blank' };
  if (!/^(?!.*(.).*\1)[imsu]*$/.test(flags)) return { kind: 'fault', fault: 'flags' };
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source), flagsOf(flags));
    return pattern.matches('') ? { kind: 'fault', fault: 'emptyMatch' } : { kind: 'pattern', pattern };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    if (LOOK_AROUND.test(source)) return { kind: 'fault', fault: 'lookAround' };
    return { kind: 'fault', fault: BACK_REFERENCE.test(source) ? 'backReference' : 'pattern' };
  }
}

/** A regular expression always reads whole letters, so `u` changes nothing. */
function flagsOf(flags: string): number {
  const has = (flag: string, value: number) => (flags.includes(flag) ? value : 0);
  return has('i', RE2JS.CASE_INSENSITIVE) | has('m', RE2JS.MULTILINE) | has('s', RE2JS.DOTALL);
}
