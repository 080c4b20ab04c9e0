import { type Expression, type Term, type WordQuery, wordsOf } from './word-query.ts';

/** A parenthesis, a phrase in double quotes, or a run of anything else. */
const PIECE = /[()]|"[^"]*"\s*\*?|[^\s()"]+/g;

/**
 * Reads a query in FTS5's syntax as FTS5 does: `NOT` binds more tightly than `AND`, and that more than `OR`; words
 * beside each other must all occur. What is near (`NEAR`) need only occur. What FTS5 refuses may be read in any way.
 */
export function parseOperators(typed: string): WordQuery {
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
