/**
 * Trees as text, so that a case is a few lines. One line per node, indented under the node it continues:
 *
 *     0 h"Once upon a time, "
 *       1 m"there was a castle"
 *       1' m"there was a " h"tower" version of 1 by h
 *         2 m" on a hill." after 1
 *           3a m" It was old." pruned
 *           3b m" Nobody went there." bookmarked "end"
 *         * note h"Where?" on 1
 *     path 0 1' 2 3b
 *
 * Each line has a label, the pieces of the text with their authors (h for a human, m for a model; `?` marks an inferred
 * piece), and whatever differs from the default: `version of`, `edited from` (at its own position), `split of` (the same,
 * as `split` makes it), `offered`, `after` (the origin, if it is not the newest version above), `by` (the node's author, if
 * others wrote some of the text), metadata. An annotation starts with an asterisk. The root R is omitted. `path` lists the versions from the first position to the head.
 */
import { expect } from 'vitest';
import {
  type AgentId,
  firstNodeAt,
  type NodeId,
  type PositionId,
  positionOpenedBy,
  type ResponseId,
  type Sha256,
  type TreeId,
} from '../../src/core/ids.ts';
import { nodesToVerify, verifyNodes } from '../../src/core/provenance/verify.ts';
import { concatSpans, makeSpan, type Spans, spansLength } from '../../src/core/text/span.ts';
import { annotate } from '../../src/core/tree/annotate.ts';
import { checkTree, findSplitFault } from '../../src/core/tree/check-tree.ts';
import type { LoomTree, TreeMode } from '../../src/core/tree/loom-tree.ts';
import { createMemoryPath, createMemoryTree } from '../../src/core/tree/memory-tree.ts';
import { type Author, type IdsAndClock, makeNode } from '../../src/core/tree/new-node.ts';
import { createRoot } from '../../src/core/tree/operations.ts';
import { moveHead, resolvePath } from '../../src/core/tree/path.ts';
import { NO_PATH_CHANGE, type PathChange, type TreeChange } from '../../src/core/tree/tree-change.ts';
import { type PathLayer, primarySourceOf, type TreeLayer } from '../../src/core/tree/tree-layer.ts';
import { type NodeContent, type TreeNode, textOf } from '../../src/core/tree/tree-node.ts';
import { countingIdsAndClock } from './ids-and-clock.ts';

const AUTHORS: Readonly<Record<string, Author>> = {
  h: { id: '01KDXM0000HHHHHHHHHHHHHHHH' as AgentId, type: 'human' },
  m: { id: '01KDXM0000MMMMMMMMMMMMMMMM' as AgentId, type: 'model' },
};

/** The human `h` or the model `m`. */
export function author(letter: string): Author {
  const found = AUTHORS[letter];
  if (found === undefined) throw new Error(`no author ${letter}`);
  return found;
}

/** Content with its authors: `m"there was a " h"tower"`. */
export function said(notation: string): NodeContent {
  const pieces = [...notation.matchAll(/([hm])(\?)?("(?:[^"\\]|\\.)*")/g)].map(
    ([, letter, inferred, json]) => {
      const text = JSON.parse(json ?? '""') as string;
      return { text, span: makeSpan(author(letter ?? '').id, text.length, inferred !== undefined) };
    },
  );
  const text = pieces.map((piece) => piece.text).join('');
  return { content: { type: 'text', text }, spans: concatSpans(pieces.map(({ span }) => span)) };
}

/** The same, as part of a draft. */
export function typed(notation: string): { readonly text: string; readonly spans: Spans } {
  const { content, spans } = said(notation);
  return { text: textOf(content), spans };
}

/** A tree and a path in memory, with labelled nodes. */
export interface TreeWorld {
  readonly tree: TreeLayer;
  readonly path: PathLayer;
  readonly idsAndClock: IdsAndClock;
  readonly root: PositionId;
  /** The body hashes of the responses that nodes refer to. */
  readonly responses: Map<ResponseId, Sha256>;
  id(label: string): NodeId;
  /** The position of the node with this label. */
  at(label: string): PositionId;
  labelOf(id: NodeId | PositionId): string;
  /** Adds a planned change, labels the new nodes and checks every invariant. */
  apply(change: TreeChange, ...labels: readonly string[]): void;
  /** The same without the check, which costs more than the change itself. */
  add(change: TreeChange, ...labels: readonly string[]): void;
  /** Fails unless every invariant holds. */
  check(): void;
  move(change: PathChange): void;
  /** The text on the path. */
  text(): string;
  /** The tree in the notation, without the path. */
  print(): string;
  /** The labels on the path without the root, separated by spaces. */
  printPath(): string;
}

export function emptyTree(
  mode: TreeMode = 'buffer',
  idsAndClock: IdsAndClock = countingIdsAndClock(),
): TreeWorld {
  const created = idsAndClock.now();
  const description: LoomTree = {
    id: idsAndClock.newId() as TreeId,
    title: 'A tree',
    description: null,
    summary: null,
    rootPositionId: idsAndClock.newId() as PositionId,
    mode,
    kind: 'story',
    topicTreeId: null,
    systemContext: null,
    settings: {},
    createdAt: created,
    updatedAt: created,
    archivedAt: null,
  };
  const tree = createMemoryTree(description);
  const path = createMemoryPath(description.rootPositionId);
  const root = createRoot(description, author('h'), idsAndClock);
  const ids = new Map<string, NodeId>([['R', root.id]]);
  const labels = new Map<NodeId, string>([[root.id, 'R']]);
  const responses = new Map<ResponseId, Sha256>();
  tree.add({ nodes: [root], edges: [], metadata: [] });
  path.add(moveHead(tree, path, root.positionId));

  const id = (label: string): NodeId => {
    const found = ids.get(label);
    if (found === undefined) throw new Error(`no node ${label}`);
    return found;
  };
  const labelOf = (node: NodeId | PositionId) => labels.get(node as string as NodeId) ?? node;
  const add = (change: TreeChange, ...names: readonly string[]): void => {
    tree.add(change);
    path.add(change.path);
    change.nodes.forEach((node, index) => {
      const label = names[index] ?? `n${labels.size}`;
      ids.set(label, node.id);
      labels.set(node.id, label);
    });
  };
  const check = () => assertTreeInvariants(tree, responses);
  return {
    tree,
    path,
    idsAndClock,
    root: root.positionId,
    responses,
    id,
    at: (label) => tree.findNode(id(label))?.positionId ?? positionOpenedBy(id(label)),
    labelOf,
    apply(change, ...names) {
      add(change, ...names);
      check();
    },
    add,
    check,
    move: (change) => path.add(change),
    text: () => textOnPath(tree, path),
    print: () => printTree(tree, labelOf),
    printPath: () =>
      resolvePath(tree, path)
        .slice(1)
        .map((node) => labelOf(node.id))
        .join(' '),
  };
}

/** The tree that the notation describes. Without a `path` line, the path is just the root. */
export function treeOf(notation: string, mode: TreeMode = 'buffer'): TreeWorld {
  const world = emptyTree(mode);
  const { tree, idsAndClock } = world;
  const lines = notation.split('\n').filter((line) => line.trim() !== '');
  const above: { readonly indent: number; readonly position: PositionId }[] = [];
  for (const line of lines) {
    const indent = line.length - line.trimStart().length;
    const words = line.trim();
    if (words.startsWith('path ')) {
      setPath(world, words.split(' ').slice(1));
      continue;
    }
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const source = above.at(-1)?.position ?? world.root;
    const label = /^(?:\* )?(\S+) /.exec(words)?.[1] ?? '';
    const pieces = /(?:[hm]\??"(?:[^"\\]|\\.)*" ?)+/.exec(words)?.[0] ?? '';
    const rest = words.slice(words.indexOf(pieces) + pieces.length);
    const content = said(pieces);
    const nodeAuthor = author(/\bby ([hm])/.exec(rest)?.[1] ?? /[hm]/.exec(pieces)?.[0] ?? 'h');
    if (words.startsWith('* ')) {
      const on = world.id(/\bon (\S+)/.exec(rest)?.[1] ?? '');
      world.apply({ ...annotate(tree, on, content, nodeAuthor, idsAndClock) }, label);
      continue;
    }
    const of = /\bversion of (\S+)/.exec(rest)?.[1];
    const divided = /\bsplit of (\S+)/.exec(rest)?.[1];
    const from = divided ?? /\bedited from (\S+)/.exec(rest)?.[1];
    const after = /\bafter (\S+)/.exec(rest)?.[1];
    const newest = tree.versionsAt(source).at(-1)?.id;
    const origin = after === undefined ? newest : world.id(after);
    if (origin === undefined) throw new Error(`“${line}” has no node to continue`);
    const made = makeNode(
      tree,
      {
        ...content,
        author: nodeAuthor,
        source,
        origin,
        edgeType: 'continuation',
        editedFrom: of !== undefined ? world.id(of) : from !== undefined ? world.id(from) : null,
        ...(divided === undefined ? {} : { splitAt: textOf(content.content).length }),
        ...(of === undefined ? {} : { position: world.at(of), offered: /\boffered\b/.test(rest) }),
        metadata: {
          pruned: /\bpruned\b/.test(rest),
          excluded: /\bexcluded\b/.test(rest),
          bookmarked: /\bbookmarked\b/.test(rest),
          bookmarkLabel: /\bbookmarked "([^"]*)"/.exec(rest)?.[1] ?? null,
        },
      },
      idsAndClock,
    );
    world.apply({ nodes: [made.node], edges: [made.edge], metadata: [], path: NO_PATH_CHANGE }, label);
    above.push({ indent, position: made.node.positionId });
  }
  return world;
}

function setPath(world: TreeWorld, labels: readonly string[]): void {
  const selected = labels.map((label) => ({ position: world.at(label), version: world.id(label) }));
  world.move({ selected, lastChild: [] });
  world.move(moveHead(world.tree, world.path, selected.at(-1)?.position ?? world.root));
  expect(world.printPath()).toBe(labels.join(' '));
}

function textOnPath(tree: TreeLayer, path: PathLayer): string {
  return resolvePath(tree, path)
    .map(({ id }) => textOf(tree.getContent(id).content))
    .join('');
}

function printTree(tree: TreeLayer, labelOf: (id: NodeId | PositionId) => string): string {
  const notes = new Map<PositionId, TreeNode[]>();
  for (const node of tree.nodes()) {
    const edge = tree.findEdgeInto(node.id);
    const source = edge && primarySourceOf(edge);
    if (edge?.type !== 'annotation' || source === undefined) continue;
    notes.set(source.positionId, [...(notes.get(source.positionId) ?? []), node]);
  }
  const lines: string[] = [];
  const pending = tree
    .childrenOf(tree.tree.rootPositionId)
    .map((position) => ({ position, depth: 0 }))
    .reverse();
  for (const note of notes.get(tree.tree.rootPositionId) ?? []) lines.push(printNode(tree, note, 0, labelOf));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { position, depth } = next;
    for (const node of tree.versionsAt(position)) lines.push(printNode(tree, node, depth, labelOf));
    for (const note of notes.get(position) ?? []) lines.push(printNode(tree, note, depth + 1, labelOf));
    for (const child of tree.childrenOf(position).toReversed())
      pending.push({ position: child, depth: depth + 1 });
  }
  return lines.join('\n');
}

function printNode(
  tree: TreeLayer,
  node: TreeNode,
  depth: number,
  labelOf: (id: NodeId | PositionId) => string,
): string {
  const { content, spans } = tree.getContent(node.id);
  const text = textOf(content);
  const letterOf = (agent: AgentId) =>
    Object.keys(AUTHORS).find((letter) => AUTHORS[letter]?.id === agent) ?? agent;
  const nodeAuthor = letterOf(node.authorId);
  let at = 0;
  const pieces = spans.map(({ agent, length, inferred }) => {
    at += length;
    return `${letterOf(agent)}${inferred ? '?' : ''}${JSON.stringify(text.slice(at - length, at))}`;
  });
  const isMixed = spans.some(({ agent }) => agent !== node.authorId);
  const edge = tree.findEdgeInto(node.id);
  const source = edge && primarySourceOf(edge);
  const newestAbove = source && tree.versionsAt(source.positionId).at(-1)?.id;
  const isNote = edge?.type === 'annotation';
  const facts = [
    ...(node.editedFrom === null ? [] : [`${printRelation(node)} ${labelOf(node.editedFrom)}`]),
    ...(node.offered ? ['offered'] : []),
    ...(isNote && source ? [`on ${labelOf(source.originId)}`] : []),
    ...(!isNote && source && source.originId !== newestAbove ? [`after ${labelOf(source.originId)}`] : []),
    ...(isMixed ? [`by ${nodeAuthor}`] : []),
    ...(node.pruned ? ['pruned'] : []),
    ...(node.excluded ? ['excluded'] : []),
    ...(node.bookmarked
      ? [`bookmarked${node.bookmarkLabel === null ? '' : ` "${node.bookmarkLabel}"`}`]
      : []),
  ];
  const words = [labelOf(node.id), ...(pieces.length === 0 ? [`${nodeAuthor}""`] : pieces), ...facts];
  return `${'  '.repeat(depth)}${isNote ? '* ' : ''}${words.join(' ')}`;
}

function printRelation(node: TreeNode): string {
  if (firstNodeAt(node.positionId) !== node.id) return 'version of';
  return node.splitAt === null ? 'edited from' : 'split of';
}

/**
 * Fails unless the six invariants of `domain.md` hold, including hashes, and all versions of a position share metadata.
 * @param responses the body hashes of the responses that nodes refer to
 */
function assertTreeInvariants(tree: TreeLayer, responses: ReadonlyMap<ResponseId, Sha256> = new Map()): void {
  const nodes = [...tree.nodes()];
  for (const node of nodes) {
    if (node.splitAt === null) continue;
    const divided = node.editedFrom === null ? undefined : tree.getContent(node.editedFrom);
    expect(findSplitFault(node, divided)).toBeNull();
  }
  const violations = checkTree(
    tree.tree,
    nodes.map((node) => ({
      ...node,
      textLength: textOf(node.content).length,
      spansLength: spansLength(node.spans),
    })),
    tree.edges(),
  );
  expect(violations).toEqual([]);
  for (const node of nodes) {
    const first = tree.findNode(firstNodeAt(node.positionId));
    const { bookmarked, bookmarkLabel, pruned, excluded } = first ?? node;
    expect(node).toMatchObject({ bookmarked, bookmarkLabel, pruned, excluded });
  }
  const { findings } = verifyNodes(
    nodesToVerify(
      tree,
      nodes.map(({ id }) => id),
      (id) => {
        const hash = responses.get(id);
        return hash && { recordedHash: hash, bodyHash: hash };
      },
    ),
  );
  expect(findings.filter(({ verdict }) => verdict === 'invalid')).toEqual([]);
}
