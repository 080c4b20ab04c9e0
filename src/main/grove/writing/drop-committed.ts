import type { Draft } from '../../../core/buffer/draft.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { sliceSpans } from '../../../core/text/span.ts';
import type { PathIds } from '../../store/tree/path-loading.ts';

/**
 * A draft without what a commit took of it whose success was not known: what stands in the path as it is read again is
 * no draft any more, and nothing is written twice. Where there is doubt it stays in the draft.
 * @param before the path that the draft was made on
 * @param now the path as it is
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
  const said = next === undefined ? '' : textOf(next.nodeId);
  const { text, spans } = draft.buffer;
  if (said === '' || !text.startsWith(said)) return { ...draft, head, edits };
  const rest = { text: text.slice(said.length), spans: sliceSpans(spans, said.length, text.length) };
  return { head, edits, buffer: rest };
}
