/** Checks of a reply from main against what the manuscript shows by the time the reply arrives. */
import type { NodeId } from '../../../core/ids.ts';
import type { PathReply } from '../../../ipc/wire/path.ts';
import type { DraftSurface } from '../../surface.ts';
import type { PathSession } from '../path/path-session.ts';
import type { Commit, OutboxQueue } from './outbox-queue.ts';

/** Whether a sealed node was typed into again before its commit was answered. */
export function isTypedSince<I>(
  manuscript: DraftSurface | null,
  queue: OutboxQueue<I>,
  nodeId: NodeId,
): boolean {
  // A restored path and draft are complete, so typing before them does not count.
  if (manuscript?.isComposing() !== false || queue.hasRestored) return false;
  return queue.hasTypingOf(nodeId);
}

/**
 * Whether a commit of text that had left the path made nodes of what the manuscript still shows as a draft.
 */
export function committedShownDraft<I>(
  manuscript: DraftSurface | null,
  queue: OutboxQueue<I>,
  path: PathSession,
  { intent, seal }: Commit<I>,
  { committed }: PathReply,
): boolean {
  if (intent !== null || seal !== null || queue.hasRestored) return false;
  if (manuscript?.isComposing() !== false) return false;
  return committed.some(({ was }) => was === null || path.hasNode(was));
}

/** Whether a commit of what the manuscript sealed made nodes of more than that. Ask before the reply is applied. */
export function committedUnsealed<I>(
  queue: OutboxQueue<I>,
  { seal, sealed }: Commit<I>,
  { committed }: PathReply,
): boolean {
  if (seal === null || queue.hasRestored) return false;
  const known = new Set(sealed.map((part) => queue.nodeIdOf(part)));
  return committed.some(({ was }) => was !== null && !known.has(was));
}

/** Whether the manuscript shows another path than the mirror, with nothing queued that would explain it. */
export function differsFromPath<I>(
  manuscript: DraftSurface | null,
  queue: OutboxQueue<I>,
  path: PathSession,
): boolean {
  if (manuscript === null || manuscript.isComposing()) return false;
  if (queue.hasPathChange) return false;
  const { pathLength, headPositionId } = manuscript.summary();
  return pathLength !== path.length || headPositionId !== path.headId;
}
