/** The tool `view` (`agents.md`, *Commands*, *Manuscript text*). */
import type { ViewBranchCommand, ViewNodeCommand } from '../../../core/commands/command.ts';
import { BOUNDARY_MARK, inOneLine, MODEL_MARK, quoteText } from '../../../core/commands/quote-text.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { NOT_SENT } from '../../../core/memory/memory-block.ts';
import { SUMMARY_FROM } from '../../../core/summaries/summary-prompt.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { type TreeNode, textOf, type WholeNode } from '../../../core/tree/tree-node.ts';
import { findWholeNodes } from '../../store/tables/nodes.ts';
import { hasSplits } from '../../store/tree/hidden-splits.ts';
import { type PositionCounts, readPositionCounts } from '../../store/tree/tree-counts.ts';
import { listedVersionsAt } from '../../store/tree/turns/listed-versions.ts';
import { readAnnotations } from '../reading/node-reader.ts';
import { CommandRefusal } from './command-refusal.ts';
import type { CommandView } from './command-view.ts';
import { continuationsOf, metadataLine, summaryOf } from './describe-node.ts';
import { inTree, showResult } from './result-text.ts';

/** The nodes of a branch that are shown if the command has no number: about as many as fit. */
const USUAL_NODES = { prose: 200, nodes: 40 } as const;
/** The most it may ask for. */
const MAX_NODES = { prose: 500, nodes: 50 } as const;

/** Length of a node's summary in that of a branch, in UTF-16 code units. */
const MAX_SUMMARY = 400;

/** The most ids in a line of connections. */
const MAX_NAMED = 12;

export function viewNode(view: CommandView, command: ViewNodeCommand): string {
  const node = view.resolve(command.node);
  const text = textOfNode(view, node, command);
  const notes = command.withAnnotations ? annotationTexts(view, node) : [];
  const body = text === '' ? [] : [text];
  const { counts, lines } = view.isNote(node) ? NO_CONNECTIONS : connectionsOf(view, node);
  return [metadataLine(view, node, counts), ...body, ...notes, ...lines].join('\n');
}

function textOfNode(view: CommandView, node: TreeNode, { lines, full }: ViewNodeCommand): string {
  const text = view.textOf(node);
  if (text === null) return NOT_SENT;
  return showResult(view, quoteText(text), {
    lines,
    full,
    target: node.localId,
    hasFull: true,
    summary: () => summaryOrWanted(view, node),
  });
}

function annotationTexts(view: CommandView, { id }: TreeNode): readonly string[] {
  const { reader, context } = view;
  return readAnnotations(reader, context.treeId, id)
    .filter(({ removed }) => !removed)
    .map(({ nodeId, text }) => {
      const note = view.resolve({ kind: 'id', localId: view.localIdOf(nodeId) });
      if (!view.gate.lets(note)) return `${metadataLine(view, note)}\n${NOT_SENT}`;
      const shown = showResult(view, quoteText(text), {
        lines: null,
        full: false,
        target: note.localId,
        hasFull: true,
      });
      return `${metadataLine(view, note)}\n${shown}`;
    });
}

/** The nodes before and after a node, its other versions and its annotations. */
interface Connections {
  /** Undefined for an annotation, which has none. */
  readonly counts: PositionCounts | undefined;
  /** Ids, in one line for each kind. */
  readonly lines: readonly string[];
}

const NO_CONNECTIONS: Connections = { counts: undefined, lines: [] };

function connectionsOf(view: CommandView, node: TreeNode): Connections {
  const { tree, path, readAhead } = view.views;
  const { positionId } = node;
  const nodesAt = (positions: readonly PositionId[]) =>
    positions.slice(0, MAX_NAMED).map((position) => versionAt(tree, path, position).id);
  const { shown } = continuationsOf(view, positionId);
  const parent = tree.parentOf(positionId);
  readAhead([positionId, ...shown.slice(0, MAX_NAMED)], false);
  const listed = listedVersionsAt(view.reader, tree, positionId);
  const versions = listed.flatMap(({ id }) => (id === node.id ? [] : [id]));
  const notes = readAnnotations(view.reader, view.context.treeId, node.id).filter(({ removed }) => !removed);
  const lines: readonly (readonly [name: string, ids: readonly NodeId[], count?: number])[] = [
    ['after', parent === null ? [] : nodesAt([parent])],
    ['continuations', nodesAt(shown), shown.length],
    ['other versions', versions],
    ['annotations', notes.map(({ nodeId }) => nodeId)],
  ];
  const named = lines
    .filter(([, ids]) => ids.length > 0)
    .map(([name, ids, count = ids.length]) => {
      const some = ids.slice(0, MAX_NAMED).map((id) => `[${view.localIdOf(id)}]`);
      const more = count > MAX_NAMED ? [`… ${count - MAX_NAMED} more`] : [];
      return `${name}: ${[...some, ...more].join(' ')}`;
    });
  const counts = { continuations: shown.length, notes: notes.length, versions: versions.length + 1 };
  return { counts, lines: named };
}

export function viewBranch(view: CommandView, { node: ref, as, last, lines }: ViewBranchCommand): string {
  const most = MAX_NODES[as];
  if (last !== null && last > most)
    throw new CommandRefusal(
      'LIMIT_EXCEEDED',
      `max nodes of a branch at once is ${most.toLocaleString('en-US')}`,
      `use last:${most} or less, and view branch: of an earlier node`,
    );
  const end = view.resolveText(ref);
  const { nodes, before } = branchTo(view, end, last ?? USUAL_NODES[as]);
  view.gate.readAhead(nodes);
  const contents = findWholeNodes(
    view.reader,
    nodes.map(({ id }) => id),
  );
  const textAt = (node: TreeNode) =>
    view.gate.lets(node)
      ? quoteText(textOf(contents.get(node.id)?.content ?? NO_TEXT))
      : as === 'prose'
        ? `[${node.localId}]: ${NOT_SENT}`
        : NOT_SENT;
  const whole =
    as === 'prose'
      ? nodes.map((node, at) => markBefore(node, at) + textAt(node)).join('')
      : withMetadata(view, nodes, textAt).join('\n');
  const target = `branch:[${end.localId}]${as === 'nodes' ? ' as:nodes' : ''}`;
  const isWhole = before === null || last !== null;
  const named = last === null ? target : `${target} last:${last}`;
  const text = showResult(view, whole, {
    lines,
    full: false,
    target: named,
    hasFull: false,
    summary: () => summariesOf(view, nodes, contents),
  });
  return isWhole
    ? text
    : `… earlier nodes left out; → view branch:[${before.localId}]${inTree(view.context)}\n${text}`;
}

/** A line for each node: its summary, or all of a text so short that it has none. Null while one is missing. */
function summariesOf(
  view: CommandView,
  nodes: readonly TreeNode[],
  contents: ReadonlyMap<NodeId, WholeNode>,
): readonly string[] | null {
  const short = nodes.map((node) => {
    const { id, localId } = node;
    if (!view.gate.lets(node)) return `[${localId}] ${NOT_SENT}`;
    const text = textOf(contents.get(id)?.content ?? NO_TEXT);
    const words = text.length < SUMMARY_FROM ? text : summaryOrWanted(view, node);
    return words === null ? null : `[${localId}] ${inOneLine(words, MAX_SUMMARY)}`;
  });
  return short.every((line) => line !== null) ? short : null;
}

/** A summary; null if there is none, which is then made for the next time. */
function summaryOrWanted(view: CommandView, node: TreeNode): string | null {
  const summary = summaryOf(view, node);
  if (summary === null) view.context.wantSummary?.(node.treeId, node.id);
  return summary;
}

/** Each node's text below its metadata line. */
function withMetadata(
  view: CommandView,
  nodes: readonly TreeNode[],
  textAt: (node: TreeNode) => string,
): readonly string[] {
  const positions = nodes.map(({ positionId }) => positionId);
  const counts = hasSplits(view.reader) ? [] : readPositionCounts(view.reader, positions);
  return nodes.map((node, index) => `${metadataLine(view, node, counts[index])}\n${textAt(node)}`);
}

const NO_TEXT = { type: 'text', text: '' } as const;

/** The mark before a node in prose: none before the first, unless a model wrote it. */
function markBefore({ authorType }: TreeNode, at: number): string {
  return `${at === 0 ? '' : BOUNDARY_MARK}${authorType === 'model' ? MODEL_MARK : ''}`;
}

/** The last nodes of the path that ends at a node, without the root, and the node before them. */
function branchTo(
  { views: { tree, path } }: CommandView,
  end: TreeNode,
  most: number,
): { readonly nodes: readonly TreeNode[]; readonly before: TreeNode | null } {
  const { rootPositionId } = tree.tree;
  const nodes: TreeNode[] = [];
  let at: PositionId | null = end.positionId;
  for (; at !== null && at !== rootPositionId && nodes.length < most; at = tree.parentOf(at))
    nodes.push(at === end.positionId ? end : versionAt(tree, path, at));
  const isWhole = at === null || at === rootPositionId;
  return { nodes: nodes.reverse(), before: isWhole || at === null ? null : versionAt(tree, path, at) };
}
