/** One open grove, and whether its file is up to date. */

import type { AgentId, GroveId, TreeId } from '../../core/ids.ts';
import type { Verification } from '../../core/provenance/verify.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { LoomTree } from '../../core/tree/loom-tree.ts';
import type { WireError } from './app.ts';

/** An action that a notice offers. */
export type GroveOffer =
  | 'undoRecovery'
  | 'redoRecovery'
  | 'findIt'
  | 'saveHere'
  | 'putBack'
  | 'compare'
  | 'recover'
  | 'saveCopy'
  | 'openBackup'
  | 'goOnWithoutBackup'
  | 'closeAnyway'
  | 'showFile';

/** An event that the writer should know about; main keeps it until the writer dismisses it. */
export interface GroveNotice {
  readonly id: number;
  /** Reports a success; otherwise a problem. */
  readonly isDone: boolean;
  /** Responds to the writer's last action, so that it need not stay until dismissed. */
  readonly passes: boolean;
  readonly sentence: string;
  readonly detail: string;
  readonly offers: readonly GroveOffer[];
}

/** One open grove, as shown in its window. */
export interface GroveSnapshot {
  readonly id: GroveId;
  readonly name: string;
  /** The file's name without its folder. */
  readonly fileName: string;
  readonly readOnly: boolean;
  /** The file is still being checked: writes to it wait. */
  readonly isChecking: boolean;
  /** Notices the writer has not dismissed, oldest first. */
  readonly notices: readonly GroveNotice[];
  /** Why the file cannot be written and what can be done, even if the writer dismissed that notice; null if it can. */
  readonly trouble: GroveNotice | null;
  readonly writerId: AgentId;
  readonly agents: readonly Agent[];
  /** Agents from other groves that may act without asking, once the writer has confirmed them (`agent.confirm`). */
  readonly unconfirmedAgents: readonly AgentId[];
  /** Trees that are not archived, oldest first. */
  readonly trees: readonly LoomTree[];
  /** Oldest first. */
  readonly archivedTrees: readonly LoomTree[];
  /** The tree to show. */
  readonly openTreeId: TreeId;
}

/**
 * The state of saving in the status bar (`storage.md`, *Typed text*): the text is in the file, in the recovery journal,
 * or not in the file.
 */
export type SaveState =
  | { readonly state: 'saved' }
  /**
   * `waitsFor`: why the file does not have it yet: another program has temporarily locked the file, or the file
   * is still being checked.
   */
  | { readonly state: 'safe'; readonly waitsFor?: 'program' | 'check' }
  /** `safe`: the recovery journal has it. */
  | { readonly state: 'notSaved'; readonly error: WireError; readonly safe: boolean };

/**
 * Why a window is waiting for a file: it is scanned for one of these purposes, recovered, or written; or an
 * action waits for the check of the open file; or a newer version of the program is fetched.
 */
export type FileWait =
  | 'opening'
  | 'finding'
  | 'comparing'
  | 'recovering'
  | 'saving'
  | 'checking'
  | 'fetching';

/** An operation on a file that a window waits for, and can stop. */
export interface FileTask {
  /** The file's name without its folder. */
  readonly name: string;
  readonly wait: FileWait;
  /** The completed share, from 0 to 1; null if that is unknown. */
  readonly share: number | null;
}

/** The result of verifying a grove. Each list is empty if all is well, and otherwise describes the problems. */
export interface GroveVerification {
  readonly nodes: Verification;
  /** Violated invariants of `domain.md`. */
  readonly violations: readonly string[];
  /** Faults in the log, and nodes that do not match it. */
  readonly log: readonly string[];
  /**
   * Agents, titles, metadata and records of responses that are not as in the log, and drafts that do not match
   * their digests. These do not keep a grove from being opened.
   */
  readonly records: readonly string[];
  /** Moments of time lines that are not as they were; nor do these. */
  readonly layers: readonly string[];
}
