import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededIdsAndClock } from '../../../scripts/make-grove/seeded-ids-and-clock.ts';
import { type GroveShape, type MadeGrove, makeGrove } from '../../../scripts/make-grove.ts';
import { root as project } from '../../../scripts/setup/project.mjs';
import { assert } from '../../../src/core/assert.ts';
import {
  type AgentId,
  type EdgeId,
  type LocalId,
  type NodeId,
  positionOpenedBy,
} from '../../../src/core/ids.ts';
import { type Spans, sliceSpans, wholeSpans } from '../../../src/core/text/span.ts';
import type { LoomTree } from '../../../src/core/tree/loom-tree.ts';
import {
  type Author,
  buildNode,
  type IdsAndClock,
  localIdFor,
  type NodeWithEdge,
} from '../../../src/core/tree/new-node.ts';
import type { TreeChange } from '../../../src/core/tree/tree-change.ts';
import { textOf, type WholeNode } from '../../../src/core/tree/tree-node.ts';
import { type Random, seededRandom } from '../../../src/main/generation/text-model/random.ts';
import { openFile } from '../../../src/main/store/connection/open-file.ts';
import { getTree } from '../../../src/main/store/tables/trees.ts';
import { writeChange } from '../../../src/main/store/tables/write-change.ts';
import { loadPath } from '../../../src/main/store/tree/path-loading.ts';
import { eachStoredNode } from '../../../src/main/store/tree/whole-trees.ts';

/** When the forks are made: long after the last node of the path. */
const LATER = Date.UTC(2027, 0, 1);
const FORKS_PER_COMMIT = 10;
/** In a node with nested forks, each split divides the one before it. */
const NESTED_EVERY = 3;

/** A made grove whose path is all of its tree, and the same one after its nodes were divided. */
export interface ForkedGrove {
  readonly plain: MadeGrove;
  readonly forked: MadeGrove;
}

/**
 * Makes a grove with a path of `nodes` positions and, in a copy of it, divides the nodes at `forks` places, each
 * with a continuation: what is left when a writer generated there and returned to what followed. The forks are made
 * in random order, so that those of one node are not adjacent in the file.
 * @param folder where both files are made; it must have neither
 */
export function makeForkedGrove(folder: string, nodes: number, forks: number): ForkedGrove {
  const shape: GroveShape = {
    nodes,
    path: nodes,
    characters: 300,
    siblings: 0,
    versions: 0,
    branch: 0,
    longest: 0,
  };
  const plain = makeGrove(join(folder, 'plain.aspen'), shape);
  const forked = { ...plain, path: join(folder, 'forked.aspen') };
  copyFileSync(plain.path, forked.path);
  addForks(forked, forks);
  return { plain, forked };
}

function addForks({ path: file, treeId, writer, models: [model] }: MadeGrove, forks: number): void {
  assert(model !== undefined, 'a made grove has a model');
  const random = seededRandom(2);
  const idsAndClock = seededIdsAndClock(random, LATER);
  const { now } = idsAndClock;
  const store = openFile(file, { migrations: join(project, 'migrations'), now });
  try {
    // A new file has nothing to lose.
    for (const pragma of ['synchronous = OFF', 'journal_mode = MEMORY']) store.pragma(pragma);
    const localIds = new Set([...eachStoredNode(store, treeId)].map(({ node }) => node.localId));
    const makeNode = nodeMaker(getTree(store, treeId), localIds, idsAndClock);
    const path = loadPath(store, treeId, writer).map(({ node }) => node);
    const made = divide(path, placesToDivide(path.length - 1, forks, random), { writer, model }, makeNode);
    store.transact((tx) => {
      for (const part of inParts([...made], FORKS_PER_COMMIT)) {
        writeChange(tx, treeId, writer, changeOf(part), 'commit');
        idsAndClock.wait(60_000);
      }
    });
  } finally {
    store.close();
  }
}

/** The index on the path for each fork, as evenly as possible, in random order. The root, at 0, is not divided. */
function placesToDivide(nodes: number, forks: number, random: Random): readonly number[] {
  const indexes = Array.from({ length: forks }, (_, fork) => 1 + Math.floor((fork * nodes) / forks));
  for (let last = indexes.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [indexes[last], indexes[other]] = [indexes[other] ?? 0, indexes[last] ?? 0];
  }
  return indexes;
}

/** A split with its continuation. */
interface MadeFork {
  readonly split: NodeWithEdge;
  readonly child: NodeWithEdge;
  /** Number of forks of its node that the writer had left before. */
  readonly before: number;
}

function* divide(
  path: readonly WholeNode[],
  indexes: readonly number[],
  { writer, model }: { readonly writer: AgentId; readonly model: AgentId },
  makeNode: ReturnType<typeof nodeMaker>,
): Generator<MadeFork> {
  const counts = new Map<number, number>();
  for (const index of indexes) counts.set(index, (counts.get(index) ?? 0) + 1);
  const made = new Map<number, readonly WholeNode[]>();
  for (const index of indexes) {
    const [origin, base] = [path[index - 1], path[index]];
    assert(origin !== undefined && base !== undefined, `the path has no node ${index}`);
    const before = made.get(index) ?? [];
    const isNested = index % NESTED_EVERY === 0;
    const places = placesIn(textOf(base.content), counts.get(index) ?? 0);
    const splitAt = places.at(isNested ? -1 - before.length : before.length);
    assert(splitAt !== undefined, `node ${index} has ${places.length} forks`);
    const split = makeNode({
      author: { id: writer, type: 'human' },
      origin,
      text: textOf(base.content).slice(0, splitAt),
      spans: sliceSpans(base.spans, 0, splitAt),
      divided: { editedFrom: (isNested ? before.at(-1) : undefined)?.id ?? base.id, splitAt },
    });
    const text = `Another way from ${base.localId}, ${splitAt}: nobody on the landing said why they had come. `;
    const child = makeNode({
      author: { id: model, type: 'model' },
      origin: split.node,
      text,
      spans: wholeSpans(model, text.length),
      divided: null,
    });
    made.set(index, [...before, split.node]);
    yield { split, child, before: before.length };
  }
}

/** Offsets that divide a text into parts of about the same length, at the beginnings of words where there are any. */
function placesIn(text: string, count: number): readonly number[] {
  const places: number[] = [];
  for (let at = 1; at <= count; at++) {
    const offset = Math.round((at * text.length) / (count + 1));
    const word = text.lastIndexOf(' ', offset - 1) + 1;
    places.push(word > (places.at(-1) ?? 0) ? word : Math.max(offset, (places.at(-1) ?? 0) + 1));
  }
  return places;
}

interface NodeToMake {
  readonly author: Author;
  readonly origin: WholeNode;
  readonly text: string;
  readonly spans: Spans;
  /** For a split. */
  readonly divided: { readonly editedFrom: NodeId; readonly splitAt: number } | null;
}

/** Makes nodes at new positions as the operations do, without queries. */
function nodeMaker(tree: LoomTree, localIds: Set<LocalId>, idsAndClock: IdsAndClock) {
  return ({ author, origin, text, spans, divided }: NodeToMake): NodeWithEdge => {
    const id = idsAndClock.newId() as NodeId;
    const localId = localIdFor(id, (taken) => localIds.has(taken));
    localIds.add(localId);
    const content = { type: 'text', text } as const;
    const written = { author, content, spans, ...(divided ?? { editedFrom: null }) };
    const node = buildNode(
      { tree },
      written,
      id,
      positionOpenedBy(id),
      localId,
      [origin.contentHash],
      idsAndClock,
    );
    return {
      node,
      edge: {
        id: idsAndClock.newId() as EdgeId,
        treeId: tree.id,
        targetId: id,
        type: 'continuation',
        sources: [{ role: 'primary', positionId: origin.positionId, originId: origin.id }],
        createdAt: node.createdAt,
      },
    };
  };
}

/** The remains of forks whose continuations the writer read before returning to the text. */
function changeOf(forks: readonly MadeFork[]): TreeChange {
  const made = forks.flatMap(({ split, child }) => [split, child]);
  return {
    nodes: made.map(({ node }) => node),
    edges: made.map(({ edge }) => edge),
    metadata: [],
    path: {
      selected: made.map(({ node }) => ({ position: node.positionId, version: node.id })),
      lastChild: forks.map(({ split, child }) => ({
        position: split.node.positionId,
        child: child.node.positionId,
      })),
      left: forks.map(({ split, before }) => ({ position: split.node.positionId, at: before + 1 })),
    },
  };
}

function inParts<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );
}
