/**
 * What a writer typed, as FTS5 asks for it (`storage.md`, `node_text`). Nothing the writer can type is an error: what
 * FTS5 does not understand is looked for as it stands.
 */
export type SearchPlan =
  /** Matches the index. `literal` is asked where `match` turns out not to be a query. */
  | { readonly by: 'index'; readonly match: string; readonly literal: string }
  /** Reads the texts: the index has no words of these scripts, nor of punctuation. */
  | { readonly by: 'scan'; readonly needle: string }
  | { readonly by: 'nothing' };

/** Scripts that put no spaces between words, so that the index holds whole sentences as one word. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Khmer}]/u;
const WORD = /[\p{L}\p{N}\p{Co}]/u;
/** `AND`, `OR`, `NOT`, `NEAR(` or a bracket: the writer means FTS5's own language. */
const OPERATOR = /(^|\s)(AND|OR|NOT)\s|\bNEAR\(|[()]/;
/** A phrase in double quotes, perhaps not closed yet, or a run of anything else; a star asks for a beginning. */
const PART = /"([^"]*)("?)(\*?)|([^\s"]+)/g;

/** The words of the query must all be there, the last one as a beginning; words in double quotes in their order. */
export function planSearch(input: string): SearchPlan {
  // FTS5 takes a NUL for the end of the query.
  const typed = input.replaceAll('\0', ' ');
  const trimmed = typed.trim();
  if (trimmed === '') return { by: 'nothing' };
  const bare = trimmed.replaceAll('"', '');
  if (UNSPACED.test(bare) || !WORD.test(bare)) {
    return bare === '' ? { by: 'nothing' } : { by: 'scan', needle: bare.replace(/(?<=[^*])\*$/, '') };
  }
  const literal = quoted(bare);
  if (OPERATOR.test(trimmed)) return { by: 'index', match: trimmed, literal };
  const endsOpen = typed === typed.trimEnd();
  const parts = [...trimmed.matchAll(PART)];
  const terms = parts.flatMap((part, at) => {
    const isLast = at === parts.length - 1;
    const [, phrase, closed, star, word] = part;
    const text = word === undefined ? (phrase ?? '') : word.replace(/\*+$/, '');
    if (!WORD.test(text)) return [];
    const asBeginning =
      word === undefined
        ? star === '*' || (isLast && closed === '')
        : word.endsWith('*') || (isLast && endsOpen);
    return [asBeginning ? `${quoted(text)} *` : quoted(text)];
  });
  return terms.length === 0 ? { by: 'scan', needle: bare } : { by: 'index', match: terms.join(' '), literal };
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
