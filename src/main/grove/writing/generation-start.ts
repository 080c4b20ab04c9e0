import type { ContextNode } from '../../../core/context/assemble.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import type { PathReply } from '../../../ipc/wire/path.ts';

/** @throws {AspenError} if these nodes cannot be sent */
export type CheckNodes = (nodes: readonly ContextNode[]) => void;

/** The parameters of a request for continuations. */
export interface GenerationStart {
  readonly path: PathReply;
  readonly parentId: PositionId;
  readonly originId: NodeId;
  /** The path's nodes up to the parent, without the root. */
  readonly nodes: readonly ContextNode[];
}
