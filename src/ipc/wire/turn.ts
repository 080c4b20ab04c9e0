/** Turns of loom-aware agents: running ones, their questions, and the trace (`agents.md`). */
import type { CapName } from '../../core/commands/caps.ts';
import type { OutcomeKind } from '../../core/commands/tools.ts';
import type { AgentId, LocalId, NodeId, PositionId, ProposalId, TreeId, TurnId } from '../../core/ids.ts';
import type { SuggestionText } from '../../core/proposals/proposal.ts';
import type { PermissionName } from '../../core/tree/agent.ts';
import type { WireError } from './app.ts';

/**
 * The phase of a running turn. `queued`: another turn of the grove runs; `asking`: it waits for a person; `continuing`:
 * it waits for the continuations that it requested.
 */
export type TurnPhase = 'queued' | 'calling' | 'commands' | 'asking' | 'continuing' | 'ended';

type TurnState = 'running' | 'done' | 'stopped' | 'capped' | 'failed';

/** A turn while it runs, and when it has ended. */
export interface TurnSnapshot {
  readonly turnId: TurnId;
  /** The tree with the conversation. */
  readonly treeId: TreeId;
  /** The tree that its commands act on: the conversation itself if it has no topic. */
  readonly actsOn: TreeId;
  readonly agentId: AgentId;
  /** The message that it answers. */
  readonly parentId: PositionId;
  readonly phase: TurnPhase;
  /** The turns whose end it waits for, or waited for at its beginning. */
  readonly waitsFor: readonly TurnId[];
  readonly state: TurnState;
  /** The agent's place in the tree that it acts on. */
  readonly place: { readonly positionId: PositionId; readonly localId: LocalId } | null;
  readonly calls: number;
  readonly commands: number;
  /** The cap that ended it; null for any other end. */
  readonly capped: CapName | null;
  /** Why it failed. */
  readonly error: WireError | null;
  /** The open question to a person; null while it does not wait. */
  readonly card: PermissionCard | null;
}

/** Agents that reply in turn, each to the one before: those who have not replied yet, in order. */
export interface RoundSnapshot {
  /** Tells the rounds of a grove apart. */
  readonly round: number;
  /** The tree with the conversation. */
  readonly treeId: TreeId;
  /** The agent now replying; null once the round has ended. */
  readonly replying: AgentId | null;
  readonly waiting: readonly AgentId[];
}

/** The commands of a batch that a person must allow (`agents.md`, *A turn*). */
export interface PermissionCard {
  /** Counts the cards of the turn: an answer to an earlier one is refused. */
  readonly card: number;
  readonly lines: readonly CardLine[];
  /** It was allowed before, but would do more by now. */
  readonly hasGrown: boolean;
}

export interface CardLine {
  /** The action, from 0 in its turn. */
  readonly ordinal: number;
  /** As written. */
  readonly line: string;
  /** Its effect, in one line. */
  readonly effect: string;
  /** The words that it would change, in the order of the text; long ones are cut. Empty where it changes none. */
  readonly changes: readonly SuggestionText[];
  /** The text that it is about; null for none. */
  readonly place: CardPlace | null;
  readonly permission: PermissionName;
}

/** A range `[from, to)` of a text, in UTF-16 code units. */
export interface CardPlace {
  readonly treeId: TreeId;
  /** Null for text of the draft. */
  readonly nodeId: NodeId | null;
  readonly positionId: PositionId;
  readonly from: number;
  readonly to: number;
  /** The first words of the text; null if it has none. */
  readonly words: string | null;
}

/** A person's answer to a card. */
export type CardAnswer =
  | {
      readonly kind: 'allow';
      /** The ordinals of the lines to carry out; the others are denied. */
      readonly lines: readonly number[];
      /** Asks no more for these permissions in this turn. */
      readonly forTurn: boolean;
    }
  | { readonly kind: 'deny' /** For the agent; may be empty. */; readonly words: string };

/** A turn of the trace. */
export interface TraceTurn {
  readonly turnId: TurnId;
  /** From 1 in its tree, oldest first. */
  readonly number: number;
  /** A model's or, of commands that the writer typed, the writer's. */
  readonly agentId: AgentId;
  readonly parentId: PositionId;
  /** Beginning of the message at `parentId`, in one line; empty at the root. */
  readonly message: string;
  readonly state: TurnState;
  readonly capped: CapName | null;
  readonly used: { readonly [N in CapName]?: number };
  /** The number of tokens is estimated, if only in part. */
  readonly isEstimated: boolean;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly undoneAt: number | null;
  /** It is undone, except where others had built on it or changed it since. */
  readonly hasRest: boolean;
  readonly calls: readonly TraceCall[];
  readonly actions: readonly TraceAction[];
}

export interface TraceCall {
  readonly ordinal: number;
  /** It has a record (`turn.record`). */
  readonly hasRecord: boolean;
  readonly node: { readonly nodeId: NodeId; readonly positionId: PositionId } | null;
}

/** An agent's thoughts before a message. */
export interface MessageThoughts {
  /** The message. */
  readonly positionId: PositionId;
  /** In order; none is empty. */
  readonly thoughts: readonly string[];
}

export interface TurnOutcome {
  readonly kind: OutcomeKind;
  readonly count: number;
  /** A text that one of them is about; null for none. */
  readonly localId: LocalId | null;
  /** For suggestions, the proposal that has the first of them. */
  readonly proposal: { readonly treeId: TreeId; readonly proposalId: ProposalId } | null;
}

/** A turn that has ended, at the message that it ends with, or that it answers if it has none. */
export interface MessageTurn {
  readonly turnId: TurnId;
  readonly positionId: PositionId;
  readonly isUndone: boolean;
  /** It is undone, except where others had built on it or changed it since. */
  readonly hasRest: boolean;
  /** Undoing it would take something back. */
  readonly isRevertible: boolean;
  /** By kind, in the order in which each was done first. */
  readonly did: readonly TurnOutcome[];
  /** Refused commands with reasons, in the order of the turn. */
  readonly refused: readonly {
    readonly verb: string | null;
    readonly line: string;
    readonly result: string;
  }[];
}

export interface TraceAction {
  readonly ordinal: number;
  readonly callOrdinal: number;
  readonly line: string;
  /** The text of a `think`; null for any other command. */
  readonly thought: string | null;
  /** It writes, or requests continuations. */
  readonly isWrite: boolean;
  /**
   * Its offer in a document: at a position with another version, or null for what comes after the text, and for
   * suggestions. Null if it offers nothing.
   */
  readonly offers: { readonly documentId: TreeId; readonly positionId: PositionId | null } | null;
  /** It changes what is remembered, which follows the path. */
  readonly changesMemory: boolean;
  /** `once`, `turn`, or `denied`; null if nothing was asked. */
  readonly approval: string | null;
  /** `done`, or the code of an error; null if it did not run. */
  readonly outcome: string | null;
  readonly result: string | null;
  readonly startedAt: number;
  readonly tookMs: number | null;
}

/** The result of undoing or redoing a turn. */
export interface TurnUndoReport {
  readonly isUndone: boolean;
  /** Number of its changes undone or redone. */
  readonly changed: number;
  readonly of: number;
  /** Others keep all of it: the turn is as it was. */
  readonly isRefused: boolean;
  /** The changes that stay, with reasons. */
  readonly kept: readonly KeptChange[];
  /** Some of the kept changes can be undone once nothing keeps them. */
  readonly hasRest: boolean;
}

export interface KeptChange {
  readonly localId: LocalId;
  /** `writtenOn`: someone wrote on from it; `changed`: someone has set it since; `missing`: it is gone. */
  readonly why: 'writtenOn' | 'changed' | 'missing';
  readonly byWriter: boolean;
  /** The name of its author, if known and not the writer. */
  readonly by?: string;
}

/** Commands that a person typed (`agents.md`, *Where it talks*). */

/** A command and its result. */
export interface CommandOutcome {
  /** Its first line, as written. */
  readonly line: string;
  /** The result, in one or more lines; empty for a thought. Text by others is quoted in it. */
  readonly text: string;
  readonly isRefused: boolean;
}
