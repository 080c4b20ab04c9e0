import type { Draft } from '../../../core/buffer/draft.ts';
import type { DraftOp } from '../../../core/buffer/pending-edit.ts';
import type { UndoSteps } from '../../../core/buffer/undo-steps.ts';
import type { AgentId, GroveId, NodeId, PositionId, Sha256, TreeId } from '../../../core/ids.ts';
import type { PlacedSuggestion } from '../../../core/proposals/places.ts';
import type { AnswerPart } from '../../generation/answer-parts.ts';
import type { AnswerRequest, RequestedContinuations } from '../../generation/partial-journal.ts';

/** Identifies journaled typing: one agent, in one tree of one grove, during one session. */
export interface JournalScope {
  readonly groveId: GroveId;
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  readonly sessionId: string;
}

/** A whole draft, as a base for later steps, and the file's draft that it started from. */
export interface JournaledWhole {
  readonly kind: 'whole';
  readonly draft: Draft;
  /** Digest of the draft in the file at that time. */
  readonly fileDigest: string;
  /** Positions from the head up, nearest first; not all of them on a long path. */
  readonly above: readonly PositionId[];
  /**
   * An id made at that time: nodes that a commit made of the draft are newer. Missing in journals of earlier versions.
   */
  readonly since?: string;
  /** The places of suggestions in the text then; missing if there were none. */
  readonly places?: readonly PlacedSuggestion[];
}

/** A journal entry: a whole draft, or steps that follow it. */
export type DraftEntry = JournaledWhole | { readonly kind: 'ops'; readonly ops: readonly DraftOp[] };

/** Everything that the journal has of one draft. */
export interface JournaledDraft {
  readonly scope: JournalScope;
  readonly whole: JournaledWhole;
  /** In the order they were typed. */
  readonly ops: readonly (readonly DraftOp[])[];
}

/** A request whose nodes are not in the file yet; what it received is read part by part (`readPart`). */
export interface JournaledPartial {
  readonly groveId: GroveId;
  readonly sessionId: string;
  /** One of its nodes, which identifies it. */
  readonly nodeId: NodeId;
  /** With a node for each choice, even for those that received no text. */
  readonly ask: AnswerRequest;
}

/** The text and events that arrived for a request in a second, or a megabyte of them. */
export type JournaledPart = AnswerPart;

/** A request that has produced no text yet. */
export interface JournaledRequest {
  readonly groveId: GroveId;
  readonly sessionId: string;
  /** Its first node. */
  readonly nodeId: NodeId;
  readonly requested: RequestedContinuations;
}

/** The head of a grove's log as this computer last knew it. */
export interface KnownHead {
  /** The last row's `seq`. */
  readonly seq: number;
  readonly hash: Sha256;
  /** Digest of everything that a writer could miss in it, including drafts (`readState`). */
  readonly state: Sha256;
  /** When it was written, in milliseconds since 1970 UTC. */
  readonly writtenAt: number;
  /** The session that wrote it, and when it was closed; null while it is open, and forever if it crashed. */
  readonly sessionId: string;
  readonly closedAt: number | null;
  /** The node written last; null in a grove without nodes. */
  readonly newestNode: NodeId | null;
}

/** A grove's file as this program left it. */
export interface ClosedFile {
  readonly groveId: GroveId;
  /** As `describeFile`. */
  readonly file: string;
}

/** Identifies a file: manual copies of a grove share its id but are different files. */
export interface KnownFile {
  readonly groveId: GroveId;
  /** Identifies the path (`BackupFolder.originOf`). */
  readonly origin: string;
}

/**
 * Stores in the app's data folder what was typed or received and is not in the `.aspen` file yet
 * (`storage.md`, *Typed text*), and the known head of each file. Calls run in the order they are made; each
 * resolves when its data is on disk.
 */
export interface RecoveryJournal {
  /** @throws {AspenError} DISK_FULL, IO_ERROR, READ_ONLY */
  append(scope: JournalScope, entry: DraftEntry): Promise<void>;
  /** Deletes everything appended for this scope: it is in the file, or was discarded. @throws {AspenError} */
  forget(scope: JournalScope): Promise<void>;
  /** Reads what sessions other than `except` left behind of a grove, oldest first. @throws {AspenError} */
  read(groveId: GroveId, except: readonly string[]): Promise<JournalContents>;
  /** Notes a request that has produced no text yet. @throws {AspenError} */
  noteRequest(request: JournaledRequest): Promise<void>;
  /** Stores a request that begins to receive text, in place of a note under the same node. @throws {AspenError} */
  beginPartial(partial: JournaledPartial): Promise<void>;
  /**
   * Appends what arrived for a request, or replaces the part with this number; does nothing if the request is
   * not stored.
   * @param ordinal from 0 on, without gaps
   * @throws {AspenError}
   */
  appendPart(nodeId: NodeId, ordinal: number, part: JournaledPart): Promise<void>;
  /** Null if there is no part with this number, or it is damaged. @throws {AspenError} */
  readPart(nodeId: NodeId, ordinal: number): Promise<JournaledPart | null>;
  /**
   * Deletes a note, or a request with what it received: it is in the file, or not worth storing.
   * @throws {AspenError}
   */
  forgetPartial(nodeId: NodeId): Promise<void>;
  /** Stores a file's head, replacing the one before. @throws {AspenError} */
  saveHead(file: KnownFile, head: KnownHead): Promise<void>;
  /** The stored head of a file; null if there is none. @throws {AspenError} */
  findHead(file: KnownFile): Promise<KnownHead | null>;
  /** Records a file, whose head is stored, as it was after it was closed (`describeFile`). @throws {AspenError} */
  saveClosed(file: KnownFile, closed: string): Promise<void>;
  /** The file that was closed at this origin last, which this forgets; null if none is recorded. @throws {AspenError} */
  takeClosed(origin: string): Promise<ClosedFile | null>;
  /** Forgets the heads of all groves at this origin: another file is there now. @throws {AspenError} */
  forgetHeads(origin: string): Promise<void>;
  /** Stores the end of an undo history, in place of what is stored of it from there on. @throws {AspenError} */
  saveUndo(scope: UndoScope, undo: JournaledUndo): Promise<void>;
  /** Everything that is stored of an undo history; null if that is nothing, or some of it is damaged. @throws {AspenError} */
  readUndo(scope: UndoScope): Promise<JournaledUndo | null>;
  /** @throws {AspenError} */
  forgetUndo(of: ForgottenUndo): Promise<void>;
}

/** The scope of an undo history: one writer's in one tree. */
export type UndoScope = Omit<JournalScope, 'sessionId'>;

/** The end of an undo history, and what it leads to. */
export interface JournaledUndo extends UndoSteps {
  /** Identifies the file (`BackupFolder.originOf`). */
  readonly origin: string;
  /** Identifies the path and the draft that the last step left. */
  readonly end: string;
}

/** The undo histories of a tree, or of all files but those at these origins. */
export type ForgottenUndo = Pick<UndoScope, 'groveId' | 'treeId'> | { readonly except: readonly string[] };

export interface JournalContents {
  readonly drafts: readonly JournaledDraft[];
  readonly partials: readonly JournaledPartial[];
  readonly requests: readonly JournaledRequest[];
}
