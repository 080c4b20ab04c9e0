/** What a command asks of main behind everything typed so far; `draft-session.ts` carries it out. */
import type { NodeId } from '../../../core/ids.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { Intent, PathReply } from '../../../ipc/wire/path.ts';
import type { PrunedPosition } from '../../surface.ts';

/** What an intent asks of main, its target fixed and the draft sealed. */
export interface PreparedIntent {
  /** Main commits nothing for it: what is typed stays a draft. */
  readonly keepsDraft?: true;
  /** Shows at once what main is about to be told; a refusal then reads the path again. */
  readonly beforeSend?: () => void;
  send(intent: Intent): Promise<PathReply>;
  /** The node that main made of an edit at another position, as it answered; null where it made none. */
  readonly editMoved?: (reply: PathReply) => { readonly was: NodeId; readonly nodeId: NodeId } | null;
  /** What this pruned, or restored, as main answered: undo does the opposite. */
  readonly pruned?: () => readonly PrunedPosition[];
  /** Where the caret goes in the path as main answered: to the end of the node at that index (-1: the start). */
  readonly caretAfter?: () => number | null;
  /** The path is as main answered, in the mirror and in the manuscript. */
  readonly done?: (reply: PathReply) => void;
}

/** Called as soon as no other commit is under way; null when there is nothing to do any more. */
export type PathIntent = () => PreparedIntent | null;

export type IntentOutcome =
  | { readonly outcome: 'done'; readonly reply: PathReply }
  | { readonly outcome: 'nothing' }
  | { readonly outcome: 'failed'; readonly error: WireError };
