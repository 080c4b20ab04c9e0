import type { AgentId, NodeId, PositionId, TreeId, TurnId } from '../../../../core/ids.ts';
import type { Agent } from '../../../../core/tree/agent.ts';
import type { IdsAndClock } from '../../../../core/tree/ids-and-clock.ts';
import type { Preferences } from '../../../../ipc/preferences.ts';
import type { Store } from '../../../store/connection/store.ts';
import type { SnapshotsAndAnswers } from '../../proposals/snapshots-and-answers.ts';
import type { TreeTransactions } from '../../writing/tree-transactions.ts';
import type { KeptInstruction } from '../../writing/write-note.ts';
import type { WriterWork } from '../command-context.ts';
import type { TurnHolds } from '../held-targets.ts';
import type { ContinuationMaker } from '../make-continuations.ts';
import type { CallModel, TokenPrice } from './call-model.ts';
import type { WorkingAgent } from './turn-place.ts';

/** A turn's access to the grove. */
export interface TurnRunOptions {
  readonly store: Store;
  readonly transactions: TreeTransactions;
  readonly idsAndClock: IdsAndClock;
  readonly writerId: AgentId;
  writerWork(treeId: TreeId): WriterWork;
  /** An agent with its permissions on this computer. */
  permitted(agent: Agent): Agent;
  readonly callModel: CallModel;
  readonly generate: ContinuationMaker;
  /** Makes snapshots and proposals. */
  readonly proposals: SnapshotsAndAnswers;
  /** The writer's preferences as they are now. */
  preferences(): Preferences;
  /** The price of a model's tokens; null if unknown. @param modelRef `provider:model` */
  findPrice(modelRef: string): TokenPrice | null;
  /** Someone is shown the beginning of a text in place of a summary. */
  wantSummary?(treeId: TreeId, node: NodeId | null): void;
  onBug(what: string, error: unknown): void;
}

/** A turn among those that run with it. */
export interface TurnAmongOthers {
  readonly holds: TurnHolds;
  /** Turns that it waits for before it begins. */
  readonly waitsFor: readonly TurnId[];
  /** The other agents that work in the tree that it acts on. */
  others(): readonly WorkingAgent[];
  /** Its snapshot changed. */
  onChanged(): void;
}

/** A turn of an agent in a conversation. */
export interface TurnOrder {
  readonly turnId: TurnId;
  /** The conversation. */
  readonly treeId: TreeId;
  readonly agent: Agent;
  /** The message that is answered, and its version that the writer saw. */
  readonly parentId: PositionId;
  readonly originId: NodeId;
  /** The tree that its commands act on. */
  readonly actsOn: TreeId;
  /** The agent's first place in that tree; null for its present one. */
  readonly at: PositionId | null;
  /** The writer began it from that tree, so that its draft may be read. */
  readonly sharesDraft: boolean;
  /** The writer's place in that tree. */
  readonly writerAt: PositionId;
  readonly maxTokens: number;
  readonly goesOnWith: TurnId | null;
  /** The writer's instruction for this reply. */
  readonly instruction: KeptInstruction | null;
  /** The reply in whose place its first message is shown; null for none. */
  readonly insteadOf: PositionId | null;
}
