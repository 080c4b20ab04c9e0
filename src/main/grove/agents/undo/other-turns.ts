import type { Inverse } from '../../../../core/commands/inverse.ts';
import { readInverse } from '../../../../core/commands/inverse-json.ts';
import type { AgentId, NodeId, PositionId, TreeId, TurnId } from '../../../../core/ids.ts';
import type { Overlay } from '../../../../core/tree/overlay.ts';
import {
  isAlike,
  type MetadataGroup,
  type PositionMetadata,
} from '../../../../core/tree/position-metadata.ts';
import type { FileTransaction } from '../../../store/connection/file-transaction.ts';
import { listInversesNaming } from '../../../store/tables/agent-turns.ts';
import type { SnapshotsAndAnswers } from '../../proposals/snapshots-and-answers.ts';
import type { PathWriter } from '../../writing/tree-transactions.ts';
import type { AgentScope } from '../command-context.ts';

export interface TurnUndoOptions
  extends Pick<AgentScope, 'store' | 'transactions' | 'idsAndClock' | 'writerId' | 'writerWork'> {
  readonly proposals: Pick<SnapshotsAndAnswers, 'decide'>;
}

/** A turn that is undone or redone, in the transaction that does it. */
export interface UndoneTurn {
  readonly options: TurnUndoOptions;
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  /** The combined inverse of its actions in the tree; to undo the rest of it, only that. */
  readonly inverse: Inverse;
  /** Every node that it added there. */
  readonly own: readonly NodeId[];
  readonly turnId: TurnId;
  readonly after: Overlay;
  readonly tx: FileTransaction;
  readonly paths: PathWriter;
}

/**
 * Other turns' changes of a position. Turns are undone and redone in any order, so the state that one left may have
 * been set by another, which is undone by now.
 */
export class OtherTurns {
  readonly #turnId: TurnId;
  /** Newest turn first. */
  readonly #others: readonly { turnId: TurnId; isUndone: boolean; inverse: Inverse }[];
  readonly #position: PositionId;

  constructor({ tx, treeId, turnId }: UndoneTurn, position: PositionId) {
    this.#turnId = turnId;
    this.#position = position;
    this.#others = listInversesNaming(tx, treeId, position)
      .filter((one) => one.turnId !== turnId)
      .map(({ inverse, ...one }) => ({ ...one, inverse: readInverse(inverse) }));
  }

  /** A turn made it that is undone. */
  get isMadeByUndone(): boolean {
    return this.#others.some(
      ({ isUndone, inverse: { positions, notes } }) =>
        isUndone && (positions.includes(this.#position) || notes.includes(this.#position)),
    );
  }

  /** A turn hid it, whether that is undone or not. */
  get hasPruned(): boolean {
    return this.#steps().some(({ before, after }) => !before.pruned && after.pruned);
  }

  /** Metadata that a position had before this turn, as it would have been without those that are undone. */
  withoutUndone(metadata: PositionMetadata, { names }: MetadataGroup): PositionMetadata {
    let without = metadata;
    for (const { turnId, isUndone, before, after } of this.#steps())
      if (isUndone && turnId < this.#turnId && isAlike(after, without, names)) without = before;
    return names.includes('pruned') && this.isMadeByUndone ? { ...without, pruned: true } : without;
  }

  /** A later turn that is not undone has set it. */
  isSetLater({ names }: MetadataGroup): boolean {
    return this.#steps().some(
      ({ turnId, isUndone, before, after }) =>
        !isUndone && turnId > this.#turnId && !isAlike(before, after, names),
    );
  }

  #steps() {
    return this.#others.flatMap(({ turnId, isUndone, inverse }) =>
      inverse.metadata
        .filter(({ position }) => position === this.#position)
        .map(({ before, after }) => ({ turnId, isUndone, before, after })),
    );
  }
}
