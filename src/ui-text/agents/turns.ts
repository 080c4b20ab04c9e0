/** The texts about the turns of loom-aware agents: while they run, their questions, and the trace (`agents.md`). */
import type { CapName } from '../../core/commands/caps.ts';
import type { LocalId } from '../../core/ids.ts';
import { countOf, listOf } from '../plural.ts';

type Phase = 'queued' | 'calling' | 'commands' | 'asking' | 'continuing' | 'ended';
type State = 'running' | 'done' | 'stopped' | 'capped' | 'failed';

export const TURN_BUTTONS = {
  stop: 'Stop',
  allowOnce: 'Allow once',
  allowTurn: 'Allow this turn',
  deny: 'Deny',
  undo: 'Undo turn',
  undoToo: 'Undo it too',
  undoRest: 'Undo the rest',
  redo: 'Redo turn',
  goOn: 'Go on',
  dismiss: 'Close',
  record: 'Record',
  show: 'Show',
} as const;

export const STOP_AGENT = 'Stop the agent';
export const SHOW_TRACE = 'Show trace';
export const SHOW_MESSAGES = 'Show messages';
export const INSERT_ARROW = 'Insert →';
export const EXPORT_TRACE_MARKDOWN = 'Export the trace as Markdown…';
export const EXPORT_TRACE_JSON = 'Export the trace as JSON…';

export const MESSAGES_VIEW = 'Messages';
export const TRACE_VIEW = 'Trace';

export const NO_TURN_TO_UNDO = 'No turn here can be undone.';
export const NO_TURN_TO_REDO = 'No turn here was undone.';

export const NO_TURNS = 'No agent has acted in this conversation yet.';
export const NO_TURNS_MATCH = 'No line here fits the filter.';
export const READING_TRACE = 'Reading the trace …';

export const DENIAL_LABEL = 'Words for the agent (optional)';
export const DENIAL_HINT = 'Why not? Enter sends.';
/** The commands of a card, as they were written. */
export const CARD_DETAILS = 'Details';
/** The way to a text that a card is about. @param words its first; null for none */
export function showPlace(words: string | null): string {
  return words === null ? 'Show it in the text' : `“${words}”`;
}
export const CARD_HAS_GROWN = 'It was allowed before, but by now it would do more.';

/** As `waiting for Ada and Bo`. @param names of those that come before; empty if they are not known */
export function waitingFor(names: readonly string[]): string {
  return names.length === 0 ? 'waiting for its turn' : `waiting for ${listOf(names)}`;
}

/** After those that the status bar names. */
export function moreAtWork(count: number): string {
  return `${countOf(count, 'more agent')} at work`;
}

/** The phase of a running turn. @param before the names of the agents that it waits for */
export function phaseText(
  { phase, commands }: { readonly phase: Phase; readonly commands: number },
  before: readonly string[],
): string {
  if (phase === 'queued') return waitingFor(before);
  if (phase === 'calling') return 'asking the model';
  if (phase === 'commands') return `carrying out ${countOf(commands, 'command')}`;
  if (phase === 'asking') return 'waiting for you';
  if (phase === 'continuing') return 'waiting for continuations';
  return 'finishing';
}

/** As `Analyst asks to write: 3 commands`. */
export function cardAnnouncement(
  name: string,
  { lines }: { readonly lines: readonly { readonly permission: string }[] },
): string {
  return `${cardTitle(name, lines)}: ${countOf(lines.length, 'command')}`;
}

/** As `Analyst asks to write and to generate`. */
export function cardTitle(name: string, lines: readonly { readonly permission: string }[]): string {
  const names = new Set(lines.map(({ permission }) => permission));
  const verbs = [...names].map((permission) => ASKED[permission] ?? 'act').map((verb) => `to ${verb}`);
  return `${name} asks ${verbs.join(' and ')}`;
}

const ASKED: Readonly<Record<string, string>> = {
  loom_aware: 'look',
  loom_write: 'write',
  edit_apply: 'make changes',
  loom_generate: 'generate',
  doc_read: 'read documents',
  doc_write: 'write in documents',
  other_trees: 'read other trees',
};

interface EndedTurn {
  readonly state: State;
  readonly capped: CapName | null;
  readonly calls: number;
  readonly error: { readonly sentence: string } | null;
}

/**
 * Notice of an agent's turn that left something in a document for the writer to decide.
 * @param count of its commands
 * @param isArriving some of it is accepted as soon as the document is on the screen
 */
export function offeredInDocument(name: string, count: number, title: string, isArriving: boolean): string {
  const next = isArriving
    ? 'Changes that you allow are made once you show it.'
    : 'Your text stays until you choose.';
  return `${name} offers ${countOf(count, 'change')} in “${title}”. ${next}`;
}

/** Announcement of a turn's end. */
export function endAnnouncement(name: string, turn: EndedTurn): string {
  if (turn.state === 'stopped') return `${name} was stopped.`;
  if (turn.state === 'done') return `${name} is done.`;
  return `${name}: ${endText(turn)}`;
}

/** Why a turn ended early, in the conversation. */
export function endText({ state, capped, calls, error }: EndedTurn): string {
  if (state === 'capped')
    return capped === null ? 'Stopped at a limit' : `Stopped at ${cappedText(capped, calls)}`;
  return error?.sentence ?? 'It ended with an error.';
}

function cappedText(capped: CapName, calls: number): string {
  return capped === 'calls' ? countOf(calls, 'call') : CAP_TEXTS[capped];
}

const CAP_TEXTS: Readonly<Record<CapName, string>> = {
  calls: 'the limit on calls',
  commands: 'the limit on commands',
  continuations: 'the limit on continuations',
  nodes: 'the limit on new texts',
  tokens: 'the limit on tokens',
  minutes: 'the limit on time',
  dollars: 'the limit on money',
};

/** An agent and its place, as `Analyst in “The Orchard” [a7x2bc]`. @param localId null while it has no place */
export function whereText(name: string, title: string, localId: string | null): string {
  return `${name} in “${title}”${localId === null ? '' : ` [${localId}]`}`;
}

/** Stops the agent of the status bar. */
export function stopLabel(name: string): string {
  return `Stop ${name}`;
}

// The trace

/** An item of the trace: `Turn 3, Analyst, 5 actions`. */
export function turnLabel(number: number, name: string, actions: number): string {
  return `Turn ${number}, ${name}, ${countOf(actions, 'action')}`;
}

export interface TurnUse {
  readonly state: State;
  readonly capped: CapName | null;
  readonly used: { readonly [N in CapName]?: number };
  readonly isEstimated: boolean;
  readonly undoneAt: number | null;
  readonly hasRest: boolean;
}

/** State and use of a turn: `done · 3 calls · 5 commands · ~1,200 tokens · $0.02`. */
export function textOfUse({ state, capped, used, isEstimated, undoneAt, hasRest }: TurnUse): string {
  const { calls, commands, tokens, dollars } = used;
  const parts = [
    undoneAt === null ? null : undoneText(hasRest),
    state === 'capped' && capped !== null ? `stopped at ${cappedText(capped, calls ?? 0)}` : STATES[state],
    calls === undefined ? null : countOf(calls, 'call'),
    commands === undefined || commands === 0 ? null : countOf(commands, 'command'),
    tokens === undefined ? null : `${isEstimated ? '~' : ''}${countOf(Math.round(tokens), 'token')}`,
    dollars === undefined || dollars === 0 ? null : moneyText(dollars),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

const STATES: Readonly<Record<State, string>> = {
  running: 'running',
  done: 'done',
  stopped: 'stopped',
  capped: 'stopped at a limit',
  failed: 'failed',
};

function moneyText(dollars: number): string {
  return dollars < 0.01 ? 'less than $0.01' : `$${dollars.toFixed(2)}`;
}

/** A person's decision on a line; empty without one. */
export function approvalText(approval: string | null): string {
  if (approval === null) return '';
  return APPROVALS[approval] ?? approval;
}

const APPROVALS: Readonly<Record<string, string>> = {
  once: 'allowed once',
  turn: 'allowed for this turn',
  denied: 'denied',
};

/** The outcome of a line, as a mark: `✓`, `✗`, or `·` if it did not run. */
export function outcomeMark(outcome: string | null): string {
  if (outcome === null) return '·';
  return outcome === 'done' ? '✓' : '✗';
}

/** The same in words. */
export function outcomeText(outcome: string | null): string {
  if (outcome === null) return 'not run';
  return outcome === 'done' ? 'done' : outcome;
}

/** Opens to the agent's thought: a line of the trace, and above a message. */
export const THOUGHT = 'Thought';

/** Leads to the record of a call's answer. @param ordinal from 0 in its turn */
export function recordLabel(ordinal: number): string {
  return `Record of call ${ordinal + 1}`;
}

/** Show only some lines. */
export const TRACE_FILTERS = { writes: 'Writes', errors: 'Errors' } as const;

export function earlierTurnsLabel(count: number): string {
  return `Show ${countOf(count, 'earlier turn')}`;
}

/** The card that asks whether an agent may do something. */
export const PERMISSION = 'Permission';
/** The choice of messages or the trace. */
export const VIEW = 'View';
/** Formats in which the trace is exported. */
export const TRACE_FORMATS = { markdown: 'Markdown', json: 'JSON' } as const;

// The texts of commands that the writer types in a conversation (`agents.md`, *Where it talks*).

/** The button that carries them out. */
export function runCommandsLabel(count: number): string {
  return `Run ${countOf(count, 'command')}`;
}

/** Beside that button: Enter does not run what was pasted, or left here by an earlier window. */
export const PASTED_COMMANDS = 'Commands that were not typed here run only with this button.';

/** An id in a result is of no message to go to. */
export const NO_MESSAGE_THERE = 'No message with that id can be shown: it is set aside, or a note.';

interface KeptChange {
  readonly localId: LocalId;
  readonly why: 'writtenOn' | 'changed' | 'missing';
  readonly byWriter: boolean;
  readonly by?: string;
}

interface TurnUndoReport {
  readonly isUndone: boolean;
  readonly changed: number;
  readonly of: number;
  readonly isRefused: boolean;
  readonly kept: readonly KeptChange[];
  readonly hasRest: boolean;
}

/** More nodes are not named. */
const MAX_NAMED = 3;

/**
 * The result of undoing or redoing a turn (`agents.md`, *Undoing a turn*): `6 of 7 undone; [k3m9qp] stays: you wrote on from
 * it; it can be undone once that is`.
 */
export function describeTurnUndo(report: TurnUndoReport): string {
  const { isUndone, changed, of, isRefused, kept, hasRest } = report;
  const done = isUndone ? 'undone' : 'redone';
  const some = isRefused ? `Nothing ${done}` : `${changed} of ${of} ${done}`;
  const first = kept.length === 0 ? `Turn ${done}` : some;
  const named = kept.slice(0, MAX_NAMED).map((change) => describeKept(change, isUndone));
  const others = kept.length - named.length;
  const more = others === 0 ? [] : [`${others} more stay${others === 1 ? 's' : ''}`];
  const later = kept.length === 1 ? 'it can be undone once that is' : 'the rest can be undone once that is';
  return [first, ...named, ...more, ...(hasRest ? [later] : [])].join('; ');
}

/** Report of a turn that was undone. @param hasRest others had built on some of it, which stays */
export function undoneText(hasRest: boolean): string {
  return hasRest ? 'undone in part' : 'undone';
}

/** Undo took back the message that a turn answered, or one of the turn. @param changes how many */
export function turnStays(agent: string, changes: number): string {
  return `What ${agent} did for it stays: ${countOf(changes, 'change')}.`;
}

function describeKept({ localId, why, byWriter, by = 'somebody' }: KeptChange, isUndone: boolean): string {
  if (why === 'missing') return `[${localId}] is not in this file any more`;
  const stays = isUndone ? `[${localId}] stays` : `[${localId}] stays as it is`;
  if (why === 'writtenOn') return `${stays}: ${byWriter ? 'you' : by} wrote on from it`;
  return `${stays}: ${byWriter ? 'you have' : `${by} has`} changed it since`;
}
