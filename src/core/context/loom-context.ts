/** A collaborator's place, sent before the message that it answers (`agents.md`, *What it is sent*). */
import { CAP_NAMES, type CapName } from '../commands/caps.ts';
import type { LocalId } from '../ids.ts';
import type { TreeMode } from '../tree/loom-tree.ts';
import { type AgentPermits, permissionList } from './addendum.ts';

/** A place in a tree. */
export interface LoomPlace {
  readonly localId: LocalId;
  /** The nodes above it, the nearest last; only as many as are to be named. */
  readonly above: readonly LocalId[];
  /** Number of positions above it: 0 at the root. */
  readonly depth: number;
}

/** Facts sent about a tree and an agent in it. */
export interface LoomFacts {
  /** In one line, quoted. */
  readonly title: string;
  readonly mode: TreeMode;
  /** The agent talks about this tree in another one. */
  readonly isTopic: boolean;
  readonly nodes: number;
  readonly branches: number;
  /** The agent's. */
  readonly place: LoomPlace;
  /** The writer's place; null if unknown. */
  readonly writer: LoomPlace | null;
  /** Places of other agents at work, with their names in one line, quoted. */
  readonly others: readonly { readonly name: string; readonly place: LoomPlace }[];
  readonly permissions: AgentPermits;
  /** Number of nodes that are themselves pruned, and some of them. */
  readonly pruned: { readonly count: number; readonly some: readonly LocalId[] };
  readonly capsLeft: Readonly<Record<CapName, number>>;
  /** The writer's decisions on the agent's suggestions, in words; null for none. */
  readonly decisions: string | null;
  readonly leftOut: LeftOut;
}

/** Parts not sent because they do not fit (`agents.md`, *Results*). */
export interface LeftOut {
  /** Messages of the conversation. */
  readonly messages: number;
  /** Actions that memory only counts. */
  readonly actions: number;
  /** Results of earlier turns that the message names. */
  readonly earlierResults: number;
  /** Results of the running turn, and their size in tokens, estimated. */
  readonly results: number;
  readonly resultTokens: number;
  /** Pinned and recalled texts that memory only names. */
  readonly texts: number;
  /** Tokens of the topic around the agent's place, estimated. */
  readonly topicTokens: number;
}

const MODES: Readonly<Record<TreeMode, string>> = { buffer: 'manuscript', dialogue: 'conversation' };

/** From `=== Loom Context ===` to `===`. */
export function loomContext(facts: LoomFacts): string {
  const { title, mode, isTopic, nodes, branches, place, writer, permissions, pruned } = facts;
  const { others, decisions, capsLeft, leftOut } = facts;
  const acts = isTopic ? ' · your commands act on it, not on this conversation' : '';
  const lines = [
    '=== Loom Context ===',
    `“${title}” · ${MODES[mode]}${acts}`,
    `${counted(nodes, 'node', 'nodes')} · ${counted(branches, 'branch', 'branches')} · depth: ${formatted(place.depth)}`,
    `Position: ${placeSteps(place)}`,
    `Permissions: ${permissionList(permissions)}`,
    ...(writer === null ? [] : [`Human active at ${activePlace(writer)}`]),
    ...others.map(({ name, place }) => `Agent “${name}” active at ${activePlace(place)}`),
    ...(pruned.count === 0 ? [] : [`Pruned: ${prunedNodes(pruned)}`]),
    ...(decisions === null ? [] : [`Your suggestions: ${decisions}`]),
    ...leftOutLines(leftOut),
    `Left in this turn: ${capList(capsLeft)}`,
    '===',
  ];
  return lines.join('\n');
}

/** Lines that count the omitted parts: nothing is omitted silently. */
function leftOutLines(leftOut: LeftOut): readonly string[] {
  const { messages, actions, earlierResults, results, resultTokens, texts, topicTokens } = leftOut;
  const parts: readonly (readonly [count: number, one: string, many: string, more: string])[] = [
    [messages, 'message', 'messages', ' of this conversation'],
    [actions, 'recent action', 'recent actions', ''],
    [earlierResults, 'result', 'results', ' of earlier turns'],
    [results, 'result', 'results', ` of this turn, about ${counted(resultTokens, 'token', 'tokens')}`],
    [texts, 'pinned or recalled text', 'pinned or recalled texts', ', named in your memory'],
    [topicTokens, 'token', 'tokens', ' of text near your place'],
  ];
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, one, many, more]) => counted(count, one, many) + more);
  return said.length === 0 ? [] : [`Left out to fit: ${said.join(' · ')}`];
}

/** `… → [a7x2bc] → [b3k9qq]*` */
function placeSteps({ localId, above, depth }: LoomPlace): string {
  const start = depth > above.length ? ['…'] : [];
  return [...start, ...above.map((id) => `[${id}]`), `[${localId}]*`].join(' → ');
}

/** `[c4m2ww] (via [a7x2bc] → [c4m2ww]), depth:8` */
function activePlace({ localId, above, depth }: LoomPlace): string {
  const last = above.at(-1);
  const via = last === undefined ? '' : ` (via [${last}] → [${localId}])`;
  return `[${localId}]${via}, depth:${formatted(depth)}`;
}

/** `12 · [x9y3zz] [k3m9qp] …` */
function prunedNodes({ count, some }: LoomFacts['pruned']): string {
  const ids = some.map((id) => `[${id}]`).join(' ');
  return `${formatted(count)} · ${ids}${count > some.length ? ' …' : ''}`;
}

const CAPS: Readonly<Record<CapName, readonly [one: string, many: string]>> = {
  calls: ['call', 'calls'],
  commands: ['command', 'commands'],
  continuations: ['continuation', 'continuations'],
  nodes: ['node or note of yours', 'nodes and notes of yours'],
  tokens: ['token', 'tokens'],
  minutes: ['minute', 'minutes'],
  dollars: ['dollar', 'dollars'],
};

/** The rest of each limit; unlimited ones are left out. */
function capList(left: LoomFacts['capsLeft']): string {
  return CAP_NAMES.filter((name) => Number.isFinite(left[name]))
    .map((name) => {
      const amount = Math.max(0, left[name]);
      if (name === 'dollars') return `$${amount.toFixed(2)}`;
      return counted(name === 'minutes' ? Math.floor(amount * 10) / 10 : Math.floor(amount), ...CAPS[name]);
    })
    .join(' · ');
}

function counted(count: number, one: string, many: string): string {
  return `${formatted(count)} ${count === 1 ? one : many}`;
}

function formatted(count: number): string {
  return count.toLocaleString('en-US');
}
