import { equalSpans, sliceSpans, spansLength } from '../text/span.ts';
import { isInsidePair } from '../text/surrogate-pair.ts';
import { type NodeContent, textOf, type WholeNode } from './tree-node.ts';

/**
 * Why a node is not the beginning of the node that it claims to divide (`domain.md`, *Forks*); null if it is.
 * @param divided the content of its `editedFrom`; undefined if that is not in the tree
 */
export function findSplitFault(
  { id, splitAt, content, spans }: Pick<WholeNode, 'id' | 'splitAt' | 'content' | 'spans'>,
  divided: NodeContent | undefined,
): string | null {
  if (splitAt === null) return null;
  const text = textOf(content);
  const whole = divided === undefined ? '' : textOf(divided.content);
  const isBeginning =
    splitAt > 0 &&
    splitAt === text.length &&
    splitAt < whole.length &&
    whole.startsWith(text) &&
    !isInsidePair(whole, splitAt) &&
    spansLength(divided?.spans ?? []) === whole.length &&
    equalSpans(spans, sliceSpans(divided?.spans ?? [], 0, splitAt));
  return isBeginning ? null : `node ${id} is not the beginning of the node that it divides at ${splitAt}`;
}
