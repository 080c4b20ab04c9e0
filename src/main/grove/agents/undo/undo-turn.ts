import { assert } from '../../../../core/assert.ts';
import {
  type Inverse,
  idOfTagStep,
  joinInverses,
  joinRecords,
  NO_INVERSE,
  type Replaced,
  type UndoRecord,
} from '../../../../core/commands/inverse.ts';
import { readInverse, readRecord, readRest, recordToJson } from '../../../../core/commands/inverse-json.ts';
import { AspenError } from '../../../../core/errors.ts';
import { type AgentId, firstNodeAt, type NodeId, type TreeId, type TurnId } from '../../../../core/ids.ts';
import type { SuggestionRef } from '../../../../core/proposals/places.ts';
import type { JsonValue } from '../../../../core/provenance/canonical-json.ts';
import { reviseNote } from '../../../../core/tree/annotate.ts';
import { getNode } from '../../../../core/tree/new-node.ts';
import { selectVersion } from '../../../../core/tree/path.ts';
import type { KeptChange, TurnUndoReport } from '../../../../ipc/wire/turn.ts';
import { TURN_NOT_AS_WRITTEN } from '../../../../ui-text/refusals.ts';
import type { Reader } from '../../../store/connection/query.ts';
import { type AgentAction, findTurn, loggedTurn, markUndone } from '../../../store/tables/agent-turns.ts';
import { findLoggedTurn, findTurnUndo } from '../../../store/tables/log.ts';
import { sqlTree, sqlViews } from '../../../store/tree/sql-tree.ts';
import {
  hasSameText,
  missing,
  relisting,
  repeatMoves,
  setLinksRemoved,
  setMetadataAgain,
  setTagsBack,
  type TurnUndoOptions,
  type UndoneTurn,
  undoChanges,
} from './undo-changes.ts';

/**
 * Undoes all that a turn's commands did, in every tree, in one transaction (`agents.md`, *Undoing a turn*). What others have built on or
 * set since stays, and is named; of a turn that was undone before it undoes what stayed then. If all of it stays, nothing changes.
 * Suggestions that are open are rejected; what the writer has accepted is the writer's, and stays.
 * @throws {AspenError} NOT_FOUND; CONFLICT for a turn that runs or is undone without a rest; INVALID_ARGUMENT for one that is not
 *   as it was written; what the store throws. Then nothing changes
 */
export function undoTurn(options: TurnUndoOptions, turnId: TurnId): TurnUndoReport {
  return change(options, turnId, true, (turn, undone) => {
    const { record, rest, ...report } = undoChanges(turn);
    const whole = undone === null ? record : joinRecords(undone, record);
    return {
      report: { ...report, hasRest: rest.length > 0 },
      details: { undo: recordToJson(whole), ...(rest.length === 0 ? {} : { rest }) },
      suggestions: record.suggestions,
    };
  });
}

/**
 * Takes an undo back: what it changed is as it was before, except where someone has changed it since. If all of it
 * stays, nothing changes.
 * @throws {AspenError} NOT_FOUND, also if this file does not record what was undone; CONFLICT for a turn that is not
 *   undone; INVALID_ARGUMENT for one that is not as it was written; what the store throws. Then nothing changes
 */
export function redoTurn(options: TurnUndoOptions, turnId: TurnId): TurnUndoReport {
  return change(options, turnId, false, (turn, undone) => {
    if (undone === null)
      throw new AspenError('NOT_FOUND', 'this file does not record what undoing the turn changed');
    const report = { ...redoChanges(turn, undone), hasRest: false };
    return { report, details: {}, suggestions: undone.suggestions };
  });
}

interface Changed {
  readonly report: Report;
  /** For the row of the log. */
  readonly details: Readonly<Record<string, JsonValue>>;
  /** Suggestions that the undo rejects, and the redo opens again. */
  readonly suggestions: readonly SuggestionRef[];
}

type Report = Omit<TurnUndoReport, 'isUndone' | 'isRefused'>;

/** A turn's effects in one tree. */
interface TurnPart {
  readonly treeId: TreeId;
  readonly inverse: Inverse;
  /** Every node that it added there. */
  readonly own: readonly NodeId[];
  /** The effects of its earlier undo there; null if it is not undone. */
  readonly undone: UndoRecord | null;
}

/** Takes all back that a transaction has done. */
class NothingChanges extends Error {}

interface ReadTurn {
  readonly agentId: AgentId;
  /** By tree, in the order in which it first wrote there; never empty. */
  readonly parts: readonly TurnPart[];
  /** Nodes added in trees that are no longer in this file. */
  readonly gone: readonly NodeId[];
}

function change(
  options: TurnUndoOptions,
  turnId: TurnId,
  isUndone: boolean,
  act: (turn: UndoneTurn, undone: UndoRecord | null) => Changed,
): TurnUndoReport {
  const { store, transactions, idsAndClock, writerId } = options;
  const trees = readTurn(store, turnId, isUndone).parts.map(({ treeId }) => treeId);
  requireAsWritten(store, turnId);
  const changed = new Map<TreeId, Changed & { readonly hasProposed: boolean }>();
  let read: ReadTurn | null = null;
  const report = (): TurnUndoReport => {
    const gone = read?.gone ?? [];
    const lost: Report = { changed: 0, of: gone.length, kept: gone.map(missing), hasRest: false };
    const all = [...changed.values()].map((one) => one.report).reduce(joinReports, lost);
    const isRefused = all.changed === 0 && all.kept.some(({ why }) => why !== 'missing');
    return { isUndone, isRefused, ...all };
  };
  try {
    transactions.runAll(
      trees.map((treeId, index) => {
        // Filled in before the row of the log is written.
        const details: { [name: string]: JsonValue } = { turn: turnId, undone: isUndone };
        const write = {
          tree: treeId,
          author: { id: writerId, type: 'human' },
          kind: 'turn-undo',
          details,
          isOutsideSession: true,
        } as const;
        return {
          write,
          act: (after, tx, paths) => {
            if (index === 0 || read === null) read = readTurn(tx, turnId, isUndone);
            const { agentId, parts } = read;
            const part = parts.find((one) => one.treeId === treeId);
            assert(part !== undefined, 'a tree that the turn wrote in stays one');
            const { inverse, own, undone } = part;
            const done = act({ options, treeId, agentId, inverse, own, turnId, after, tx, paths }, undone);
            changed.set(treeId, { ...done, hasProposed: inverse.proposals.length > 0 });
            Object.assign(details, done.details);
            if (index < trees.length - 1) return;
            if (report().isRefused) throw new NothingChanges();
            markUndone(tx, turnId, isUndone ? idsAndClock.now() : null);
          },
        };
      }),
    );
  } catch (error) {
    if (!(error instanceof NothingChanges)) throw error;
    return report();
  }
  // They are not part of the tree. A program that ends before this leaves them as they are, for the writer to decide.
  for (const [treeId, { suggestions, hasProposed }] of changed)
    if (hasProposed) options.proposals.decide(treeId, suggestions, isUndone ? 'rejected' : 'open');
  return report();
}

function joinReports(one: Report, other: Report): Report {
  return {
    changed: one.changed + other.changed,
    of: one.of + other.of,
    kept: [...one.kept, ...other.kept],
    hasRest: one.hasRest || other.hasRest,
  };
}

/** Every node that a change added. */
function addedIn({ positions, notes, versions }: Inverse): readonly NodeId[] {
  return [...[...positions, ...notes].map(firstNodeAt), ...versions.map(({ version }) => version)];
}

/**
 * Requires that a turn's inverse is as the program wrote it when the turn ended (`security.md`): the log has a digest
 * of it.
 * @throws {AspenError} INVALID_ARGUMENT
 */
function requireAsWritten(reader: Reader, turnId: TurnId): void {
  if (findLoggedTurn(reader, turnId)?.digest !== loggedTurn(reader, turnId).digest)
    throw new AspenError('INVALID_ARGUMENT', TURN_NOT_AS_WRITTEN);
}

/** Reads a turn's effects by tree. @throws {AspenError} NOT_FOUND; CONFLICT; CORRUPT; INVALID_ARGUMENT */
function readTurn(reader: Reader, turnId: TurnId, toUndo: boolean): ReadTurn {
  const turn = findTurn(reader, turnId);
  if (turn === undefined) throw new AspenError('NOT_FOUND', `no turn ${turnId}`);
  if (turn.state === 'running') throw new AspenError('CONFLICT', `turn ${turnId} is running`);
  if (turn.undoneAt === null && !toUndo) throw new AspenError('CONFLICT', `turn ${turnId} is not undone`);
  const parts = new Map<TreeId, Inverse>();
  const gone: NodeId[] = [];
  for (const action of turn.actions)
    for (const inverse of inverseOf(reader, action)) {
      if (action.treeId === null) gone.push(...addedIn(inverse));
      else parts.set(action.treeId, joinInverses(parts.get(action.treeId) ?? NO_INVERSE, inverse));
    }
  if (parts.size === 0 && turn.actions.some(({ inverse }) => inverse !== null))
    throw new AspenError('NOT_FOUND', `the tree that turn ${turnId} acted on is not in this file`);
  // A file of elsewhere may record anything, with a digest that fits. A turn has only made what is newer than it is.
  const made = [...gone, ...[...parts.values()].flatMap(addedIn)];
  if (made.some((id) => (id as string) < turnId))
    throw new AspenError('INVALID_ARGUMENT', TURN_NOT_AS_WRITTEN);
  if (parts.size === 0) parts.set(turn.treeId, NO_INVERSE);
  const read = [...parts].map(([treeId, inverse]): TurnPart & { readonly rest: readonly string[] } => {
    const details = turn.undoneAt === null ? undefined : findTurnUndo(reader, turnId, treeId)?.details;
    const undone = details?.undo === undefined ? null : readRecord(details.undo);
    return { treeId, inverse, own: addedIn(inverse), undone, rest: readRest(details?.rest) };
  });
  const isRest = toUndo && turn.undoneAt !== null;
  const wanted = isRest ? read.filter(({ rest }) => rest.length > 0).map(restOf) : read;
  if (wanted.length === 0) throw new AspenError('CONFLICT', `turn ${turnId} is undone`);
  return { agentId: turn.agentId, parts: wanted, gone: isRest ? [] : gone };
}

/** The inverse of what stayed when a turn was undone. Only what the turn did is undone, whatever the file contains. */
function restOf({
  inverse,
  undone,
  rest,
  ...part
}: TurnPart & { readonly rest: readonly string[] }): TurnPart {
  const isOf = (id: string) => rest.includes(id);
  const { positions, notes, versions, metadata, tags, paths } = inverse;
  return {
    ...part,
    undone,
    inverse: {
      positions: positions.filter(isOf),
      notes: notes.filter(isOf),
      versions: versions.filter(({ version }) => isOf(version)),
      metadata: metadata.filter(({ position }) => isOf(position)),
      proposals: [],
      links: [],
      tags: tags.filter((step) => isOf(idOfTagStep(step))),
      paths: undone?.place == null ? paths : [],
    },
  };
}

/** The inverses of an action: if the program ended before its result, those of the continuations it requested. */
function inverseOf(reader: Reader, { inverse, result, treeId }: AgentAction): readonly Inverse[] {
  if (inverse === null) return [];
  const read = readInverse(inverse);
  if (result !== null || treeId === null) return [read];
  const tree = sqlTree(reader, treeId);
  return [{ ...read, positions: read.positions.filter((at) => tree.versionsAt(at).length > 0) }];
}

/** Adds to its transaction the changes that take the undo of a turn back, except where someone has changed it since. */
function redoChanges(
  turn: UndoneTurn,
  { metadata, selected, notes, suggestions, links, tags, place, end }: UndoRecord,
): Omit<TurnUndoReport, 'isUndone' | 'isRefused' | 'hasRest'> {
  const { after, inverse } = turn;
  const tagged: (KeptChange | null)[] = [];
  const again = tags.map((step) => ({ ...step, before: step.after, after: step.before }));
  setTagsBack(turn, again, (stays) => tagged.push(stays));
  const all = [
    ...tagged,
    ...metadata.map((step) => setMetadataAgain(turn, step, end)),
    ...notes.map((note) => repeatNote(turn, note)),
    ...selected.map((one) => selectAgain(turn, one)),
    ...setLinksRemoved(turn, links, null).map(() => null),
    // Each proposal counts as one.
    ...[...new Set(suggestions.map(({ proposalId }) => proposalId))].map(() => null),
  ];
  repeatMoves(turn, place);
  after.add(relisting(inverse));
  const kept = all.filter((stays) => stays !== null);
  return { changed: all.length - kept.length, of: all.length, kept };
}

function repeatNote(
  { after, options }: UndoneTurn,
  { position, version, instead }: Replaced,
): KeptChange | null {
  const newest = after.tree.versionsAt(position).at(-1);
  const { localId } = getNode(after.tree, version);
  // Undoing or redoing another turn writes the same text again.
  if (newest === undefined || !hasSameText(after.tree, newest.id, instead))
    return { localId, why: 'changed', byWriter: newest?.authorId === options.writerId };
  const content = after.tree.getContent(version);
  const author = { id: options.writerId, type: 'human' } as const;
  after.add(reviseNote(after.tree, after.path, newest.id, content, author, options.idsAndClock));
  return null;
}

function selectAgain(
  { after, tx, treeId, paths, options }: UndoneTurn,
  { agent, position, version, instead }: UndoRecord['selected'][number],
): KeptChange | null {
  const { path } = sqlViews(tx, treeId, agent);
  if (path.selectedAt(position) !== instead)
    return {
      localId: getNode(after.tree, version).localId,
      why: 'changed',
      byWriter: agent === options.writerId,
    };
  paths.move(agent, selectVersion(after.tree, path, version));
  return null;
}
