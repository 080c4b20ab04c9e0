import type { TreeId } from '../../../core/ids.ts';
import { positionsTo } from '../../../core/tree/path.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { type TreeNode, textOf } from '../../../core/tree/tree-node.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findWholeNodes } from '../../store/tables/nodes.ts';
import { findUnsentOnPath } from '../../store/tree/find-unsent.ts';

/** A node of a document, and where its text is in that of the document. */
export interface DocumentNode {
  readonly node: TreeNode;
  readonly text: string;
  /** In UTF-16 code units. */
  readonly from: number;
}

/** The text of a document as models may be sent it. */
export interface DocumentText {
  readonly text: string;
  /** In order; without those that no model is sent. */
  readonly nodes: readonly DocumentNode[];
}

/** Reads what a path through a document shows, as far as it is committed. @throws {AspenError} CORRUPT */
export function readDocumentText(
  reader: Reader,
  treeId: TreeId,
  { tree, path }: { readonly tree: TreeView; readonly path: PathView },
): DocumentText {
  const all = positionsTo(tree, path.head).map((position) => versionAt(tree, path, position));
  const unsent = findUnsentOnPath(reader, treeId, all);
  const shown = all.filter(({ positionId }) => !unsent.has(positionId));
  const contents = findWholeNodes(
    reader,
    shown.map(({ id }) => id),
  );
  let from = 0;
  const nodes = shown.map((node) => {
    const text = textOf(contents.get(node.id)?.content ?? NO_TEXT);
    const part = { node, text, from };
    from += text.length;
    return part;
  });
  return { text: nodes.map(({ text }) => text).join(''), nodes };
}

const NO_TEXT = { type: 'text', text: '' } as const;
