import { AspenError } from '../../../core/errors.ts';
import type { AgentId, PositionId, TreeId, TurnId } from '../../../core/ids.ts';
import type { Intent, PathReply } from '../../../ipc/wire/path.ts';
import type { CardAnswer, TurnSnapshot, TurnUndoReport } from '../../../ipc/wire/turn.ts';

/** What a turn is asked for. */
export interface TurnRequest {
  /** A position on the path after the commit; null for the head. */
  readonly at: PositionId | null;
  readonly agentId: AgentId;
  readonly maxTokens: number;
  /** Where the writer is in the topic. */
  readonly topicAt: PositionId | null;
  /** The capped turn that it goes on with. */
  readonly goesOnWith: TurnId | null;
}

/** The turns of an open grove, one at a time (`agents.md`, *A turn*). */
export class AgentTurns {
  start(
    _treeId: TreeId,
    _intent: Omit<Intent, 'treeId'>,
    _request: TurnRequest,
  ): { readonly path: PathReply; readonly turn: TurnSnapshot } {
    throw new AspenError('INVALID_ARGUMENT', 'not yet');
  }

  stop(_turnId: TurnId | null): Promise<void> {
    return Promise.resolve();
  }

  answer(_turnId: TurnId, _card: number, _answer: CardAnswer): void {
    throw new AspenError('INVALID_ARGUMENT', 'not yet');
  }

  running(): readonly TurnSnapshot[] {
    return [];
  }

  undo(_turnId: TurnId): TurnUndoReport {
    throw new AspenError('INVALID_ARGUMENT', 'not yet');
  }

  redo(_turnId: TurnId): TurnUndoReport {
    throw new AspenError('INVALID_ARGUMENT', 'not yet');
  }
}
