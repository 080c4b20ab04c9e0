/** Intents: changes of the path or of positions, which `draft-session.ts` sends after everything typed so far. */
import type { PendingEdit } from '../../../core/buffer/draft.ts';
import type { NodeId } from '../../../core/ids.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { Intent, PathReply } from '../../../ipc/wire/path.ts';
import type { Client } from '../../client.ts';
import type { CaretTarget, PrunedPosition, TextSurface } from '../../surface.ts';
import type { PathSession } from './path-session.ts';

/** An intent with its target fixed, ready to send. */
export interface PreparedIntent {
  /** Main commits nothing for it; typed text stays a draft. */
  readonly keepsDraft?: true;
  /** Main has made the change already; after a refusal, the path is read again. */
  readonly isMadeByMain?: true;
  /** It switches to another alternative or version: undo reverts a run of switches at once. */
  readonly isSwitch?: true;
  /** The part of a conversation that it commits: the open edit of a node or (null) the composer; none by default. */
  readonly part?: NodeId | null;
  /** Shows the result before main has answered; after a refusal, the path is read again. */
  readonly beforeSend?: () => void;
  send(intent: Intent): Promise<PathReply>;
  /** The node main made of an edit, if it is at another position; null if not. */
  readonly editMoved?: (reply: PathReply) => { readonly was: NodeId; readonly nodeId: NodeId } | null;
  /** The positions that main pruned or restored; undo does the opposite. */
  readonly pruned?: () => readonly PrunedPosition[];
  /** Main left this draft instead of what it committed; `show` shows the new path with it. */
  readonly restores?: { readonly edits: readonly PendingEdit[]; show(): void };
  /** The caret in main's new path; null leaves it. */
  readonly caretAfter?: () => CaretTarget | null;
  /** The mirror and the manuscript show main's reply. */
  readonly onDone?: (reply: PathReply) => void;
}

/**
 * Prepares the intent; called once no other commit is in progress, and again if it then has to wait. Null if
 * there is nothing to do.
 */
export type PathIntent = () => PreparedIntent | null;

export type IntentOutcome =
  | { readonly outcome: 'done'; readonly reply: PathReply }
  | { readonly outcome: 'nothing' }
  | { readonly outcome: 'failed'; readonly error: WireError };

/** An intent that has not been sent. */
export interface WaitingIntent {
  readonly prepare: PathIntent;
  /** It was refused once, and the path was read again for it. */
  readonly isRetry: boolean;
  readonly resolve: (outcome: IntentOutcome) => void;
}

export type QueuedIntent = WaitingIntent & { readonly prepared: PreparedIntent };

/** Commits the whole draft, even if it is only white space. If the answer is lost, main is asked for it. */
export async function sendCommit(client: IntentContext['client'], intent: Intent): Promise<PathReply> {
  const requestId = client.newRequestId();
  try {
    return await client.call('draft.commit', { ...intent, requestId });
  } catch (error) {
    const asked = client.call('draft.committed', { treeId: intent.treeId, requestId });
    const reply = await asked.then((answer) => answer.reply).catch(() => null);
    if (reply === null) throw error;
    return reply;
  }
}

/** The data that an intent reads when it is prepared. */
export interface IntentContext<Surface = TextSurface> {
  readonly client: Pick<Client, 'call' | 'newRequestId'>;
  readonly path: PathSession;
  readonly surface: Surface;
}
