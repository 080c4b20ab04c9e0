/** Reading another tree of the grove, by `in tree:"…"` (`agents.md`, *Permissions*). Nothing is written there. */
import { didYouMean } from '../../../core/commands/did-you-mean.ts';
import { inOneLine } from '../../../core/commands/quote-text.ts';
import { findDocument } from '../../../core/documents/find-document.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { listNamedTrees, type NamedTree } from '../../store/tables/trees.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { CommandRefusal } from './command-refusal.ts';
import { type CommandView, mayReadDocuments } from './command-view.ts';

const MAX_TITLE = 60;

/** @throws {CommandRefusal} NOT_FOUND; INVALID_SYNTAX if several have the title, and for a document, which is read otherwise */
export function findOtherTree(view: CommandView, address: string): NamedTree {
  const all = listNamedTrees(view.reader).map((tree) => ({ ...tree, title: view.titleOf(tree.id) }));
  const stories = all.filter(({ kind }) => kind !== 'document');
  // Titles of documents are words of documents.
  const trees = mayReadDocuments(view) ? all : stories;
  const found = findDocument(trees, address);
  if (found.kind === 'several') {
    const ids = found.documents.map(({ rootLocalId }) => `tree:[${rootLocalId}]`);
    throw new CommandRefusal(
      'INVALID_SYNTAX',
      `${found.documents.length} trees are called ${quoted(address)}`,
      `name one by its id: ${ids.join(' or ')}`,
    );
  }
  if (found.kind === 'none' || found.section !== null) {
    const meant = didYouMean(
      address,
      stories.map(({ title }) => title),
    );
    throw new CommandRefusal(
      'NOT_FOUND',
      `there is no tree ${quoted(address)}`,
      meant === null ? null : `did you mean tree:${quoted(meant)}`,
    );
  }
  const { document: tree } = found;
  if (tree.kind === 'document')
    throw new CommandRefusal(
      'INVALID_SYNTAX',
      `${quoted(tree.title)} is a document`,
      `→ read doc:${quoted(tree.title)}`,
    );
  return tree;
}

/** Another tree as the writer sees it, from the end of the writer's path. @throws {CommandRefusal} as `findOtherTree` */
export function viewOtherTree(view: CommandView, address: string): CommandView {
  const { id, rootLocalId } = findOtherTree(view, address);
  if (id === view.context.treeId) return view;
  const { store, writerId } = view.context;
  const { tree, path } = sqlViews(store, id, writerId);
  const askedBy = view.context.actor.id;
  const context = {
    ...view.context,
    treeId: id,
    otherTree: rootLocalId,
    actor: { id: writerId, type: 'human' as const },
    askedBy,
  };
  return view.elsewhere(context, { nodeId: versionAt(tree, path, path.head).id });
}

function quoted(title: string): string {
  return `"${inOneLine(title, MAX_TITLE)}"`;
}
