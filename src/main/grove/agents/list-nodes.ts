/** The tools that answer with a line for each node: `list`, `tree`, `search` (`agents.md`, *Commands*). */
import type { LineRange, ListCommand, SearchCommand, TreeCommand } from '../../../core/commands/command.ts';
import { inOneLine } from '../../../core/commands/quote-text.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { getNode } from '../../../core/tree/new-node.ts';
import { isPruned, versionAt } from '../../../core/tree/shown-version.ts';
import type { TreeNode } from '../../../core/tree/tree-node.ts';
import { searchText } from '../../store/search/search.ts';
import { readPositionLabels } from '../../store/tree/position-labels.ts';
import { listedVersionsAt } from '../../store/tree/turns/listed-versions.ts';
import { readAnnotations } from '../reading/node-reader.ts';
import type { CommandView } from './command-view.ts';
import { continuationsOf, continuationsOfAll, counted, listLine, summaryLine } from './describe-node.ts';
import { listLinks } from './link-nodes.ts';
import { showResult } from './result-text.ts';

const MAX_LINES = 100;
const MAX_HITS = 20;
/** Among so many hits are those that may be shown. */
const MAX_LOOKED_AT = 100;
/** The longest words that a hint searches for again. */
const MAX_SEARCHED = 80;
/** Time that a search may scan for text in scripts that the index does not cover, in milliseconds. */
const SCAN = 200;
/** Characters read of a text for a line. */
const EXCERPT = 240;

export function list(view: CommandView, command: ListCommand): string {
  const { what, node: ref, lines = null } = command;
  const node = view.resolve(ref);
  return showLines(view, listOf(view, command), lines, `list [${node.localId}] ${what}`);
}

/**
 * The lines of a list, or those that are asked for: of more than a result holds, ids have to be asked for by lines.
 * @param command that lists it again; null if none that fits in a line does
 */
function showLines(
  view: CommandView,
  listed: string,
  lines: LineRange | null,
  command: string | null,
): string {
  return showResult(view, listed, { lines, full: false, target: 'the list', command, hasFull: false });
}

function listOf(view: CommandView, { what, node: ref }: ListCommand): string {
  if (what === 'annotations') return listNotes(view, view.resolve(ref));
  if (what === 'links') return listLinks(view, view.resolve(ref));
  if (what === 'versions') return listVersions(view, view.resolve(ref));
  const node = view.resolveText(ref);
  const { shown, pruned } = continuationsOf(view, node.positionId);
  const positions = [...shown, ...pruned];
  const listed = positions.slice(0, MAX_LINES);
  view.views.readAhead(listed, false);
  readAheadAt(view, listed);
  const labels = labelsOf(view, listed);
  const lines = listed.map((position) => positionLine(view, position, labels));
  return joinLines(lines, positions.length, `[${node.localId}] has no continuations`);
}

function listNotes(view: CommandView, node: TreeNode): string {
  const notes = readAnnotations(view.reader, view.context.treeId, node.id);
  const lines = notes
    .slice(0, MAX_LINES)
    .map(({ nodeId, text }) => `  ${listLine(view, getNode(view.views.tree, nodeId), text)}`);
  return joinLines(lines, notes.length, `[${node.localId}] has no annotations`);
}

/** The one that is shown at the position has the star. */
function listVersions(view: CommandView, node: TreeNode): string {
  const { tree, path } = view.views;
  const versions = listedVersionsAt(view.reader, tree, node.positionId);
  const shown = versionAt(tree, path, node.positionId).id;
  const lines = versions.slice(0, MAX_LINES).map((version) => {
    const mark = version.id === shown ? '* ' : '  ';
    const offered = version.offered && version.id !== shown ? ['offered'] : [];
    return `${mark}${listLine(view, version, view.textOf(version) ?? '', ...offered)}`;
  });
  return joinLines(lines, versions.length, '');
}

export function listTree(view: CommandView, command: TreeCommand): string {
  const { from, depth, summaries = false, lines: only = null } = command;
  const { positionId: top, localId } = view.resolveText(from);
  const { below, cut } = levelsBelow(view, top, depth);
  const order: { readonly position: PositionId; readonly level: number }[] = [];
  const visit = (position: PositionId, level: number) => {
    order.push({ position, level });
    for (const child of below.get(position) ?? []) visit(child, level + 1);
  };
  visit(top, 0);
  readAheadAt(
    view,
    order.map(({ position }) => position),
  );
  const labels = labelsOf(
    view,
    order.map(({ position }) => position),
  );
  const lines = order.map(({ position, level }) => {
    const more = cut.get(position) ?? 0;
    const further = more === 0 ? [] : [`${counted(more, 'continuation')} not shown`];
    return positionLine(
      view,
      position,
      labels,
      { level, line: summaries ? summaryLine : listLine },
      ...further,
    );
  });
  const again = `tree from:[${localId}] depth:${depth}${summaries ? ' summary' : ''}`;
  return showLines(view, lines.join('\n'), only, again);
}

interface Levels {
  /** The positions to show below each. */
  readonly below: ReadonlyMap<PositionId, readonly PositionId[]>;
  /** Number of positions not shown below a position, because there are too many or they are too deep. */
  readonly cut: ReadonlyMap<PositionId, number>;
}

/** Goes down level by level, so that what is left out is at the bottom. */
function levelsBelow(view: CommandView, top: PositionId, depth: number): Levels {
  const { tree, readAhead } = view.views;
  const below = new Map<PositionId, readonly PositionId[]>();
  const cut = new Map<PositionId, number>();
  let level: readonly PositionId[] = [top];
  let room = MAX_LINES - 1;
  for (let at = 0; level.length > 0; at += 1) {
    const next: PositionId[] = [];
    readAhead(level, false);
    const entered = level.filter((position) => !isPruned(tree, position));
    for (const [position, { shown, pruned }] of continuationsOfAll(view, entered)) {
      const all = [...shown, ...pruned];
      const kept = at < depth ? all.slice(0, room) : [];
      room -= kept.length;
      below.set(position, kept);
      if (kept.length < all.length) cut.set(position, all.length - kept.length);
      next.push(...kept);
    }
    level = next;
  }
  return { below, cut };
}

/** Looks up at once whether what is at these positions may be shown. */
function readAheadAt({ gate, context: { treeId } }: CommandView, positions: readonly PositionId[]): void {
  gate.readAhead(positions.map((positionId) => ({ treeId, positionId })));
}

function labelsOf(view: CommandView, positions: readonly PositionId[]): ReadonlyMap<PositionId, string> {
  const { treeId, actor } = view.context;
  const labels = readPositionLabels(view.reader, treeId, actor.id, positions, EXCERPT);
  return new Map(labels.map(({ positionId, excerpt }) => [positionId, excerpt]));
}

function positionLine(
  view: CommandView,
  position: PositionId,
  labels: ReadonlyMap<PositionId, string>,
  { level, line }: { readonly level: number; readonly line: typeof listLine } = { level: 0, line: listLine },
  ...more: string[]
): string {
  const { tree, path } = view.views;
  const node = versionAt(tree, path, position);
  const mark = view.isHere(position) ? '* ' : '  ';
  return mark + '  '.repeat(level) + line(view, node, labels.get(position) ?? '', ...more);
}

export function search(view: CommandView, command: SearchCommand): string {
  const { text, lines: only = null } = command;
  const { treeId } = view.context;
  const limit = view.gate.isForModel ? MAX_LOOKED_AT : MAX_HITS;
  const options = { treeId, limit, firstOnly: true, scanMilliseconds: SCAN };
  const found = searchText(view.reader, text, options);
  view.gate.readAhead(found.hits);
  // Texts that may not be shown are not found: not even their presence.
  const sent = found.hits.filter((hit) => view.gate.lets(hit));
  const hits = sent.slice(0, MAX_HITS);
  const complete = found.complete && sent.length === hits.length;
  const nodeAt = (id: NodeId) => getNode(view.views.tree, id);
  const lines = hits.flatMap(({ nodeId, noteOn, snippet }) => {
    if (nodeId === null) return [];
    const on = noteOn === null ? [] : [`annotation on [${nodeAt(noteOn.nodeId).localId}]`];
    return `  ${listLine(view, nodeAt(nodeId), snippet, ...on)}`;
  });
  if (lines.length === 0)
    return complete ? 'no hits in this tree' : 'no hits, but not all texts were searched';
  const all = complete ? lines : [...lines, '… there may be more'];
  const isRepeated = inOneLine(text, MAX_SEARCHED) === text && !/["“”«»]/.test(text);
  return showLines(view, all.join('\n'), only, isRepeated ? `search "${text}"` : null);
}

function joinLines(lines: readonly string[], count: number, none: string): string {
  if (count === 0) return none;
  return count > lines.length ? [...lines, `… ${count - lines.length} more`].join('\n') : lines.join('\n');
}
