import type { AgentId, NodeId, PositionId, TreeId } from '../../../../core/ids.ts';
import type { LogKind } from '../../../../core/provenance/log-hash.ts';
import type { MetadataChange } from '../../../../core/tree/tree-change.ts';
import type { MarkChange, MarkName, MarkRecord } from '../../../../core/tree/tree-marks.ts';
import type { FileTransaction } from '../../connection/file-transaction.ts';
import type { Reader } from '../../connection/query.ts';

export interface CopyMarksOptions {
  readonly from: Reader;
  readonly treeId: TreeId;
  /** The tree that gets them, whose nodes and responses have been written. */
  readonly as: TreeId;
  /** Map ids in the tree there to their ids here. */
  nodeId(id: NodeId): NodeId;
  positionId(id: PositionId): PositionId;
  /** Makes the ids of the copies, for a tree that is a duplicate; absent if they keep their own. */
  newId?(): string;
  readonly by: AgentId;
  /** The kind of the log rows. */
  readonly kind: LogKind;
}

/** The table of a kind of marks (`core/tree/tree-marks.ts`). */
export interface MarkTable<M extends MarkName> {
  /** All marks of the file as the log has them, by their keys (`keyOf`). */
  listAll(reader: Reader): Iterable<readonly [key: string, record: MarkRecord[M]]>;
  /** The marks of a tree, as a change sets them. @throws {AspenError} NOT_FOUND if there is no such tree */
  listIn(reader: Reader, treeId: TreeId): readonly MarkChange[M][];
  /**
   * Writes changes of marks of a tree. One that exists changes only where it can.
   * @param metadata what the change sets at positions
   * @returns the changes, with those that follow from the metadata
   * @throws {AspenError} NOT_FOUND if this file lacks something that one refers to
   */
  write(
    tx: FileTransaction,
    treeId: TreeId,
    changes: readonly MarkChange[M][],
    metadata: readonly MetadataChange[],
  ): readonly MarkChange[M][];
  /** Adds the marks of a tree that this file lacks, and log rows that name them. @throws {AspenError} NOT_FOUND */
  copy(tx: FileTransaction, options: CopyMarksOptions): void;
  /** Returns true if a copy has all marks of a tree that it can have. */
  hasAll(copy: Reader, original: Reader, treeId: TreeId): boolean;
}
