/** Resolves a command about a snapshot (`edits.md`, *Directive*). */
import type { NoteOnTextCommand, ProposeCommand, SnapshotQuote } from '../../../../core/commands/command.ts';
import { quoteText, unquoteAs } from '../../../../core/commands/quote-text.ts';
import type { ProposingDirective } from '../../../../core/proposals/directive.ts';
import { shortVersion } from '../../../../core/proposals/document-version.ts';
import { normaliseText } from '../../../../core/text/normalise.ts';
import type { TextRange } from '../../../../core/text/span.ts';
import { conflictError } from '../../../../ui-text/proposals.ts';
import type { TakenSnapshot } from '../../proposals/snapshots-and-answers.ts';
import { CommandRefusal } from '../command-refusal.ts';

/** The range of the quoted words, or their count if that is not one. */
type FoundWords =
  | { readonly range: TextRange }
  | { readonly times: 'none' | 'several'; readonly words: string };

/**
 * The directive of a command, with its place as a range of the snapshot that it names. Words that are not in the snapshot exactly become a
 * search/replace block, whose reader forgives what may differ.
 * @param snapshot that the directive names; null if there is none, which is not for this function to say
 * @throws {CommandRefusal} CONFLICT for words that are there several times
 */
export function directiveIn(
  { directive, quote }: ProposeCommand,
  snapshot: TakenSnapshot | null,
): ProposingDirective {
  if (snapshot === null) return directive;
  // By its whole version: another one may be taken while it is planned.
  const { text, version } = snapshot;
  if (directive.action === 'patch') return { ...directive, version, diff: unquoteAs(text, directive.diff) };
  const content = unquoteAs(text, directive.content);
  if (quote === null) return { ...directive, version, content };
  const found = findWords(text, quote);
  if ('range' in found) return { ...directive, version, content, range: placeIn(found.range, quote) };
  if (found.times === 'several') throw ambiguous(snapshot, quote);
  const { rationale } = directive;
  return { action: 'patch', version, diff: asBlock(found.words, content, quote), rationale };
}

/** The range of a note about words of a snapshot. @throws {CommandRefusal} CONFLICT unless the words occur once */
export function rangeOfNote(
  { directive, quote }: NoteOnTextCommand,
  snapshot: TakenSnapshot,
): TextRange | null {
  if (quote === null) return directive.range ?? snapshot.selection;
  const found = findWords(snapshot.text, quote);
  if ('range' in found) return found.range;
  throw found.times === 'several'
    ? ambiguous(snapshot, quote)
    : refusalFor(snapshot, quote, 'context_mismatch');
}

function findWords(text: string, { text: given }: SnapshotQuote): FoundWords {
  const written = normaliseText(given);
  const words = text.includes(written) ? written : unquoteAs(text, written);
  const at = text.indexOf(words);
  if (at < 0) return { times: 'none', words };
  if (text.includes(words, at + 1)) return { times: 'several', words };
  return { range: { from: at, to: at + words.length } };
}

function placeIn({ from, to }: TextRange, { place }: SnapshotQuote): TextRange {
  if (place === 'itself') return { from, to };
  return place === 'before' ? { from, to: from } : { from: to, to };
}

function asBlock(words: string, content: string, { place }: SnapshotQuote): string {
  const changed = place === 'itself' ? content : place === 'before' ? content + words : words + content;
  return ['<<<<<<< SEARCH', words, '=======', ...(changed === '' ? [] : [changed]), '>>>>>>> REPLACE'].join(
    '\n',
  );
}

function ambiguous(snapshot: TakenSnapshot, quote: SnapshotQuote): CommandRefusal {
  return refusalFor(snapshot, quote, 'ambiguous');
}

const MAX_SHOWN = 300;

function refusalFor(
  { version }: TakenSnapshot,
  { text }: SnapshotQuote,
  reason: 'ambiguous' | 'context_mismatch',
): CommandRefusal {
  const expected = quoteText(text.slice(0, MAX_SHOWN).toWellFormed());
  const refusal = { reason, hunk: null, hunks: 1, header: null, expected, actual: null };
  return CommandRefusal.of(conflictError({ refusal, given: shortVersion(version), current: null }));
}
