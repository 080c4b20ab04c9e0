import type { AnchorId } from '../ids.ts';
import { annotate } from '../tree/annotate.ts';
import type { IdsAndClock } from '../tree/ids-and-clock.ts';
import type { Author, ResponseDetails } from '../tree/new-node.ts';
import type { TreeChange } from '../tree/tree-change.ts';
import type { NodeContent } from '../tree/tree-node.ts';
import type { TreeView } from '../tree/tree-view.ts';
import { type Phrase, placePhrase } from './anchor.ts';
import type { Anchor } from './logged-anchor.ts';

/**
 * Adds a note to a phrase of a node. As any note it belongs to the position; the anchor has the words that it is on.
 * @param response that an agent's note came in
 * @throws {AspenError} as `annotate` and `placePhrase`
 */
export function annotatePhrase(
  tree: TreeView,
  phrase: Phrase,
  content: NodeContent,
  author: Author,
  idsAndClock: IdsAndClock,
  response?: ResponseDetails,
): TreeChange {
  const { position, ...place } = placePhrase(tree, phrase);
  const change = annotate(tree, place.node, content, author, idsAndClock, response);
  const note = change.nodes[0]?.positionId ?? null;
  const id = idsAndClock.newId() as AnchorId;
  const anchor: Anchor = { id, kind: 'note', position, ...place, note, label: null };
  return { ...change, anchors: [{ set: anchor }] };
}
