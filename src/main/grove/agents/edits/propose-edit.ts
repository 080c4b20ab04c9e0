/** The tools that propose changes: `patch`, `insert`, `replace` (`edits.md`). They change no text. */
import type { ProposeCommand } from '../../../../core/commands/command.ts';
import { commandError } from '../../../../core/commands/command-error.ts';
import { NO_INVERSE } from '../../../../core/commands/inverse.ts';
import { quoteText } from '../../../../core/commands/quote-text.ts';
import type { ProposingDirective } from '../../../../core/proposals/directive.ts';
import { directiveProblem } from '../../../../core/proposals/directive-problem.ts';
import { SHORT_VERSION_LENGTH, shortVersion } from '../../../../core/proposals/document-version.ts';
import type { TextPlace } from '../../../../core/proposals/places.ts';
import {
  type ChangeCounts,
  countChanges,
  type SuggestionText,
} from '../../../../core/proposals/planned-suggestion.ts';
import type { PatchRefusal } from '../../../../core/proposals/refusal.ts';
import { conflictError } from '../../../../ui-text/proposals.ts';
import type { PlannedProposal, ProposalOutcome } from '../../proposals/snapshots-and-answers.ts';
import { CommandRefusal } from '../command-refusal.ts';
import type { CommandView } from '../command-view.ts';
import { counted } from '../describe-node.ts';
import { editToolsOf } from './edit-tools.ts';
import { directiveIn } from './read-edit.ts';
import { snapshotFor } from './show-snapshot.ts';

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
