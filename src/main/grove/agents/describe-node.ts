/** Nodes in results: the metadata line (`agents.md`, *What it is sent*) and the lines of lists. */

import { inOneLine } from '../../../core/commands/quote-text.ts';
import type { PositionId } from '../../../core/ids.ts';
import { NOT_SENT } from '../../../core/memory/memory-block.ts';
import { SUMMARY_FROM } from '../../../core/summaries/summary-prompt.ts';
import { shownTagId } from '../../../core/tags/tag.ts';
import { shownChildren } from '../../../core/tree/forks.ts';
import type { TreeNode } from '../../../core/tree/tree-node.ts';
import { findAgent } from '../../store/tables/agents.ts';
import { findSummary } from '../../store/tables/marks/summaries.ts';
import { getTag, hasTags } from '../../store/tables/tags.ts';
import { findForked } from '../../store/tree/hidden-splits.ts';
import { listChildPositions } from '../../store/tree/lineage.ts';
import type { PositionCounts } from '../../store/tree/tree-counts.ts';
import { listedVersionsAt } from '../../store/tree/turns/listed-versions.ts';
import { readAnnotations } from '../reading/node-reader.ts';
import { findSentSummary } from '../reading/sent-summary.ts';
import { assignmentsShownAt } from '../writing/tag-commands.ts';
import type { CommandContext } from './command-context.ts';
import type { CommandView } from './command-view.ts';

/** Inputs of a node's description: a tree as its actor sees it, and the reader of the description. */
export interface DescribedTree extends Pick<CommandView, 'reader' | 'views' | 'notedBy'> {
  readonly gate: Pick<CommandView['gate'], 'lets'>;
  readonly context: Pick<CommandContext, 'treeId'> & { readonly actor: Pick<CommandContext['actor'], 'id'> };
}

const MAX_LABEL = 60;
const MAX_WORDS = 80;
/** A summary in a list, in UTF-16 code units: about its thirty words. */
const MAX_SUMMARY = 180;

/** Between the parts of a line. */
export const DOT = ' · ';

/** The continuations of a position: the shown children as in lists, and then the pruned ones. */
export interface Continuations {
  readonly shown: readonly PositionId[];
  readonly pruned: readonly PositionId[];
}

/** The continuations of each of these positions, read for all of them at once. */
export function continuationsOfAll(
  { reader, context, views: { tree, path, readAround } }: DescribedTree,
  positions: readonly PositionId[],
): ReadonlyMap<PositionId, Continuations> {
  const children = listChildPositions(reader, context.treeId, positions);
  const forked = findForked(reader, positions);
  if (forked.size > 0) readAround([...forked]);
  return new Map(
    positions.map((position) => {
      const those = (isPruned: boolean) =>
        (children.get(position) ?? []).flatMap((child) =>
          child.pruned === isPruned ? [child.position] : [],
        );
      const shown = forked.has(position) ? shownChildren(tree, path, position) : those(false);
      return [position, { shown, pruned: those(true) }];
    }),
  );
}

/** The continuations of one position. */
export function continuationsOf(tree: DescribedTree, position: PositionId): Continuations {
  return continuationsOfAll(tree, [position]).get(position) ?? NONE_FOLLOWS;
}

const NONE_FOLLOWS: Continuations = { shown: [], pruned: [] };

/**
 * `[a7x2bc] human · 14:02 · 2 continuations · 1 annotation · bookmarked`
 * @param counts read before, for many nodes at once
 */
export function metadataLine(view: DescribedTree, node: TreeNode, counts?: PositionCounts): string {
  const on = view.notedBy(node);
  if (on !== null)
    return [nameOf(view, node), `annotation on [${on.localId}]`, ...marksOf(view, node)].join(DOT);
  const { continuations, notes, versions } = counts ?? countsOf(view, node);
  const parts = [
    counted(continuations, 'continuation'),
    counted(notes, 'annotation'),
    ...(versions > 1 ? [counted(versions, 'version')] : []),
  ];
  return [
    nameOf(view, node),
    ...splitOf(view, node),
    ...parts.filter((text) => text !== ''),
    ...marksOf(view, node),
  ].join(DOT);
}

function countsOf(view: DescribedTree, { id, positionId }: TreeNode): PositionCounts {
  const { reader, context, views } = view;
  return {
    continuations: continuationsOf(view, positionId).shown.length,
    notes: readAnnotations(reader, context.treeId, id).filter(({ removed }) => !removed).length,
    versions: listedVersionsAt(reader, views.tree, positionId).length,
  };
}

/** A node in one line of a list: who wrote it, when, and its first words, if they may be shown. */
export function listLine(view: CommandView, node: TreeNode, words: string, ...more: string[]): string {
  return nodeLine(view, node, quoted(words), ...more);
}

/** The same with its summary; without one, with more of its words. @param words its first ones */
export function summaryLine(view: CommandView, node: TreeNode, words: string, ...more: string[]): string {
  const { context } = view;
  const summary = summaryOf(view, node);
  if (summary !== null) return nodeLine(view, node, `summary: ${inOneLine(summary, MAX_SUMMARY)}`, ...more);
  if (words.length >= SUMMARY_FROM) context.wantSummary?.(context.treeId, node.id);
  return nodeLine(view, node, quoted(words, MAX_SUMMARY), ...more);
}

/** A node's summary, if that may be shown; else null. */
export function summaryOf({ reader, context, gate }: CommandView, node: TreeNode): string | null {
  if (!gate.lets(node)) return null;
  if (!gate.isForModel) return findSummary(reader, node.treeId, node.id)?.text ?? null;
  const { writerId } = context;
  return findSentSummary(reader, {
    treeId: node.treeId,
    node: node.id,
    writerId,
    isBelowExcluded: () => gate.isBelowExcluded(node),
  });
}

/** @param said the node's text, in short */
function nodeLine(view: CommandView, node: TreeNode, said: string, ...more: string[]): string {
  const shown = view.gate.lets(node) ? said : `(${NOT_SENT})`;
  return [nameOf(view, node), ...splitOf(view, node), shown, ...more, ...marksOf(view, node)].join(DOT);
}

/** `[a7x2bc] human · 14:02` */
function nameOf(view: DescribedTree, { localId, authorId, authorType, createdAt }: TreeNode): string {
  return `[${localId}] ${authorOf(view, authorId, authorType)}${DOT}${clockTime(createdAt)}`;
}

/** The node that a split divides, and where in UTF-16 code units (`domain.md`, *Forks*): `split of [a7x2bc] at 214`. */
function splitOf({ views: { tree } }: DescribedTree, node: TreeNode): readonly string[] {
  if (node.splitAt === null && node.editedFrom === null) return [];
  const [{ splitAt, editedFrom } = node] = node.splitAt === null ? tree.versionsAt(node.positionId) : [node];
  const divided = splitAt === null || editedFrom === null ? undefined : tree.findNode(editedFrom);
  return divided === undefined ? [] : [`split of [${divided.localId}] at ${splitAt}`];
}

function authorOf(view: DescribedTree, id: TreeNode['authorId'], type: TreeNode['authorType']): string {
  const { actor } = view.context;
  if (type === 'human') return 'human';
  if (actor.id === id) return 'you';
  return inOneLine(findAgent(view.reader, id)?.name ?? 'model', MAX_LABEL);
}

/** The time of day on this computer. */
function clockTime(time: number): string {
  const date = new Date(time);
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** The label of a bookmark is about the text, and may be its words. */
function marksOf(view: DescribedTree, node: TreeNode): readonly string[] {
  const { gate } = view;
  const { bookmarked, bookmarkLabel, excluded, pruned } = node;
  const isLabelled = bookmarkLabel !== null && gate.lets(node);
  const label = isLabelled ? ` “${inOneLine(bookmarkLabel, MAX_LABEL)}”` : '';
  return [
    ...(bookmarked ? [`bookmarked${label}`] : []),
    ...tagsOf(view, node),
    ...(excluded ? ['excluded'] : []),
    ...(pruned ? ['pruned'] : []),
  ];
}

/** The node's tags by name, as one part; names are withheld with its words. */
function tagsOf({ reader, views, gate }: DescribedTree, node: TreeNode): readonly string[] {
  if (!hasTags(reader) || !gate.lets(node)) return [];
  const shown = new Set(
    assignmentsShownAt(reader, views.tree, node.positionId)
      .map(({ tag }) => getTag(reader, shownTagId(getTag(reader, tag))))
      .filter(({ archivedAt }) => archivedAt === null)
      .map(({ name }) => `“${inOneLine(name, MAX_LABEL)}”`),
  );
  return shown.size === 0 ? [] : [`tagged ${[...shown].sort().join(', ')}`];
}

function quoted(words: string, most = MAX_WORDS): string {
  const line = inOneLine(words, most);
  return line === '' ? '(no text)' : `“${line}”`;
}

/** `2 continuations`; empty for none. */
export function counted(count: number, noun: string): string {
  if (count === 0) return '';
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
