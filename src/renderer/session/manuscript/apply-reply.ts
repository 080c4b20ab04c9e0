import type { PathReply } from '../../../ipc/wire/path.ts';
import type { CommittedSegment, DraftSurface } from '../../surface.ts';
import type { PreparedIntent } from '../path/intent.ts';
import { nodesOf } from '../path/path-segments.ts';
import type { PathSession } from '../path/path-session.ts';
import type { Commit, OutboxQueue } from './outbox-queue.ts';

interface WithPrepared {
  readonly prepared: PreparedIntent;
}

/**
 * Applies main's reply to a commit to the path mirror and the manuscript.
 * @param queue is told which nodes the sealed segments became
 */
export function applyReply<I extends WithPrepared>(
  path: PathSession,
  manuscript: DraftSurface | null,
  queue: OutboxQueue<I>,
  item: Commit<I>,
  reply: PathReply,
): void {
  const { seal, sealed } = item;
  const {
    beforeSend,
    caretAfter,
    pruned: findPruned,
    isSwitch = false,
    onDone,
    restores,
  } = item.intent?.prepared ?? {};
  const commit = seal === null ? null : { seal, segments: partsOf(queue, item, reply) };
  if (commit !== null) queue.recordCommit(commit);
  queue.remapNodes(reply.committed);
  const shownLength = path.length + (reply.committed.some(({ was }) => was === null) ? 1 : 0);
  path.apply(reply);
  if (manuscript === null) return;
  // This commit was of text whose node had left the path. Undo has restored another path and draft since:
  // those are shown, and are sent to main next.
  if (item.intent === null && seal === null && queue.hasRestored) return;
  if (commit !== null) manuscript.applyCommit(commit);
  // A local move has shown its result already: one node after the earlier ones.
  const shownTail = beforeSend === undefined ? 0 : 1;
  const isShown = reply.keptBefore === shownLength && reply.tail.count === shownTail;
  const caret = caretAfter?.() ?? 'keep';
  const pruned = findPruned?.() ?? [];
  if (restores !== undefined) restores.show();
  else if (!isShown || pruned.length > 0 || (commit?.segments.length ?? 0) < sealed.length) {
    const nodes = isShown ? [] : nodesOf(reply.tail);
    const keptBefore = isShown ? path.length : reply.keptBefore;
    const text = isShown ? '' : reply.tail.text;
    manuscript.replaceTail(keptBefore, nodes, {
      caret,
      text,
      keptAfter: reply.keptAfter,
      pruned,
      isSwitch,
    });
  } else if (caret !== 'keep' && !manuscript.isComposing()) {
    if (typeof caret === 'number') manuscript.moveCaretAfter(caret);
    else manuscript.moveCaretInto(caret.index, caret.offset);
  }
  onDone?.(reply);
}

function partsOf<I>(
  queue: OutboxQueue<I>,
  { sealed }: Commit<I>,
  reply: PathReply,
): readonly CommittedSegment[] {
  return sealed.flatMap((part) => {
    const was = queue.nodeIdOf(part);
    const node = reply.committed.find((committed) => committed.was === was);
    if (node === undefined) return [];
    return [{ segmentId: part.segmentId, nodeId: node.nodeId, positionId: node.positionId }];
  });
}
