/** Ends a continuation so that a text can follow it (`edits.md`, *Rewrites and bridges*). */
import type { WrittenPiece } from './continue-document.ts';
import type { Style } from './style.ts';
import { kindOf, type TokenKind } from './tokens.ts';

type Writing = Generator<WrittenPiece, 'stop' | 'length'>;

/** The texts on both sides of a continuation. */
export interface Sides {
  readonly prompt: string;
  readonly suffix: string;
  readonly style: Style;
}

/**
 * The part of a continuation written before the suffix: whole sentences if a sentence or a paragraph begins there, or
 * else all but the marks at its end, so that the sentence continues. Everything if nothing would be left, and before no
 * suffix.
 */
export function joinSuffix(writing: Writing, sides: Sides): Writing {
  if (sides.suffix.trim() === '') return writing;
  return goesOn(sides.suffix) ? withoutEndMarks(writing, sides) : wholeSentences(writing, sides);
}

/** True if a text begins within a sentence: on the same line, with a small letter or a mark that opens nothing. */
function goesOn(suffix: string): boolean {
  const text = suffix.trimStart();
  if (suffix.slice(0, suffix.length - text.length).includes('\n')) return false;
  return /^(?:\p{Ll}|[,;:.!?…)\]”»’—–-])/u.test(text);
}

/** Pieces are held back until their sentence has ended, outside a quotation. */
function* wholeSentences(writing: Writing, { prompt, style }: Sides): Writing {
  let held: WrittenPiece[] = [];
  let hasEnded = false;
  let hasWritten = false;
  let inQuotation = endsInQuotation(prompt, style);
  for (let next = writing.next(); ; next = writing.next()) {
    const kind = next.done === true ? null : kindOfPiece(next.value, style, inQuotation);
    // A quotation mark after the end of a sentence is part of it.
    if (hasEnded && !inQuotation && kind !== 'close') {
      yield* held;
      hasWritten = true;
      held = [];
      hasEnded = false;
    }
    if (next.done === true) {
      if (hasWritten) return 'stop';
      yield* held;
      return next.value;
    }
    held.push(next.value);
    if (kind === 'open') inQuotation = true;
    if (kind === 'close' || kind === 'break') inQuotation = false;
    hasEnded = kind === 'terminal' || (hasEnded && kind === 'close');
  }
}

/** Marks are held back until a word follows them. */
function* withoutEndMarks(writing: Writing, { style }: Sides): Writing {
  let held: WrittenPiece[] = [];
  let hasWritten = false;
  for (let next = writing.next(); ; next = writing.next()) {
    if (next.done === true) {
      if (!hasWritten) yield* held;
      return next.value;
    }
    held.push(next.value);
    const kind = kindOfPiece(next.value, style, false);
    if (kind !== 'word' && kind !== 'glyph') continue;
    yield* held;
    hasWritten = true;
    held = [];
  }
}

/** @param inQuotation decides about a mark that both opens and closes */
function kindOfPiece({ text }: WrittenPiece, style: Style, inQuotation: boolean): TokenKind {
  if (text.includes('\n')) return 'break';
  const token = text.trim();
  if (token === style.ellipsis) return 'terminal';
  if (token === style.dash.trim()) return 'dash';
  if (token === style.close && (inQuotation || style.close !== style.open)) return 'close';
  return token === style.open ? 'open' : kindOf(token);
}

function endsInQuotation(prompt: string, { open, close }: Style): boolean {
  const paragraph = prompt.slice(prompt.lastIndexOf('\n') + 1);
  if (open === close) return (paragraph.split(open).length - 1) % 2 === 1;
  return paragraph.lastIndexOf(open) > paragraph.lastIndexOf(close);
}
