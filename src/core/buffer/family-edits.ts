import { findCommonRuns } from '../text/diff.ts';
import { type SpannedText, sliceSpans } from '../text/span.ts';
import { applyChange, applySplice, type Change, normaliseChange, type Splice } from '../text/splice.ts';
import { snapToPairStart } from '../text/surrogate-pair.ts';
import { familyOf, selectionsInFamily } from '../tree/family.ts';
import { commonPrefixLength, versionAt } from '../tree/shown-version.ts';
import { layerPath } from '../tree/tree-layer.ts';
import { type NodeContent, type TreeNode, textOf } from '../tree/tree-node.ts';
import type { PathView, TreeView } from '../tree/tree-view.ts';

/** A further edit that the edit of one node implies for another. */
export interface FamilyEdit {
  /** The version that is shown. */
  readonly node: TreeNode;
  /** Changes of the edited text that end here or before are made in it too. In UTF-16 code units. */
  readonly until: number;
  readonly edited: NodeContent;
}

/**
 * The text before a fork is one text (`domain.md`, *Forks*): what an edit of a node makes of the other members of
 * its family. Each of its changes that ends before the last character that the node shares with a member is made
 * there too; their other text keeps its authors. Empty for a node without a family.
 * @param edited the text of the node after the edit
 * @param changes the composed changes of the edit; if absent, or if they do not lead to this text, a comparison of
 *   the texts decides
 */
export function editsInFamily(
  tree: TreeView,
  path: PathView,
  node: TreeNode,
  edited: SpannedText,
  changes?: Change,
): readonly FamilyEdit[] {
  const family = familyOf(tree, node.positionId);
  if (family === null) return [];
  const beside = besideVersion(tree, path, node);
  const before = textOf(tree.getContent(node.id).content);
  const all = isChangeOf(changes, before, edited.text)
    ? normaliseChange(changes)
    : changesBetween(before, edited.text);
  return [family.base, ...family.splits].flatMap((member): readonly FamilyEdit[] => {
    if (member === node.positionId) return [];
    const shown = versionAt(tree, beside, member);
    const { content, spans } = tree.getContent(shown.id);
    const text = textOf(content);
    const shared = commonPrefixLength(before, text);
    if (shared === 0) return [];
    const lastShared = snapToPairStart(before, shared - 1);
    const own = all.filter(({ to }) => to <= lastShared);
    if (own.length === 0) return [];
    const made = applyFirst(own, edited, { text, spans });
    return [
      {
        node: shown,
        until: lastShared,
        edited: { content: { type: 'text', text: made.text }, spans: made.spans },
      },
    ];
  });
}

/** The path as it is while a version is shown: an edit may be of one that the path does not show any more. */
function besideVersion(tree: TreeView, path: PathView, version: TreeNode): PathView {
  if (versionAt(tree, path, version.positionId).id === version.id) return path;
  const shown = layerPath(path);
  const selected = [
    { position: version.positionId, version: version.id },
    ...selectionsInFamily(tree, path, version),
  ];
  shown.add({ selected, lastChild: [] });
  return shown;
}

/** Makes the first changes of an edit in another text that begins alike. */
function applyFirst(changes: Change, edited: SpannedText, other: SpannedText): SpannedText {
  let made = other;
  let shift = 0;
  for (const { from, to, insert } of changes) {
    const at = from + shift;
    const spans = sliceSpans(edited.spans, at, at + insert.length);
    made = applySplice(made, { from: at, to: to + shift, insert, spans });
    shift += insert.length - (to - from);
  }
  return made;
}

function isChangeOf(changes: Change | undefined, before: string, after: string): changes is Change {
  if (changes === undefined || changes.some(({ to }) => to > before.length)) return false;
  return applyChange(before, changes) === after;
}

/** The change that turns `before` into `after`, by comparison. */
function changesBetween(before: string, after: string): Change {
  const splices: Splice[] = [];
  let oldAt = 0;
  let newAt = 0;
  const replace = (to: number, newTo: number) => {
    if (to > oldAt || newTo > newAt) splices.push({ from: oldAt, to, insert: after.slice(newAt, newTo) });
  };
  for (const { oldFrom, newFrom, length } of findCommonRuns(before, after)) {
    replace(oldFrom, newFrom);
    oldAt = oldFrom + length;
    newAt = newFrom + length;
  }
  replace(before.length, after.length);
  return splices;
}
