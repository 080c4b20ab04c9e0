/** One open grove, and whether its file has what was written. */

import type { AgentId, GroveId, TreeId } from '../../core/ids.ts';
import type { Verification } from '../../core/provenance/verify.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { LoomTree } from '../../core/tree/loom-tree.ts';
import type { WireError } from './app.ts';

/** What a notice of a grove offers to do. */
export type GroveOffer =
  | 'undoRecovery'
  | 'redoRecovery'
  | 'findIt'
  | 'saveHere'
  | 'compare'
  | 'recover'
  | 'saveCopy'
  | 'openBackup'
  | 'closeAnyway';

/** Something that happened to a grove, kept by main until the writer puts it away. */
export interface GroveNotice {
  readonly id: number;
  /** Whether it says that something was done; else that something went wrong. */
  readonly isDone: boolean;
  readonly sentence: string;
  readonly detail: string;
  readonly offers: readonly GroveOffer[];
}

/** One open grove, as its window sees it. */
export interface GroveSnapshot {
  readonly id: GroveId;
  readonly name: string;
  /** The file's name without its folder. */
  readonly fileName: string;
  readonly readOnly: boolean;
  /** What happened to the grove that the writer has not put away, oldest first. */
  readonly notices: readonly GroveNotice[];
  /** Why the file cannot be written and what can be done, also once the notice was put away; null where it can. */
  readonly trouble: GroveNotice | null;
  readonly writerId: AgentId;
  readonly agents: readonly Agent[];
  /** Trees that are not archived, oldest first. */
  readonly trees: readonly LoomTree[];
  /** Oldest first. */
  readonly archivedTrees: readonly LoomTree[];
  /** The tree to show. */
  readonly openTreeId: TreeId;
}

/** The truths of the status bar (`storage.md`, *Typed text*): in the file, in the recovery journal, not in the file. */
export type SaveState =
  | { readonly state: 'saved' }
  /** `isWaiting`: another program has the file for a moment. */
  | { readonly state: 'safe'; readonly isWaiting?: true }
  /** `safe`: the recovery journal has it all the same. */
  | { readonly state: 'notSaved'; readonly error: WireError; readonly safe: boolean };

/** What keeps a window waiting with a file: it is looked through for one of these ends, recovered from, or written. */
export type FileWait = 'opening' | 'finding' | 'comparing' | 'recovering' | 'saving';

/** What can be proved of a grove; each list is empty where all is well, and says in words what is not. */
export interface GroveVerification {
  readonly nodes: Verification;
  /** Invariants of `domain.md` that do not hold. */
  readonly violations: readonly string[];
  /** Where the log does not hold, and nodes that are not as it says. */
  readonly log: readonly string[];
}
