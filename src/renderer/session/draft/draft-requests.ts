/** The outbox's requests to main, as promises of main's reply. @throws {AspenError} as main answers */

import { type DraftOp, draftDigest } from '../../../core/buffer/pending-edit.ts';
import type { UndoSteps } from '../../../core/buffer/undo-steps.ts';
import type { Intent, PathReply } from '../../../ipc/wire/path.ts';
import type { Client } from '../../client.ts';
import type { DraftSurface, PathAndDraft, PrunedPosition } from '../../surface.ts';
import type { PreparedIntent } from '../path/intent.ts';
import type { PathSession } from '../path/path-session.ts';

type DraftClient = Pick<Client, 'call' | 'newRequestId'>;

/** A digest of the manuscript's draft, for `saveDraft` to compare with main's; null if there is none to compare. */
export function digestOf(manuscript: DraftSurface | null): string | null {
  // While an input method is composing, the manuscript may still show the previous path.
  return manuscript === null || manuscript.isComposing() ? null : draftDigest(manuscript.draft());
}

/** @throws {Error} if main's draft has another digest afterwards */
export async function saveDraft(
  client: DraftClient,
  path: PathSession,
  ops: readonly DraftOp[],
  digest: string | null,
  undo: UndoSteps | null,
): Promise<void> {
  const { treeId, pathVersion } = path;
  const kept = undo === null ? {} : { undo };
  const reply = await client.call('draft.save', { treeId, pathVersion, ops, digest, ...kept });
  if (digest !== null && reply.digest !== digest) {
    throw new Error(`the draft differs from main's: ${digest} here, ${reply.digest} there`);
  }
}

/** Sends a restored path and draft whole: main adopts both, and commits nothing. */
export function restorePath(
  client: DraftClient,
  path: PathSession,
  { nodes, draft: { head, buffer, edits } }: PathAndDraft,
  pruned: readonly PrunedPosition[],
  isRedo: boolean,
): Promise<PathReply> {
  return client.call('path.restore', {
    treeId: path.treeId,
    pathVersion: path.pathVersion,
    head,
    versions: nodes.flatMap(({ nodeId }) => (path.hasNode(nodeId) ? [] : [nodeId])),
    pruned,
    draft: { buffer, edits },
    ...(isRedo ? { isRedo } : {}),
  });
}

/** Commits main's draft after these ops, and carries out the intent that asked for it, if one did. */
export function sendCommit(
  client: DraftClient,
  path: PathSession,
  ops: readonly DraftOp[],
  intent: PreparedIntent | undefined,
): Promise<PathReply> {
  const base: Intent = { treeId: path.treeId, pathVersion: path.pathVersion, ops };
  return intent === undefined
    ? client.call('draft.commit', { ...base, requestId: client.newRequestId() })
    : intent.send(base);
}
