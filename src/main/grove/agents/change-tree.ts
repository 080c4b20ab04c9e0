import { assert } from '../../../core/assert.ts';
import { type Inverse, inverseOf, type PathStep, type TagStep } from '../../../core/commands/inverse.ts';
import { type AgentId, firstNodeAt, type NodeId, type PositionId, type TreeId } from '../../../core/ids.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import type { PathChange, TreeChange } from '../../../core/tree/tree-change.ts';
import { primarySourceOf } from '../../../core/tree/tree-layer.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import { readHead } from '../../store/connection/log-head.ts';
import type { Reader } from '../../store/connection/query.ts';
import { listAssignmentsAt } from '../../store/tables/marks/tag-assignments.ts';
import { findCursor, listAgentsIn, readChoices } from '../../store/tables/path-state.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';
import type { Act } from '../writing/tree-transactions.ts';
import type { CommandContext } from './command-context.ts';
import type { Target } from './held-targets.ts';

/** A change that a command has written (`Written`). */
export interface CommandWrite {
  /** All writes of a command are in one tree. */
  readonly treeId: TreeId;
  readonly inverse: Inverse;
  readonly logSeq: number | null;
  readonly nodes: number;
  readonly continuations: number;
}

export interface TreeWritten {
  readonly change: TreeChange;
  /** Null if nothing was written. */
  readonly write: CommandWrite | null;
}

/**
 * Writes a change to the tree in the name of a command's actor, and records what undoes it, moves along paths included.
 * @param version that the actor's path goes to; null for the one that it shows
 * @throws {CommandRefusal} CONFLICT where another agent writes on the branch
 * @throws {AspenError} as `TreeTransactions.run`
 */
export function changeTree(
  { transactions, treeId, actor, turn, holds }: CommandContext,
  kind: LogKind,
  act: Act,
  version: NodeId | null = null,
): TreeWritten {
  const details = turn ? { details: { turn: turn.turnId, action: turn.action() } } : {};
  let before: Before | undefined;
  let inverse: Inverse | undefined;
  let logSeq = 0;
  let targets: readonly Target[] = [];
  const change = transactions.run(
    { tree: treeId, author: actor, kind, ...details },
    (after, tx, paths) => {
      act(after, tx, paths);
      const change = after.change();
      targets = targetsOf(change, after.tree);
      holds?.require(treeId, targets);
      const heads = readHeads(tx, treeId);
      before = {
        inverse: { ...inverseOf(sqlTree(tx, treeId), after.tree, change), tags: tagStepsOf(tx, change) },
        heads,
        // On arrival, the actor has chosen nothing.
        choices: heads.has(actor.id) ? readChoices(tx, treeId, actor.id, touchedBy(change.path)) : [],
      };
    },
    (tx) => {
      assert(before !== undefined, 'what was before is read before it is written');
      inverse = { ...before.inverse, paths: stepsSince(before, readHeads(tx, treeId), actor.id, version) };
      logSeq = readHead(tx).seq;
      turn?.onWriting?.(tx, inverse, treeId);
    },
  );
  assert(inverse !== undefined, 'what was written is recorded');
  holds?.take(treeId, targets);
  const isLogged =
    change.nodes.length +
      change.metadata.length +
      (change.anchors ?? []).length +
      (change.links ?? []).length +
      (change.tags ?? []).length >
    0;
  if (!isLogged && inverse.paths.length === 0) return { change, write: null };
  return {
    change,
    write: {
      treeId,
      inverse,
      logSeq: isLogged ? logSeq : null,
      nodes: change.nodes.length,
      continuations: 0,
    },
  };
}

/** The steps of the tags that a change puts on positions or takes off them, which the file has as they were. */
function tagStepsOf(reader: Reader, { tags = [] }: TreeChange): readonly TagStep[] {
  const known = listAssignmentsAt(reader, [...new Set(tags.map(({ position }) => position))]);
  return tags.map((change) => {
    const { tag, position } = change;
    const was = known.find((one) => one.tag === tag && one.position === position);
    const before = was === undefined ? null : { agent: was.agent, createdAt: was.createdAt };
    const after = 'removed' in change ? null : { agent: change.agent, createdAt: change.createdAt };
    return { tag, position, before, after };
  });
}

interface Before {
  readonly inverse: Inverse;
  readonly heads: Heads;
  readonly choices: PathStep['choices'];
}

/** The head of each agent that has a path. */
type Heads = ReadonlyMap<AgentId, PositionId>;

function readHeads(reader: Reader, treeId: TreeId): Heads {
  const agents = listAgentsIn(reader, treeId);
  return new Map(
    agents.flatMap((agent) => {
      const head = findCursor(reader, treeId, agent)?.head;
      return head === undefined ? [] : [[agent, head] as const];
    }),
  );
}

function touchedBy({ selected, lastChild, left = [], rests = [] }: PathChange): readonly PositionId[] {
  return [...new Set([...[...selected, ...lastChild, ...left].map(({ position }) => position), ...rests])];
}

function stepsSince(
  { heads, choices }: Before,
  now: Heads,
  actor: AgentId,
  version: NodeId | null,
): readonly PathStep[] {
  return [...now].flatMap(([agent, to]) => {
    const from = heads.get(agent) ?? null;
    const own = agent === actor && from !== null ? choices : [];
    if (from === to && own.length === 0) return [];
    return [{ agent, from, to, version: agent === actor ? version : null, choices: own }];
  });
}

/**
 * The targets of a change: the new positions, and those that it gives a version, metadata, a note or a link. Moves
 * along paths write nowhere.
 * @param after the tree with the change
 */
function targetsOf(change: TreeChange, after: TreeView): readonly Target[] {
  const written = [
    ...change.nodes.map(({ positionId }) => positionId),
    ...change.metadata.map(({ position }) => position),
    ...(change.links ?? []).flatMap(({ source }) => after.findNode(source)?.positionId ?? []),
    ...(change.tags ?? []).map(({ position }) => position),
  ];
  const added = new Set(change.nodes.map(({ id }) => id));
  const targets = new Map<PositionId, Target>();
  for (const position of written) {
    const first = firstNodeAt(position);
    const edge = after.findEdgeInto(first);
    const source = edge === undefined ? undefined : primarySourceOf(edge);
    // A note is where its text is.
    const isNote = edge?.type === 'annotation' && source !== undefined;
    const at = isNote ? source.positionId : position;
    const under = !isNote && added.has(first) ? (source?.positionId ?? null) : null;
    targets.set(at, targets.get(at) ?? { position: at, under });
  }
  return [...targets.values()];
}
