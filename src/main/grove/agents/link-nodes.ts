/** The tool `link`, and `list links` (`agents.md`, *Commands*). */

import type { LinkCommand } from '../../../core/commands/command.ts';
import { notEnabled } from '../../../core/commands/command-error.ts';
import { inOneLine } from '../../../core/commands/quote-text.ts';
import { documentSections, findSection } from '../../../core/documents/document-sections.ts';
import { firstNodeAt, type LinkId, type PositionId, type TreeId } from '../../../core/ids.ts';
import type { Link } from '../../../core/links/link.ts';
import { NOT_SENT } from '../../../core/memory/memory-block.ts';
import { permissionOf } from '../../../core/tree/agent.ts';
import { NO_PATH_CHANGE } from '../../../core/tree/tree-change.ts';
import type { TreeNode } from '../../../core/tree/tree-node.ts';
import { findAgent, getAgent } from '../../store/tables/agents.ts';
import { listLinksAt, type StoredLink } from '../../store/tables/marks/links.ts';
import { getTree } from '../../store/tables/trees.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { readDocumentText } from '../reading/document-text.ts';
import { CommandRefusal } from './command-refusal.ts';
import { type CommandView, mayReadDocuments } from './command-view.ts';
import { DOT } from './describe-node.ts';
import { named, type OpenDocuments } from './documents/open-documents.ts';
import { requireSection } from './documents/read-document.ts';

const MAX_LISTED = 100;
const MAX_NOTE = 120;

/** The target of a link. */
interface LinkTarget extends Pick<Link, 'target' | 'targetTree' | 'section'> {
  readonly position: PositionId;
  /** As commands name it. */
  readonly shown: string;
}

/** @throws {CommandRefusal} */
export function planLink(view: CommandView, documents: OpenDocuments, command: LinkCommand) {
  const source = view.resolve(command.node);
  return { source, target: targetOf(view, documents, command, source) };
}

/** Links two texts: neither of them changes. */
export function link(view: CommandView, documents: OpenDocuments, command: LinkCommand): string {
  const { source, target } = planLink(view, documents, command);
  const linked = `[${source.localId}] ↔ ${target.shown}`;
  const isThere = listLinksAt(view.reader, source.positionId).some(
    (known) => isBetween(known, source.positionId, target) && known.section === target.section,
  );
  if (isThere) return `✓ ${linked} are linked already`;
  const { actor, idsAndClock } = view.context;
  const made: Link = {
    id: idsAndClock.newId() as LinkId,
    source: source.id,
    target: target.target,
    targetTree: target.targetTree,
    section: target.section,
    note: command.note,
    quote: null,
    agent: actor.id,
    createdAt: idsAndClock.now(),
    removedAt: null,
  };
  view.write('link', (after) =>
    after.add({ nodes: [], edges: [], metadata: [], path: NO_PATH_CHANGE, links: [made] }),
  );
  return `✓ linked ${linked}`;
}

/** The links of a node's position, one line each. */
export function listLinks(view: CommandView, node: TreeNode): string {
  const links = listLinksAt(view.reader, node.positionId);
  if (links.length === 0) return `[${node.localId}] has no links`;
  const lines = links.slice(0, MAX_LISTED).map((one) => linkLine(view, one, node.positionId));
  return links.length > lines.length
    ? [...lines, `… ${links.length - lines.length} more`].join('\n')
    : lines.join('\n');
}

function linkLine(view: CommandView, one: StoredLink, from: PositionId): string {
  const isFrom = one.sourcePosition === from;
  const other = isFrom
    ? { tree: one.targetTree, id: one.targetLocalId, isRoot: one.targetTitle !== null }
    : { tree: one.sourceTree, id: one.sourceLocalId, isRoot: false };
  const section = isFrom && one.section !== null ? sectionOf(view, one.targetTree, one.section) : '';
  const author = findAgent(view.reader, one.agent)?.name ?? '';
  // A note is about both texts, and may have their words.
  const isShown = [
    { treeId: one.sourceTree, positionId: one.sourcePosition },
    { treeId: one.targetTree, positionId: one.targetPosition },
  ].every((end) => view.gate.lets(end));
  const note = one.note === null ? [] : [isShown ? `“${inOneLine(one.note, MAX_NOTE)}”` : `(${NOT_SENT})`];
  return [`  ↔ ${shownOf(view, other, section)}`, inOneLine(author, MAX_NOTE), ...note].join(DOT);
}

/** The heading of a section as the address of a link has it, if models are sent it; a person is shown any. */
function sectionOf(view: CommandView, document: TreeId, section: string): string {
  const { reader, context } = view;
  if (!view.gate.isForModel) return `#${section}`;
  const { text } = readDocumentText(reader, document, sqlViews(reader, document, context.writerId));
  return findSection(documentSections(text), section) === null ? '' : `#${section}`;
}

/** Titles of documents are words of documents, withheld from an agent that may not read them. */
function shownOf(
  view: CommandView,
  { tree, id, isRoot }: { readonly tree: TreeId; readonly id: string; readonly isRoot: boolean },
  section: string,
): string {
  if (tree === view.context.treeId) return `[${id}]`;
  const { kind } = getTree(view.reader, tree);
  if (kind === 'document' && !mayReadDocuments(view)) return 'a document';
  const title = view.titleOf(tree);
  if (isRoot && kind === 'document') return `doc:${named(`${title}${section}`)}`;
  return `[${id}] in ${named(title)}`;
}

function isBetween(
  { sourcePosition, targetPosition }: StoredLink,
  source: PositionId,
  { position }: LinkTarget,
): boolean {
  return (
    (sourcePosition === source && targetPosition === position) ||
    (sourcePosition === position && targetPosition === source)
  );
}

function targetOf(
  view: CommandView,
  documents: OpenDocuments,
  { target }: LinkCommand,
  source: TreeNode,
): LinkTarget {
  if (target.kind === 'node') {
    const node = view.resolve(target.node);
    if (node.positionId === source.positionId)
      throw new CommandRefusal('INVALID_SYNTAX', `[${node.localId}] cannot be linked to itself`);
    const { id, positionId, localId } = node;
    return {
      target: id,
      targetTree: view.context.treeId,
      section: null,
      position: positionId,
      shown: `[${localId}]`,
    };
  }
  const { store, actor } = view.context;
  const agent = getAgent(store, actor.id);
  if (agent.type === 'model' && permissionOf(agent, 'doc_read') === 'never')
    throw CommandRefusal.of(notEnabled('doc_read'));
  // The writer is not asked about reading here.
  const tells = mayReadDocuments(view);
  const { document, section } = documents.find(target.document, tells);
  const shown = `doc:${named(document.title)}`;
  const found =
    section === null ? null : requireSection(documents.read(document).text, section, shown, tells).title;
  const { rootPositionId } = getTree(view.reader, document.id);
  return {
    target: firstNodeAt(rootPositionId),
    targetTree: document.id,
    section: found,
    position: rootPositionId,
    shown: found === null ? shown : `doc:${named(`${document.title}#${found}`)}`,
  };
}
