import type { TreeMode } from '../../../core/tree/loom-tree.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { Client } from '../../client.ts';
import type { PathSession } from '../path/path-session.ts';

export interface DraftSessionOptions {
  readonly client: Pick<Client, 'call' | 'newRequestId'>;
  readonly path: PathSession;
  /** In a conversation, text waits in the draft although its message has left the path (`dialogue.md`, *The tree*). */
  readonly mode: TreeMode;
  /** Compare a digest of the draft with main's after every save (`AppInfo.checks`). */
  readonly checks: boolean;
  /** Whether main still checks the grove's file: intents wait for that. */
  isChecking(): boolean;
  /** Main refused an undo or redo twice; the path is shown as main has it. */
  onNotRestored(failure: WireError): void;
  /** A bug of ours; the session goes on. */
  onBug(error: unknown): void;
}
