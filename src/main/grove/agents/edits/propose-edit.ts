/** The tools that propose changes (`patch`, `insert`, `replace`), and notes on texts of snapshots (`edits.md`). They change no text. */
import type { NoteOnTextCommand, ProposeCommand, SnapshotQuote } from '../../../../core/commands/command.ts';
import { commandError } from '../../../../core/commands/command-error.ts';
import { NO_INVERSE } from '../../../../core/commands/inverse.ts';
import { quoteText, unquoteAs } from '../../../../core/commands/quote-text.ts';
import { directiveProblem, type ProposingDirective } from '../../../../core/proposals/directive.ts';
import { SHORT_VERSION_LENGTH, shortVersion } from '../../../../core/proposals/document-version.ts';
import type { TextPlace } from '../../../../core/proposals/places.ts';
import {
  type ChangeCounts,
  countChanges,
  type PatchRefusal,
  type SuggestionText,
} from '../../../../core/proposals/proposal.ts';
import { normaliseText } from '../../../../core/text/normalise.ts';
import type { TextRange } from '../../../../core/text/span.ts';
import { versionAt } from '../../../../core/tree/shown-version.ts';
import { conflictError } from '../../../../ui-text/proposals.ts';
import type {
  PlannedProposal,
  ProposalOutcome,
  TakenSnapshot,
} from '../../proposals/snapshots-and-answers.ts';
import { CommandRefusal } from '../command-refusal.ts';
import type { CommandView } from '../command-view.ts';
import { counted } from '../describe-node.ts';
import { addNoteTo } from '../write-text.ts';
import { editToolsOf, snapshotFor } from './show-snapshot.ts';

type Proposed = Extract<ProposalOutcome, { kind: 'proposed' }>;
type Refused = Extract<ProposalOutcome, { kind: 'refused' }>;

/**
 * Proposes what a command would change.
 * @param appliesIt whether the writer's window accepts it on arrival (`edit_apply`)
 * @throws {CommandRefusal} CONFLICT for what does not fit, which is stored with its reason, where another agent writes on the
 *   branch that it would change at once, and if the commands were to stop before it was planned; INVALID_SYNTAX
 */
export async function proposeEdit(
  view: CommandView,
  command: ProposeCommand,
  appliesIt: boolean,
): Promise<string> {
  const { context } = view;
  const { treeId, actor, turn, idsAndClock } = context;
  const { proposals } = editToolsOf(view);
  // A refusal has words of it.
  const snapshot = snapshotFor(view, command.directive.version);
  const directive = directiveIn(command, snapshot);
  const planned = await planIn(view, directive);
  // Pure proposals write nowhere.
  const targets = appliesIt ? [{ position: context.writerWork(treeId).head, under: null }] : [];
  context.holds?.require(treeId, targets);
  const outcome = proposals.propose({
    treeId,
    agentId: actor.id,
    askedBy: null,
    directive,
    answer: directive.action === 'patch' ? directive.diff : directive.content,
    planned,
    instruction: null,
    responseId: turn?.answer()?.responseId ?? null,
    requestedAt: turn?.requestedAt?.() ?? idsAndClock.now(),
    acceptsOnArrival: appliesIt,
  });
  if (outcome.kind === 'refused') throw misfit(outcome);
  context.holds?.take(treeId, targets);
  const inverse = { ...NO_INVERSE, proposals: [outcome.proposalId] };
  turn?.onProposed?.(inverse, treeId);
  view.writes.push({ treeId, inverse, logSeq: null, nodes: 0, continuations: 0 });
  return appliesIt ? appliedText(outcome, command) : proposedText(outcome, command);
}

/** @throws {CommandRefusal} INVALID_SYNTAX; CONFLICT if the commands were to stop */
async function planIn(view: CommandView, directive: ProposingDirective): Promise<PlannedProposal> {
  const { treeId, actor } = view.context;
  const planned = await editToolsOf(view).proposals.plan(treeId, actor.id, directive, view.signal);
  if (planned === null) throw new CommandRefusal('CONFLICT', 'stopped before it was planned');
  if (!('problem' in planned)) return planned;
  const problem = directiveProblem(planned.problem);
  throw CommandRefusal.of(commandError('INVALID_SYNTAX', problem, 'take a new snapshot'));
}

function proposedText(outcome: Proposed, { directive: { action } }: ProposeCommand): string {
  const { suggestions, version } = outcome;
  const what = `${changeText(outcome)} chars, ${action}, version=${shortVersion(version)}`;
  return `✓ proposed: ${counted(suggestions, 'suggestion')} (${what})`;
}

function appliedText(outcome: Proposed, { directive: { action } }: ProposeCommand): string {
  const what = `${action}, version=${shortVersion(outcome.version)}`;
  return `✓ applied: ${changeText(outcome)} chars (${what})\n  what is not on the human’s screen waits until it is`;
}

/** `+120 −80` */
function changeText({ added, removed }: Proposed): string {
  return removed === 0 ? `+${added}` : `+${added} −${removed}`;
}

function misfit({ refusal, given, current }: Pick<Refused, 'refusal' | 'given' | 'current'>): CommandRefusal {
  const version = given === '' ? null : given.slice(0, SHORT_VERSION_LENGTH);
  const shown = { refusal: quotedIn(refusal), given: version, current: current && shortVersion(current) };
  return CommandRefusal.of(conflictError(shown));
}

/** The texts of a refusal as an agent is shown them. */
function quotedIn(refusal: PatchRefusal): PatchRefusal {
  const quoted = (text: string | null) => (text === null ? null : quoteText(text));
  return { ...refusal, expected: quoted(refusal.expected), actual: quoted(refusal.actual) };
}

/** A proposal on a card: the extent of its changes, and the words of as many suggestions as the card shows. */
export interface ShownProposal extends ChangeCounts {
  readonly texts: readonly SuggestionText[];
  /** The present place of the first of them. */
  readonly place: TextPlace | null;
}

/** Most suggestions that a card shows. */
const MOST_SHOWN = 20;

/**
 * Plans the proposal of a command; stores nothing.
 * @throws {CommandRefusal} as `proposeEdit`, for what it would refuse
 */
export async function planProposal(view: CommandView, command: ProposeCommand): Promise<ShownProposal> {
  const { version } = command.directive;
  const snapshot = snapshotFor(view, version);
  const { refusal, suggestions, place } = await planIn(view, directiveIn(command, snapshot));
  if (refusal !== null) throw misfit({ refusal, given: snapshot?.version ?? version ?? '', current: null });
  return { ...countChanges(suggestions), texts: suggestions.slice(0, MOST_SHOWN), place };
}

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
function directiveIn(
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
function rangeOfNote({ directive, quote }: NoteOnTextCommand, snapshot: TakenSnapshot): TextRange | null {
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

/** The words of a snapshot that a note is about. @throws {CommandRefusal} as `noteOnText` */
export function wordsOfNote(
  view: CommandView,
  command: NoteOnTextCommand,
): { readonly snapshot: TakenSnapshot; readonly range: TextRange } {
  const snapshot = snapshotFor(view, command.directive.version);
  if (snapshot === null)
    throw new CommandRefusal('NOT_FOUND', 'you have no such snapshot', 'take a new snapshot');
  const range = rangeOfNote(command, snapshot);
  if (range === null || range.from === range.to)
    throw new CommandRefusal('INVALID_SYNTAX', 'nothing is selected', '→ annotate quote:"words" "text"');
  if (range.to > snapshot.text.length)
    throw new CommandRefusal(
      'INVALID_SYNTAX',
      `the snapshot has ${snapshot.text.length} code units`,
      '→ snapshot',
    );
  return { snapshot, range };
}

/**
 * Writes a note about words of a snapshot, which it quotes first, on these words of the node where they are now (`edits.md`,
 * *Directive*).
 * @throws {CommandRefusal} NOT_FOUND without the snapshot that it names; CONFLICT if the words are not there once
 */
export function noteOnText(view: CommandView, command: NoteOnTextCommand): string {
  const { snapshot, range } = wordsOfNote(view, command);
  const { context } = view;
  const { directive } = command;
  const { proposals } = editToolsOf(view);
  const { treeId, actor } = context;
  const { tree, path } = view.views;
  const place = proposals.nodeAt(treeId, actor.id, snapshot.version, range);
  const nodeId = place?.nodeId ?? versionAt(tree, path, context.writerWork(context.treeId).head).id;
  // The rest is words of another text, which models may not be sent when they still are sent this note.
  const to = Math.min(range.to, range.from + (place?.length ?? Infinity));
  const words = snapshot.text.slice(range.from, to);
  const head = (to < range.to ? `${words.trimEnd()}…` : words)
    .split('\n')
    .map((line) => `> ${line}\n`)
    .join('');
  const text = unquoteAs(snapshot.text, directive.content);
  const isAsWritten = command.verb === 'annotate' && text === directive.content;
  return addNoteTo(view, nodeId, words, `${head}\n${text}`, isAsWritten ? head.length + 1 : null);
}
