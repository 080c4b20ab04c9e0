import { type Expression, type Term, type WordQuery, wordsOf } from './word-query.ts';

/**
 * The writer's input translated for FTS5 (`storage.md`, `node_text`). No input is an error: if FTS5 cannot
 * parse it, it is searched for literally.
 */
export type SearchPlan =
  /** Searches the index for texts that have all of these words. */
  | { readonly by: 'words'; readonly query: WordQuery; readonly literal: WordQuery }
  /** Searches the index in FTS5's syntax. Use `literal` if FTS5 cannot parse `match`. */
  | { readonly by: 'syntax'; readonly match: string; readonly query: WordQuery; readonly literal: WordQuery }
  /** Scans the texts: the index has no words in these scripts, and no punctuation. */
  | { readonly by: 'scan'; readonly needle: string }
  | { readonly by: 'nothing' };

/** Scripts without spaces between words: the index holds whole sentences of them as one word. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Khmer}]/u;
const WORD = /[\p{L}\p{N}\p{Co}]/u;
/** `AND`, `OR`, `NOT`, `NEAR(` or a parenthesis: the writer is using FTS5's query syntax. */
const OPERATOR = /(^|\s)(AND|OR|NOT)\s|\bNEAR\(|[()]/;
/** A phrase in double quotes, perhaps unclosed, or a run of anything else; an asterisk makes it a prefix. */
const PART = /"([^"]*)("?)(\*?)|([^\s"]+)/g;

/** All words must occur, the last one as a prefix; words in double quotes in that order. */
export function planSearch(input: string): SearchPlan {
  // FTS5 treats NUL as the end of the query.
  const typed = input.replaceAll('\0', ' ');
  const trimmed = typed.trim();
  if (trimmed === '') return { by: 'nothing' };
  const bare = trimmed.replaceAll('"', '');
  if (UNSPACED.test(bare) || !WORD.test(bare)) {
    return bare === '' ? { by: 'nothing' } : { by: 'scan', needle: bare.replace(/(?<=[^*])\*$/, '') };
  }
  const literal = allOf([{ words: wordsOf(bare), isPrefix: false }]);
  if (OPERATOR.test(trimmed))
    return { by: 'syntax', match: trimmed, query: parseOperators(trimmed), literal };
  const isLastWordOpen = typed === typed.trimEnd();
  const parts = [...trimmed.matchAll(PART)];
  const terms = parts.flatMap((part, at): readonly Term[] => {
    const isLast = at === parts.length - 1;
    const [, phrase, closed, star, word] = part;
    const words = wordsOf(word === undefined ? (phrase ?? '') : word.replace(/\*+$/, ''));
    if (words.length === 0) return [];
    const isPrefix =
      word === undefined
        ? star === '*' || (isLast && closed === '')
        : word.endsWith('*') || (isLast && isLastWordOpen);
    return [{ words, isPrefix }];
  });
  return { by: 'words', query: allOf(terms), literal };
}

function allOf(terms: readonly Term[]): WordQuery {
  const all = terms.map((_, index) => index);
  return { terms, expression: all.length === 1 ? 0 : { all } };
}

/** A parenthesis, a phrase in double quotes, or a run of anything else. */
const PIECE = /[()]|"[^"]*"\s*\*?|[^\s()"]+/g;

/**
 * Reads a query in FTS5's syntax as FTS5 does: `NOT` binds more tightly than `AND`, and that more than `OR`; words
 * beside each other must all occur. What is near (`NEAR`) need only occur. What FTS5 refuses may be read in any way.
 */
function parseOperators(typed: string): WordQuery {
  const pieces: readonly string[] = typed.match(PIECE) ?? [];
  const terms: Term[] = [];
  let at = 0;
  const takes = (piece: string) => {
    if (pieces[at] !== piece) return false;
    at += 1;
    return true;
  };
  const parseOr = (): Expression => {
    const parts = [parseAnd()];
    while (takes('OR')) parts.push(parseAnd());
    return joined(parts, (any) => ({ any }));
  };
  const parseAnd = (): Expression => {
    const parts = [parseNot()];
    while (takes('AND')) parts.push(parseNot());
    return joined(parts, (all) => ({ all }));
  };
  const parseNot = (): Expression => {
    let wanted = parseBeside();
    while (takes('NOT')) wanted = { wanted, unwanted: parseBeside() };
    return wanted;
  };
  const parseBeside = (): Expression => {
    const parts: Expression[] = [];
    for (let piece = pieces[at]; piece !== undefined && !isEnd(piece); piece = pieces[at]) {
      at += 1;
      if (piece === '(') {
        parts.push(parseOr());
        takes(')');
      } else if (piece !== 'NEAR') {
        const words = wordsOf(piece);
        if (words.length > 0) parts.push(terms.push({ words, isPrefix: piece.endsWith('*') }) - 1);
      }
    }
    return joined(parts, (all) => ({ all }));
  };
  return { expression: parseOr(), terms };
}

function isEnd(piece: string): boolean {
  return piece === ')' || piece === 'AND' || piece === 'OR' || piece === 'NOT';
}

function joined(
  parts: readonly Expression[],
  join: (parts: readonly Expression[]) => Expression,
): Expression {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : join(parts);
}
