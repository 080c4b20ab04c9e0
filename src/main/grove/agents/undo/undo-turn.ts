import type { Inverse } from '../../../../core/commands/inverse.ts';
import { joinInverses, NO_INVERSE } from '../../../../core/commands/inverse.ts';
import { readInverse, readRecord, recordToJson } from '../../../../core/commands/inverse-json.ts';
import { AspenError } from '../../../../core/errors.ts';
import { type AgentId, firstNodeAt, type NodeId, type TreeId, type TurnId } from '../../../../core/ids.ts';
import type { SuggestionRef } from '../../../../core/proposals/placed-suggestion.ts';
import type { JsonValue } from '../../../../core/provenance/canonical-json.ts';
import type { IdsAndClock } from '../../../../core/tree/ids-and-clock.ts';
import type { Overlay } from '../../../../core/tree/overlay.ts';
import type { TurnUndoReport } from '../../../../ipc/wire/turn.ts';
import type { FileTransaction } from '../../../store/connection/file-transaction.ts';
import type { Reader } from '../../../store/connection/query.ts';
import type { Store } from '../../../store/connection/store.ts';
import { type AgentAction, type AgentTurn, findTurn, markUndone } from '../../../store/tables/agent-turns.ts';
import { findTurnUndo } from '../../../store/tables/log.ts';
import { sqlTree } from '../../../store/tree/sql-tree.ts';
import type { SnapshotsAndAnswers } from '../../proposals/snapshots-and-answers.ts';
import type { PathWriter, TreeTransactions } from '../../writing/tree-transactions.ts';
import type { WriterWork } from '../command-context.ts';
import { redoChanges } from './redo-changes.ts';
import { undoChanges } from './undo-changes.ts';

export interface TurnUndoOptions {
  readonly store: Store;
  readonly transactions: TreeTransactions;
  readonly idsAndClock: IdsAndClock;
  /** Who undoes it. */
  readonly writerId: AgentId;
  writerWork(treeId: TreeId): WriterWork;
  readonly proposals: Pick<SnapshotsAndAnswers, 'decide'>;
}

/** A turn that is undone or redone, in the transaction that does it. */
export interface UndoneTurn {
  readonly options: TurnUndoOptions;
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  /** All that its actions did, as one. */
  readonly inverse: Inverse;
  /** Every node that it added. */
  readonly own: readonly NodeId[];
  readonly turnId: TurnId;
  readonly after: Overlay;
  readonly tx: FileTransaction;
  readonly paths: PathWriter;
}

/**
 * Undoes all that a turn's commands did, in one transaction (`agents.md`, *Undoing a turn*). What others have built on or
 * set since stays, and is named. Suggestions that are open are rejected; what the writer has accepted is the writer's, and stays.
 * @throws {AspenError} NOT_FOUND; CONFLICT for a turn that runs or is undone; what the store throws. Then nothing changes
 */
export function undoTurn(options: TurnUndoOptions, turnId: TurnId): TurnUndoReport {
  return change(options, turnId, true, (turn) => {
    const { record, ...report } = undoChanges(turn);
    return { report, undo: recordToJson(record), suggestions: record.suggestions };
  });
}

/**
 * Takes an undo back: what it changed is as it was before, except where somebody has changed it since.
 * @throws {AspenError} NOT_FOUND, also if this file does not record what was undone; CONFLICT for a turn that is not
 *   undone; what the store throws. Then nothing changes
 */
export function redoTurn(options: TurnUndoOptions, turnId: TurnId): TurnUndoReport {
  return change(options, turnId, false, (turn) => {
    const details = findTurnUndo(turn.tx, turnId)?.details;
    if (details?.undo === undefined)
      throw new AspenError('NOT_FOUND', 'this file does not record what undoing the turn changed');
    const record = readRecord(details.undo);
    return { report: redoChanges(turn, record), undo: null, suggestions: record.suggestions };
  });
}

interface Changed {
  readonly report: Omit<TurnUndoReport, 'isUndone'>;
  readonly undo: JsonValue;
  /** Those that the undo rejects, and the redo opens again. */
  readonly suggestions: readonly SuggestionRef[];
}

function change(
  options: TurnUndoOptions,
  turnId: TurnId,
  isUndone: boolean,
  act: (turn: UndoneTurn) => Changed,
): TurnUndoReport {
  const { store, transactions, idsAndClock, writerId } = options;
  const { treeId } = readTurn(store, turnId, isUndone);
  // Filled in before the row of the log is written.
  const details: { [name: string]: JsonValue } = { turn: turnId, undone: isUndone };
  let report: Changed['report'] = { changed: 0, of: 0, kept: [] };
  let suggestions: Changed['suggestions'] = [];
  transactions.run(
    {
      tree: treeId,
      author: { id: writerId, type: 'human' },
      kind: 'turn-undo',
      details,
      isOutsideSession: true,
    },
    (after, tx, paths) => {
      const { inverse, agentId } = readTurn(tx, turnId, isUndone);
      const own = [
        ...[...inverse.positions, ...inverse.notes].map(firstNodeAt),
        ...inverse.versions.map(({ version }) => version),
      ];
      const changed = act({ options, treeId, agentId, inverse, own, turnId, after, tx, paths });
      report = changed.report;
      suggestions = changed.suggestions;
      if (changed.undo !== null) details.undo = changed.undo;
      markUndone(tx, turnId, isUndone ? idsAndClock.now() : null);
    },
  );
  // They are not part of the tree. A program that ends before this leaves them as they are, for the writer to decide.
  options.proposals.decide(treeId, suggestions, isUndone ? 'rejected' : 'open');
  return { isUndone, ...report };
}

/** The tree that a turn acted on, and what it did there. @throws {AspenError} NOT_FOUND; CONFLICT; CORRUPT */
function readTurn(
  reader: Reader,
  turnId: TurnId,
  toUndo: boolean,
): { readonly treeId: TreeId; readonly agentId: AgentId; readonly inverse: Inverse } {
  const turn = findTurn(reader, turnId);
  if (turn === undefined) throw new AspenError('NOT_FOUND', `no turn ${turnId}`);
  if (turn.state === 'running') throw new AspenError('CONFLICT', `turn ${turnId} is running`);
  if ((turn.undoneAt === null) !== toUndo)
    throw new AspenError('CONFLICT', `turn ${turnId} is ${toUndo ? '' : 'not '}undone`);
  const inverses = turn.actions.flatMap((action) => inverseOf(reader, action));
  return {
    treeId: treeOf(turn),
    agentId: turn.agentId,
    inverse: inverses.reduce(joinInverses, NO_INVERSE),
  };
}

/** What undoes an action: of one that the program did not live to answer, what came of the continuations it requested. */
function inverseOf(reader: Reader, { inverse, result, treeId }: AgentAction): readonly Inverse[] {
  if (inverse === null) return [];
  const read = readInverse(inverse);
  if (result !== null || treeId === null) return [read];
  const tree = sqlTree(reader, treeId);
  return [{ ...read, positions: read.positions.filter((at) => tree.versionsAt(at).length > 0) }];
}

/** All actions of a turn act on one tree. */
function treeOf({ id, treeId, actions }: AgentTurn): TreeId {
  const written = actions.filter(({ inverse }) => inverse !== null);
  const [first] = written;
  if (first === undefined) return treeId;
  if (first.treeId === null || written.some((action) => action.treeId !== first.treeId))
    throw new AspenError('NOT_FOUND', `the tree that turn ${id} acted on is not in this file`);
  return first.treeId;
}
