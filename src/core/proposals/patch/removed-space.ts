/** The space that goes with what is removed (`edits.md`, *Reading a patch*). */
import type { Splice } from '../../text/splice.ts';
import type { Without } from './leniency.ts';

/** A removal with the blank line of its paragraphs, or one of the spaces around its sentence; without an insertion. */
export function withItsSpace(text: string, removal: Splice, without: Without): Splice {
  if (removal.from === removal.to) return removal;
  const lines = wholeLines(text, removal);
  if (lines !== null) return without.has('blank_line_of_paragraph') ? lines : withBlankLine(text, lines);
  return without.has('space_of_sentence') ? removal : withOneSpace(text, removal);
}

/** The removal of whole lines with the line break after them, or before them at the end; null if it is not one. */
function wholeLines(text: string, { from, to, insert }: Splice): Splice | null {
  const startsLine = from === 0 || text[from - 1] === '\n';
  const endsLine = to === text.length || text[to] === '\n';
  if (startsLine && text[to - 1] === '\n') return { from, to, insert };
  if (!endsLine || !(startsLine || text[from] === '\n')) return null;
  if (!startsLine) return to === text.length ? { from, to, insert } : null;
  if (to < text.length) return { from, to: to + 1, insert };
  return { from: Math.max(0, from - 1), to, insert };
}

function withBlankLine(text: string, lines: Splice): Splice {
  const removed = text.slice(lines.from, lines.to);
  const isAtEnd = lines.from > 0 && text[lines.from - 1] !== '\n';
  // At the end of the text the line break is the one before; otherwise the one after.
  const shown = (isAtEnd ? removed.slice(1) : removed).replace(/\n$/, '').split('\n');
  const isParagraph = [shown.at(0), shown.at(-1)].every((line) => line !== undefined && line.trim() !== '');
  if (!isParagraph) return lines;
  const before = isAtEnd ? lineBefore(text, lines.from + 1) : lineBefore(text, lines.from);
  if (before !== null && before.text.trim() !== '') return lines;
  if (lines.to < text.length) {
    const end = text.indexOf('\n', lines.to);
    const to = end < 0 ? text.length : end + 1;
    return text.slice(lines.to, to).trim() === '' ? { ...lines, to } : lines;
  }
  if (before === null) return lines;
  return { ...lines, from: isAtEnd ? Math.max(0, before.from - 1) : before.from };
}

/** The line whose line break is just before an offset; null at the start of the text. */
function lineBefore(text: string, offset: number): { readonly text: string; readonly from: number } | null {
  if (offset === 0) return null;
  const from = offset < 2 ? 0 : text.lastIndexOf('\n', offset - 2) + 1;
  return { text: text.slice(from, offset - 1), from };
}

function withOneSpace(text: string, removal: Splice): Splice {
  const { from, to } = removal;
  const isSpace = (at: number) => at >= 0 && at < text.length && /\s/.test(text[at] ?? '');
  const startsLine = from === 0 || text[from - 1] === '\n';
  const endsLine = to === text.length || text[to] === '\n';
  if (isSpace(to) && !endsLine && (startsLine || isSpace(from - 1))) return { ...removal, to: to + 1 };
  if (endsLine && !startsLine && isSpace(from - 1)) return { ...removal, from: from - 1 };
  return removal;
}
