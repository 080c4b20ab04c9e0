import type { Inverse } from '../../../core/commands/inverse.ts';
import type {
  AgentId,
  LocalId,
  NodeId,
  PositionId,
  ResponseId,
  Sha256,
  TreeId,
  TurnId,
} from '../../../core/ids.ts';
import type { OperationalMemory } from '../../../core/memory/fold-memory.ts';
import type { Author, IdsAndClock } from '../../../core/tree/new-node.ts';
import type { FinishReason } from '../../../core/tree/tree-node.ts';
import type { Preferences } from '../../../ipc/preferences.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import type { Store } from '../../store/connection/store.ts';
import type { SnapshotsAndAnswers } from '../proposals/snapshots-and-answers.ts';
import type { TreeTransactions } from '../writing/tree-transactions.ts';
import type { TurnHolds } from './held-targets.ts';
import type { ContinuationMaker } from './make-continuations.ts';
import type { TextGate } from './text-gate.ts';

/** The memory that the tools read; their changes are recorded as steps of the trace, which is all that memory is. */
export interface MemoryTools {
  /** The actor's memory now, as far as it passes the gate. @throws {AspenError} as `readMemory` */
  read(gate: TextGate): OperationalMemory;
}

/** Access of commands to snapshots and proposals (`edits.md`). Their makers are elsewhere: this room has no session. */
export interface EditTools {
  readonly proposals: SnapshotsAndAnswers;
  /**
   * The writer's uncommitted text may be read: only by the writer, and in a turn that the writer began from the
   * manuscript.
   */
  readonly sharesDraft: boolean;
  /** The context window of the agent that acts, in tokens; null for a person, and where it is not known. */
  readonly window: number | null;
}

/** The writer's work in a tree, which no command touches. */
export interface WriterWork {
  /** The end of the writer's path. */
  readonly head: PositionId;
  /** The nodes whose text the writer has changed and not committed. */
  readonly edited: readonly NodeId[];
  /** The position after which the writer has typed text of a story that is not committed; null or absent for none. */
  readonly typedAfter?: PositionId | null;
}

/** The turn that commands belong to (`agents.md`, *Data*). */
export interface CommandTurn {
  readonly turnId: TurnId;
  /** The ordinal of the action that runs. */
  action(): number;
  /** The stored answer of the call that has the command; null for a command that a person typed. */
  answer(): {
    readonly responseId: ResponseId;
    /** Hash of its body. */
    readonly responseHash: Sha256;
    readonly finishReason: FinishReason;
  } | null;
  /** When the call was made that has the command, in milliseconds since 1970 UTC. */
  requestedAt?(): number;
  /** A command writes: records its inverse in the same transaction, in case the program ends before its result. */
  onWriting?(tx: FileTransaction, inverse: Inverse, treeId: TreeId): void;
  /** A command has requested continuations: records their positions, which the program may not live to see. */
  onRequested?(positions: readonly PositionId[]): void;
  /** A command has proposed changes, which are stored: records their inverse. */
  onProposed?(inverse: Inverse, treeId: TreeId): void;
}

/** The things of a grove that commands and turns need, handed over whole. */
export interface AgentScope {
  readonly store: Store;
  readonly transactions: TreeTransactions;
  readonly idsAndClock: IdsAndClock;
  /** The owner of the paths and drafts in `writerWork`. */
  readonly writerId: AgentId;
  /** In this tree or in a document. Read again for each command. */
  writerWork(treeId: TreeId): WriterWork;
  /** The writer's preferences as they are now. Read again for each command. */
  preferences(): Preferences;
  /**
   * Someone is shown a text of a tree, or all of it (null), in short: by its beginning, or a summary that may be out of
   * date.
   */
  wantSummary?(treeId: TreeId, node: NodeId | null): void;
}

/** The tree that commands act on, and their actor. */
export interface CommandContext extends AgentScope {
  readonly treeId: TreeId;
  /** The id of this tree's root, where it is not the one that commands without `in tree:` read. */
  readonly otherTree?: LocalId;
  /** The author of the commands' changes. */
  readonly actor: Author;
  /** The agent that the actor's view is shown to, if that is another one: what it may not read is not shown. */
  readonly askedBy?: AgentId;
  /** Requests continuations from models; without it there is no `continue`. */
  readonly generate?: ContinuationMaker | null;
  /** Snapshots and proposals of a manuscript; without them there are none. */
  readonly edits?: EditTools | null;
  /** The actor's memory; none without it. */
  readonly memory?: MemoryTools | null;
  /** Aborted when the commands are to stop. */
  readonly signal?: AbortSignal;
  /** Positions left free by other agents; all without it: the writer never waits for an agent. */
  readonly holds?: TurnHolds;
  /** Null, or absent, for commands outside any trace. */
  readonly turn?: CommandTurn | null;
}

/** The actor's place, where commands act by default. `switch` moves it; no path in the file moves. */
export interface ActorPlace {
  nodeId: NodeId;
}
