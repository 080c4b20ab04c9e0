import type { PathReply } from '../../../ipc/wire/path.ts';
import type { CommittedPart, ManuscriptFace } from '../../surface.ts';
import type { PreparedIntent } from '../path/intent.ts';
import { nodesOf } from '../path/path-segments.ts';
import type { PathSession } from '../path/path-session.ts';
import type { Commit, OutboxQueue } from './outbox-queue.ts';

interface Intending {
  readonly prepared: PreparedIntent;
}

/**
 * Takes the path that main answered a commit with over into the mirror and the manuscript.
 * @param queue learns which nodes became of what was sealed
 */
export function applyReply<I extends Intending>(
  path: PathSession,
  manuscript: ManuscriptFace | null,
  queue: OutboxQueue<I>,
  item: Commit<I>,
  reply: PathReply,
): void {
  const { seal, sealed } = item;
  const { beforeSend, caretAfter, pruned: findPruned, done } = item.intent?.prepared ?? {};
  const commit = seal === null ? null : { seal, segments: partsOf(queue, item, reply) };
  if (commit !== null) queue.learn(commit);
  queue.follow(reply.committed);
  const shownLength = path.length + (reply.committed.some(({ was }) => was === null) ? 1 : 0);
  path.apply(reply);
  if (manuscript === null) return;
  // Text of a node that had left the path was committed by itself, and undo has put back another path and draft
  // meanwhile: that is what is shown, and what main is told next.
  if (item.intent === null && seal === null && queue.hasRestored) return;
  if (commit !== null) manuscript.committed(commit);
  // What a local move showed already is the one node behind those that were there.
  const tailShown = beforeSend === undefined ? 0 : 1;
  const isShown = reply.keep === shownLength && reply.tail.count === tailShown;
  const caret = caretAfter?.() ?? 'keep';
  const pruned = findPruned?.() ?? [];
  if (!isShown || pruned.length > 0 || (commit?.segments.length ?? 0) < sealed.length) {
    const nodes = isShown ? [] : nodesOf(reply.tail);
    const keep = isShown ? path.length : reply.keep;
    const text = isShown ? '' : reply.tail.text;
    manuscript.replaceTail(keep, nodes, { caret, text, rest: reply.rest, pruned });
  } else if (caret !== 'keep' && !manuscript.isComposing()) manuscript.placeCaretAfter(caret);
  done?.(reply);
}

function partsOf<I>(
  queue: OutboxQueue<I>,
  { sealed }: Commit<I>,
  reply: PathReply,
): readonly CommittedPart[] {
  return sealed.flatMap((part) => {
    const was = queue.nodeOf(part);
    const became = reply.committed.find((committed) => committed.was === was);
    if (became === undefined) return [];
    return [{ segmentId: part.segmentId, nodeId: became.nodeId, positionId: became.positionId }];
  });
}
