/** Imports the history of a text as a new tree with a time line. */
import { assert } from '../../../core/assert.ts';
import { type ImportPlan, planImport } from '../../../core/history/exchange/plan-import.ts';
import type { PlannedState } from '../../../core/history/exchange/plan-passages.ts';
import type { AddressedLayer, History } from '../../../core/history/history.ts';
import type { PathState, StateChange } from '../../../core/history/path-state.ts';
import { readHistory } from '../../../core/history/read-history.ts';
import { type AgentId, firstNodeAt, type NodeId, type PositionId } from '../../../core/ids.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { Author, IdsAndClock } from '../../../core/tree/new-node.ts';
import { continueFrom, fixAfter } from '../../../core/tree/operations.ts';
import { Overlay } from '../../../core/tree/overlay.ts';
import { NO_PATH_CHANGE, type TreeChange } from '../../../core/tree/tree-change.ts';
import type { Hyperedge, NodeContent, WholeNode } from '../../../core/tree/tree-node.ts';
import type { Store } from '../../store/connection/store.ts';
import type { ChainRef } from '../../store/tables/history/chain-ref.ts';
import { appendLayer, type LayerOptions, type NewLayer } from '../../store/tables/history/layers.ts';
import { writeChange } from '../../store/tables/write-change.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { addUnknownAuthor, beginImport, finishImport, keepTitle } from './imported-tree.ts';

/** Most that one transaction writes, so that other work can run in between. UTF-16 code units, layers, and nodes. */
const BATCH_LENGTH = 15_000;
const BATCH_LAYERS = 30;
const BATCH_NODES = 100;

/** The verified share of an import, the rest being written. */
const VERIFIED = 0.5;

/**
 * Verifies the whole history, then writes it as a tree whose path has all of its states, by an unknown author, with the
 * caret at the beginning (`layers.md`, *Exchange*): texts are versions of passages, so that most layers store a few
 * paragraphs. The layers keep their ops, hashes, times and snapshots, so that exporting them gives the same file. Yields the
 * share that is done, from 0 to 1; between steps the caller may stop. Until the last step the tree is archived.
 * @param json the whole file, whose size the caller limits
 * @throws {AspenError} INVALID_ARGUMENT, whose detail says where in the file what is wrong; then nothing was written. What
 *   the store throws
 */
export function* importHistory(
  store: Store,
  json: string,
  writerId: AgentId,
  idsAndClock: IdsAndClock,
): Generator<number, LoomTree> {
  const reading = readHistory(json);
  let read = reading.next();
  for (; read.done !== true; read = reading.next()) yield 0;
  const verifying = planImport(read.value);
  let step = verifying.next();
  for (; step.done !== true; step = verifying.next()) yield step.value * VERIFIED;
  const plan = step.value;
  const { history } = plan;
  const inserted = beginImport(store, { title: keepTitle(history.slug) }, writerId, idsAndClock);
  const author = store.transact((tx) => addUnknownAuthor(tx, writerId, idsAndClock));
  yield VERIFIED;
  const passages = new PassageTree(inserted.rootPositionId, author, plan.passages);
  const ref: ChainRef = {
    treeId: inserted.id,
    agentId: writerId,
    dimension: history.dimension,
    chain: 0,
  };
  const total = history.layers.length + 1;
  for (const { states, isLast, first } of batchesOf(plan)) {
    const { tree, path } = sqlViews(store, inserted.id, writerId);
    const after = new Overlay(tree, path);
    const share = VERIFIED + ((1 - VERIFIED) * first) / total;
    const layers: ReturnType<typeof layerFor>[] = [];
    for (const [index, state] of states.entries()) {
      const createdAt = createdAtOf(history, first + index) ?? idsAndClock.now();
      const writing = passages.write(after, state, {
        newId: () => idsAndClock.newId(),
        now: () => createdAt,
      });
      let written = writing.next();
      for (; written.done !== true; written = writing.next()) yield share;
      layers.push(layerFor(history, first + index, passages, written.value));
    }
    // Each passage was on the path when it was made, so that all it chooses is known.
    if (isLast) after.addPath({ head: passages.head, selected: [], lastChild: [] });
    const parts = partsOf(after.change());
    for (const part of parts.slice(0, -1)) {
      store.transact((tx) => writeChange(tx, inserted.id, writerId, part, 'import'));
      yield share;
    }
    store.transact((tx) => {
      for (const part of parts.slice(-1)) writeChange(tx, inserted.id, writerId, part, 'import');
      for (const { layer, options } of layers) appendLayer(tx, ref, layer, options);
    });
    yield VERIFIED + ((1 - VERIFIED) * (first + states.length)) / total;
  }
  return finishImport(store, inserted.id, writerId, idsAndClock);
}

/** A change in parts, of which each can be written after those before it: nodes, then what the path chooses, then where it ends. */
function partsOf(change: TreeChange): readonly TreeChange[] {
  const { nodes, path } = change;
  const { selected, lastChild } = path;
  const choices = Math.max(selected.length, lastChild.length);
  if (nodes.length + choices <= BATCH_NODES) return [change];
  const nothing = { nodes: [], edges: [], metadata: [], path: NO_PATH_CHANGE };
  const parts: TreeChange[] = [];
  for (let from = 0; from < nodes.length; from += BATCH_NODES) {
    const part = nodes.slice(from, from + BATCH_NODES);
    parts.push({ ...nothing, nodes: part, edges: edgesInto(part, change) });
  }
  for (let from = 0; from < choices; from += BATCH_NODES) {
    const to = from + BATCH_NODES;
    const chosen = { selected: selected.slice(from, to), lastChild: lastChild.slice(from, to) };
    parts.push({ ...nothing, path: chosen });
  }
  return [...parts, { ...change, nodes: [], edges: [], path: { ...path, selected: [], lastChild: [] } }];
}

function edgesInto(nodes: readonly WholeNode[], { edges }: TreeChange): readonly Hyperedge[] {
  const ids = new Set(nodes.map(({ id }) => id));
  return edges.filter(({ targetId }) => ids.has(targetId));
}

interface Batch {
  readonly states: readonly PlannedState[];
  /** The number of its first state; that of the blocks before the first layer is 0. */
  readonly first: number;
  readonly isLast: boolean;
}

function* batchesOf(plan: ImportPlan): Generator<Batch> {
  let states: PlannedState[] = [];
  let first = 0;
  let length = 0;
  for (const state of plan.states()) {
    states.push(state);
    length += state.changed.reduce((sum, { text }) => sum + text.length, 0);
    const isLast = first + states.length === plan.history.layers.length + 1;
    if (length < BATCH_LENGTH && states.length < BATCH_LAYERS && !isLast) continue;
    yield { states, first, isLast };
    first += states.length;
    [states, length] = [[], 0];
  }
}

/** The layer that leads to a state; undefined for the first one. */
function layerOf({ layers }: History, state: number): AddressedLayer | undefined {
  return state === 0 ? undefined : layers[state - 1];
}

function createdAtOf(history: History, state: number): number | undefined {
  return (layerOf(history, state) ?? history.layers[0])?.createdAt;
}

/**
 * The layer of a state. Its number is its position in the file, and 1. Before the first layer there is one without a change,
 * with a snapshot: the file's, or that of an empty text.
 */
function layerFor(
  history: History,
  state: number,
  passages: PassageTree,
  change: StateChange,
): { readonly layer: NewLayer; readonly options: LayerOptions } {
  const position = history.first + state - 1;
  const keyframe = history.keyframes.find((one) => one.position === position);
  const layer = layerOf(history, state);
  const createdAt = createdAtOf(history, state);
  const isKept = layer === undefined || keyframe !== undefined;
  return {
    layer: {
      ...change,
      ...(layer === undefined ? { versionsIn: [], versionsOut: [] } : {}),
      reason: 'import',
      logSeq: null,
    },
    options: {
      seq: position + 1,
      ...(createdAt === undefined ? {} : { createdAt }),
      ...(layer === undefined
        ? { hash: keyframe?.hash ?? null, added: 0, removed: 0 }
        : { hash: layer.hash, ops: layer.ops }),
      snapshot: isKept ? passages.state : null,
    },
  };
}

/** Passages written per step. */
const STEP = 50;

/** A passage that has a position in the tree. */
interface Passage {
  readonly position: PositionId;
  version: NodeId;
  /** The text of that version. */
  text: string;
}

/**
 * Writes the states of a history as one path: each passage is a position, which is made when the text first reaches it, and
 * each of its texts a version.
 */
class PassageTree {
  readonly #root: PositionId;
  readonly #author: Author;
  readonly #passages: Passage[] = [];
  /** The text of each passage in the current state, whether it is in the tree or not. */
  readonly #texts: string[];
  /** The last passage of the current state; -1 if there is none. */
  #last = -1;
  /** The versions on the path that are not the first at their position. */
  readonly #versions = new Set<NodeId>();

  constructor(root: PositionId, author: Author, passages: number) {
    this.#root = root;
    this.#author = author;
    this.#texts = new Array<string>(passages).fill('');
  }

  /** The head of the current state's path. */
  get head(): PositionId {
    return this.#passages[this.#last]?.position ?? this.#root;
  }

  /** The current state of the path. */
  get state(): PathState {
    return { head: this.head, versions: new Set(this.#versions), draft: null };
  }

  /** Adds the next state to `after`, whose path does not end at `head`. Yields every few milliseconds. */
  *write(
    after: Overlay,
    { changed, last }: PlannedState,
    idsAndClock: IdsAndClock,
  ): Generator<undefined, StateChange> {
    const gone = new Set<NodeId>();
    const come = new Set<NodeId>();
    const previous = this.#last;
    for (const { passage, text } of changed) this.#texts[passage] = text;
    const concerned = new Set(changed.map(({ passage }) => passage));
    for (let index = Math.min(previous, last) + 1; index <= Math.max(previous, last); index++)
      concerned.add(index);
    let count = 0;
    for (const index of [...concerned].sort((a, b) => a - b)) {
      count += 1;
      if (count % STEP === 0) yield;
      const old = this.#passages[index]?.version;
      if (old !== undefined && index <= previous && this.#versions.delete(old)) gone.add(old);
      if (index > last) continue;
      const { position, version } = this.#show(after, index, idsAndClock);
      if (version === firstNodeAt(position)) continue;
      this.#versions.add(version);
      if (!gone.delete(version)) come.add(version);
    }
    this.#last = last;
    return { head: this.head, versionsIn: [...come], versionsOut: [...gone], draft: null };
  }

  #show(after: Overlay, index: number, idsAndClock: IdsAndClock): Passage {
    const text = this.#texts[index] ?? '';
    const content: NodeContent = {
      content: { type: 'text', text },
      spans: wholeSpans(this.#author.id, text.length),
    };
    let passage = this.#passages[index];
    if (passage === undefined) {
      assert(index === this.#passages.length, `passage ${index} follows ${this.#passages.length} passages`);
      const parent = this.#passages.at(-1)?.position ?? this.#root;
      const change = continueFrom(after.tree, after.path, parent, content, this.#author, idsAndClock);
      after.add(change);
      const { head: position } = change.path;
      assert(position !== undefined, 'a new position becomes the head');
      passage = { position, version: firstNodeAt(position), text };
      this.#passages.push(passage);
    } else if (passage.text !== text) {
      // The version shown by the position before it is known: reading it would be reading all of its versions.
      const origin = this.#passages[index - 1]?.version ?? firstNodeAt(this.#root);
      const change = fixAfter(after.tree, origin, passage.version, content, this.#author, idsAndClock);
      after.add(change);
      const { position } = passage;
      const selected = change.path.selected.find((choice) => choice.position === position);
      assert(selected !== undefined, 'a version is selected at its position');
      passage.version = selected.version;
      passage.text = text;
    }
    return passage;
  }
}
