import type { Draft } from '../../../core/buffer/draft.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { sliceSpans } from '../../../core/text/span.ts';
import type { TreeNode } from '../../../core/tree/tree-node.ts';
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

/**
 * The same in a dialogue, where a move leaves the composer and edits in the draft: only nodes that may have come from
 * the draft count, whatever else the path shows now.
 * @param written the writer's nodes on the reloaded path that are newer than the draft's last known write
 */
export function dropSent(
  draft: Draft,
  written: readonly (Pick<TreeNode, 'editedFrom' | 'positionId'> & { readonly text: string })[],
  head: PositionId,
): Draft {
  const edits = draft.edits.filter(
    ({ nodeId, text }) => !written.some((node) => node.editedFrom === nodeId && node.text === text),
  );
  const sent = written.find(({ positionId, editedFrom }) => positionId === head && editedFrom === null);
  const { text, spans } = draft.buffer;
  if (sent === undefined || !text.startsWith(sent.text)) return { ...draft, head, edits };
  const { length } = sent.text;
  return { head, edits, buffer: { text: text.slice(length), spans: sliceSpans(spans, length, text.length) } };
}
