import type { CommittedPart } from '../buffer/plan-commit.ts';
import type { AnchorId } from '../ids.ts';
import { headingTitle, sectionsOf } from '../sections/sections.ts';
import { getNode } from '../tree/new-node.ts';
import type { TreeChange } from '../tree/tree-change.ts';
import { textOf } from '../tree/tree-node.ts';
import type { TreeView } from '../tree/tree-view.ts';
import { type Phrase, setTarget } from './anchor.ts';
import type { Anchor } from './logged-anchor.ts';

interface Heading extends Phrase {
  readonly title: string;
}

/**
 * Sets the targets of headings again to which a commit gave other words, in their text or in another that it edited. If as many
 * headings are gone from the edited texts as are new in them, they are the same ones, in order (`scenes.md`, *Targets*).
 * @param tree after the commit
 * @param targets all those on the edited positions
 */
export function followHeadings(
  tree: TreeView,
  parts: readonly CommittedPart[],
  targets: readonly Anchor[],
  newId: () => AnchorId,
): readonly TreeChange[] {
  const edited = parts.flatMap(({ was, nodeId }) =>
    was === null || was === nodeId ? [] : [{ was, nodeId }],
  );
  const before = edited.flatMap(({ was }) => headingsOf(tree, was));
  const after = edited.flatMap(({ nodeId }) => headingsOf(tree, nodeId));
  const gone = missingIn(before, after);
  const added = missingIn(after, before);
  if (gone.length !== added.length) return [];
  return gone.flatMap(({ nodeId, title }, index) => {
    const { positionId } = getNode(tree, nodeId);
    const target = targets.find(
      ({ position, quote }) => position === positionId && headingTitle(quote) === title,
    );
    const heading = added[index];
    if (target === undefined || heading === undefined) return [];
    return [setTarget(tree, newId(), heading, target.words ?? 0, target)];
  });
}

function headingsOf(tree: TreeView, nodeId: Phrase['nodeId']): readonly Heading[] {
  return sectionsOf(textOf(tree.getContent(nodeId).content)).flatMap(({ kind, from, lineLength, title }) =>
    kind === 'heading' ? [{ nodeId, start: from, length: lineLength, title }] : [],
  );
}

function missingIn(headings: readonly Heading[], others: readonly Heading[]): readonly Heading[] {
  const titles = new Set(others.map(({ title }) => title));
  return headings.filter(({ title }) => !titles.has(title));
}
