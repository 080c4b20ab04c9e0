import type { Draft } from '../../../core/buffer/draft.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { sliceSpans } from '../../../core/text/span.ts';
import type { PathIds } from '../../store/tree/path-loading.ts';

/**
 * Removes from a draft what a commit with an unknown outcome wrote: text that the reloaded path shows is no
 * longer a draft, so nothing is written twice. If in doubt, text stays in the draft.
 * @param before the path that the draft belongs to
 * @param now the reloaded path
 */
export function dropCommitted(
  draft: Draft,
  before: readonly PathIds[],
  now: readonly PathIds[],
  head: PositionId,
  textOf: (nodeId: NodeId) => string,
): Draft {
  const positions = new Map(before.map(({ nodeId, positionId }) => [nodeId, positionId]));
  const versions = new Map(now.map(({ nodeId, positionId }) => [positionId, nodeId]));
  const edits = draft.edits.filter(({ nodeId, text }) => {
    const position = positions.get(nodeId);
    const version = position === undefined ? undefined : versions.get(position);
    return version === undefined || version === nodeId || textOf(version) !== text;
  });
  const isLonger = before.every(({ positionId }, index) => now[index]?.positionId === positionId);
  const next = isLonger ? now[before.length] : undefined;
  const committed = next === undefined ? '' : textOf(next.nodeId);
  const { text, spans } = draft.buffer;
  if (committed === '' || !text.startsWith(committed)) return { ...draft, head, edits };
  const remaining = {
    text: text.slice(committed.length),
    spans: sliceSpans(spans, committed.length, text.length),
  };
  return { head, edits, buffer: remaining };
}
