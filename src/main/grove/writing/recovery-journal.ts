import type { Draft } from '../../../core/buffer/draft.ts';
import type { DraftOp } from '../../../core/buffer/pending-edit.ts';
import type { AgentId, GroveId, NodeId, PositionId, Sha256, TreeId } from '../../../core/ids.ts';
import type { AnswerAsk, PartialAnswer } from '../../generation/partial-journal.ts';

/** Whose typing it is: of one agent in one tree of one grove, while one session had it open. */
export interface JournalPlace {
  readonly groveId: GroveId;
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  readonly sessionId: string;
}

/** The draft as it was when the journal began to follow it, and what it grew out of. */
export interface JournaledWhole {
  readonly kind: 'whole';
  readonly draft: Draft;
  /** Digest of the draft that the file had then. */
  readonly fileDigest: string;
  /** Positions from the head up, the nearest first; not all of them where the path is long. */
  readonly above: readonly PositionId[];
  /** An id made when it was told: nodes that a commit made of it are newer. Journals of earlier versions have none. */
  readonly since?: string;
}

/** One step of what is kept; steps follow the whole that they change. */
export type DraftEntry = JournaledWhole | { readonly kind: 'ops'; readonly ops: readonly DraftOp[] };

/** What the journal has of one draft. */
export interface JournaledDraft {
  readonly place: JournalPlace;
  readonly whole: JournaledWhole;
  /** In the order they were typed. */
  readonly ops: readonly (readonly DraftOp[])[];
}

/** What had arrived of a request for continuations whose nodes are not in the file yet. */
export interface JournaledPartial {
  readonly groveId: GroveId;
  readonly sessionId: string;
  /** The first of its nodes. */
  readonly nodeId: NodeId;
  readonly ask: AnswerAsk;
  readonly answer: PartialAnswer;
}

/** How far a grove's file had come as this computer knew it last. */
export interface KnownHead {
  /** Of the last row of its log. */
  readonly seq: number;
  readonly hash: Sha256;
  /** Digest of what a writer could miss in it, drafts too (`readState`). */
  readonly state: Sha256;
  /** When it was written, in milliseconds since 1970 UTC. */
  readonly writtenAt: number;
  /** The session that wrote it, and when that was closed; null while it is open, and for ever where it ended in a crash. */
  readonly sessionId: string;
  readonly closedAt: number | null;
  /** The node that had been written into the file last; null in a grove without any. */
  readonly newestNode: NodeId | null;
}

/** Which file: a grove that was copied by hand has one id and two files. */
export interface KnownFile {
  readonly groveId: GroveId;
  /** What a path is told by (`BackupFolder.originOf`). */
  readonly origin: string;
}

/**
 * What was typed or arrived and is not in the `.aspen` yet, kept in the app's data folder (`storage.md`, *Typed text*); and
 * how far each file had come.
 * Calls are carried out in the order they are made; each resolves when it is on the disk.
 */
export interface RecoveryJournal {
  /** @throws {AspenError} DISK_FULL, IO_ERROR, READ_ONLY */
  append(place: JournalPlace, entry: DraftEntry): Promise<void>;
  /** Everything appended for this place so far is in the file, or let go. @throws {AspenError} */
  forget(place: JournalPlace): Promise<void>;
  /** What other sessions than those given left behind of a grove, the oldest first. @throws {AspenError} */
  read(groveId: GroveId, except: readonly string[]): Promise<JournalRemains>;
  /** Keeps what has arrived by now in place of what was kept under the same node before. @throws {AspenError} */
  keepPartial(partial: JournaledPartial): Promise<void>;
  /** What was kept under this node is in the file, or not worth it. @throws {AspenError} */
  forgetPartial(nodeId: NodeId): Promise<void>;
  /** How far the file has come, in place of what was kept of it before. @throws {AspenError} */
  keepHead(file: KnownFile, head: KnownHead): Promise<void>;
  /** How far it had come; null where nothing is known of it. @throws {AspenError} */
  findHead(file: KnownFile): Promise<KnownHead | null>;
  /** Another file stands there now, of whatever grove: nothing is known of it. @throws {AspenError} */
  forgetHeads(origin: string): Promise<void>;
}

export interface JournalRemains {
  readonly drafts: readonly JournaledDraft[];
  readonly partials: readonly JournaledPartial[];
}
