import { setImmediate } from 'node:timers/promises';
import { AspenError } from '../../../core/errors.ts';
import { blocksOf } from '../../../core/history/blocks-of.ts';
import { compareBlocks, shortenComparison } from '../../../core/history/moments/compare-blocks.ts';
import { PositionOrder, type PositionParent } from '../../../core/history/moments/position-order.ts';
import type { MomentPart } from '../../../core/history/moments/trace-range.ts';
import type { PathState } from '../../../core/history/path-state.ts';
import { NOTHING_UNCOMMITTED } from '../../../core/history/state-draft.ts';
import { type AgentId, firstNodeAt, type NodeId, type TreeId } from '../../../core/ids.ts';
import type { TextRange } from '../../../core/text/span.ts';
import { DEFAULT_METADATA } from '../../../core/tree/position-metadata.ts';
import { textOf, type WholeNode } from '../../../core/tree/tree-node.ts';
import type { PrunedReply } from '../../../ipc/wire/path.ts';
import type { MomentComparison, PastText, TimelineLayers, TracedLayer } from '../../../ipc/wire/timeline.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { ChainRef } from '../../store/tables/history/chain-ref.ts';
import { readState } from '../../store/tables/history/layer-state.ts';
import { labelLayer } from '../../store/tables/history/layers.ts';
import { findLastLayer, peekLastLayer, readLayers } from '../../store/tables/history/read-layers.ts';
import { findPreviousSeq, readChains, readTimeline } from '../../store/tables/history/read-timeline.ts';
import { getTree } from '../../store/tables/trees.ts';
import { loadPathAt, loadSteps } from '../../store/tree/past/path-at-state.ts';
import { pathIdsNear, readParentPage } from '../../store/tree/past/path-near.ts';
import type { PathIds } from '../../store/tree/path-loading.ts';
import type { GroveScope } from '../grove-scope.ts';
import { commonPrefix, commonSuffix } from '../reading/open-path.ts';
import { packPath } from '../reading/path-wire.ts';
import type { IntentParts } from '../writing/intent-writer.ts';
import type { TreeSession } from '../writing/tree-session.ts';
import { PassageTrace, type TracedMoment } from './passage-trace.ts';
import { WORTH_A_LAYER } from './session-layers.ts';

/** Time for which changes of the layers are gathered before the window is notified. Milliseconds. */
const QUIET = 500;
/** The chain of the layers that were rebuilt from the log: their numbers are negative, so that they precede the others. */
const REBUILT = -1;

/** A line in the window: one chain or, for an agent that wrote in the file, the rebuilt chain and its successor. */
interface TimelineChain {
  readonly agentId: AgentId;
  readonly isMerged: boolean;
  /** In order. */
  readonly refs: readonly ChainRef[];
  readonly count: number;
}

/**
 * The time line of the trees of an open grove (`layers.md`, *The time line*): what their paths showed, compared,
 * traced, and restored.
 */
export class GroveTimeline {
  readonly #scope: GroveScope;
  readonly #paths = new PastPaths();
  /** Trees whose layers changed, which the window does not know yet. */
  readonly #changed = new Set<TreeId>();
  #tracing = new AbortController();

  constructor(scope: GroveScope) {
    this.#scope = scope;
  }

  /** Hears of every change of the layers. */
  follow(): void {
    const { feed } = this.#scope;
    feed.onLayers((treeId) => this.#onChanged(treeId));
    feed.onEverything((treeId) => this.#onChanged(treeId));
  }

  #onChanged(treeId: TreeId): void {
    this.#paths.clear(treeId);
    if (this.#changed.has(treeId)) return;
    this.#changed.add(treeId);
    const tell = () => {
      this.#changed.delete(treeId);
      if (this.#scope.store.isOpen) this.#scope.emit('timeline.changed', { treeId });
    };
    setTimeout(tell, QUIET).unref();
  }

  /**
   * The layers of a line, in order: the writer's own (0), that of someone else who wrote in the file, each with those
   * that were rebuilt from the log before them, or one that a merge added.
   * @param isOpening makes what was typed a layer first
   * @throws {AspenError} NOT_FOUND
   */
  layers(treeId: TreeId, chain: number, isOpening: boolean): TimelineLayers {
    const { store, treeSession } = this.#scope;
    if (isOpening && !store.readonly) treeSession(treeId).layers.record(WORTH_A_LAYER);
    return store.snapshot((reader) => {
      const chains = this.#chains(reader, treeId);
      return {
        chain,
        chains: chains.map(({ agentId, isMerged, count }, index) => ({
          chain: index,
          agentId,
          isMerged,
          count,
        })),
        ...readTimeline(reader, lineIn(chains, treeId, chain).refs),
      };
    });
  }

  /** The text after a layer. @param from the layer whose text the window has; null for none @throws {AspenError} NOT_FOUND */
  show(treeId: TreeId, chain: number, seq: number, from: number | null): PastText {
    const { store } = this.#scope;
    return store.snapshot((reader) => {
      const ref = this.#ref(treeId, chain, seq);
      const known = from === null ? [] : this.#paths.read(reader, this.#ref(treeId, chain, from), from).ids;
      return readPastText(reader, ref, this.#paths.read(reader, ref, seq), known);
    });
  }

  /** Compares two moments, each a layer or the text on the screen (null). @throws {AspenError} NOT_FOUND */
  compare(treeId: TreeId, chain: number, from: number | null, to: number | null): MomentComparison {
    const { store } = this.#scope;
    const [old, now] = store.snapshot((reader) =>
      [from, to].map((seq) => blocksOf(textOfParts(this.#partsAt(reader, treeId, chain, seq)))),
    );
    return { blocks: shortenComparison(compareBlocks(old ?? [], now ?? [])) };
  }

  /**
   * The layers that touched a range of the text after a layer, or of the text on the screen (null), newest first. Another
   * trace and `stopTracing` end it with what it has found.
   * @throws {AspenError} NOT_FOUND
   */
  async trace(
    treeId: TreeId,
    chain: number,
    seq: number | null,
    range: TextRange,
  ): Promise<readonly TracedLayer[]> {
    this.stopTracing();
    const { store } = this.#scope;
    const { signal } = this.#tracing;
    const ref = this.#ref(treeId, chain, seq ?? 0);
    // The chain rebuilt from the log precedes the layers of its writer.
    const refs = lineIn(this.#chains(store, treeId), treeId, chain)
      .refs.filter((one) => one.chain <= ref.chain)
      .toReversed();
    const moment = store.snapshot((reader) => {
      const shown = this.#partsAt(reader, treeId, chain, seq);
      if (seq === null)
        return { state: liveState(this.#scope.treeSession(treeId), shown), shown, layer: null };
      const { state } = this.#paths.read(reader, ref, seq);
      return { state, shown, layer: readLayers(reader, ref, seq, seq)[0] ?? null };
    });
    return tracePassage(store, refs, moment, range, () => signal.aborted || !store.isOpen);
  }

  stopTracing(): void {
    this.#tracing.abort();
    this.#tracing = new AbortController();
  }

  /**
   * Labels a layer of the writer's own, or the text on the screen (null), which becomes a layer if none has it. An empty label
   * takes it away.
   * @returns the number of the layer
   * @throws {AspenError} NOT_FOUND; what the store throws
   */
  mark(treeId: TreeId, seq: number | null, label: string): number {
    const { store, treeSession, feed } = this.#scope;
    if (seq === null) treeSession(treeId).layers.record(1);
    const marked = seq ?? peekLastLayer(store, this.#own(treeId, 0))?.seq;
    if (marked === undefined) throw new AspenError('NOT_FOUND', `tree ${treeId} has no layers`);
    const name = label.trim() === '' ? null : label.trim();
    store.transact((tx) => labelLayer(tx, this.#ref(treeId, 0, marked), marked, name));
    feed.publishLayers(treeId);
    return marked;
  }

  /**
   * Commits the draft and takes the path back to a layer, with what was uncommitted then; what is pruned now is restored.
   * @throws {AspenError} NOT_FOUND; CONFLICT; what the store throws
   */
  restore(treeId: TreeId, intent: IntentParts, chain: number, seq: number): PrunedReply {
    const { ids, state } = this.#paths.read(this.#scope.store, this.#ref(treeId, chain, seq), seq);
    const { edits, buffer } = state.draft ?? NOTHING_UNCOMMITTED;
    const { moves, layers } = this.#scope.treeSession(treeId);
    const reply = moves.restoreMoment(intent, ids, { edits, buffer });
    // If only the draft differed, no layer is about the path.
    layers.record(1);
    return reply;
  }

  /** The nodes after a layer, or on the screen (null), with uncommitted text, and the working buffer last. */
  #partsAt(reader: Reader, treeId: TreeId, chain: number, seq: number | null): readonly MomentPart[] {
    if (seq === null) return this.#scope.treeSession(treeId).shown.momentParts();
    return pastParts(reader, treeId, this.#paths.read(reader, this.#ref(treeId, chain, seq), seq));
  }

  #own(treeId: TreeId, chain: number): ChainRef {
    return { treeId, agentId: this.#scope.writerId, dimension: 'versions', chain };
  }

  /** The chain that has a layer. @param chain as the window numbers them */
  #ref(treeId: TreeId, chain: number, seq: number): ChainRef {
    const { refs } = lineIn(this.#chains(this.#scope.store, treeId), treeId, chain);
    const ref = refs.length > 1 && seq < 0 ? refs[0] : refs.at(-1);
    if (ref === undefined) throw new AspenError('NOT_FOUND', `no chain ${chain} in tree ${treeId}`);
    return ref;
  }

  /** The writer's own line, those of others who wrote in the file, and those that merges added. */
  #chains(reader: Reader, treeId: TreeId): readonly TimelineChain[] {
    const all = readChains(reader, treeId);
    const written = all.filter(({ chain }) => chain <= 0);
    const agents = new Set([this.#scope.writerId, ...written.map(({ agentId }) => agentId)]);
    return [
      ...[...agents].map((agentId) => ({
        agentId,
        isMerged: false,
        refs: [REBUILT, 0].map((chain) => ({ treeId, agentId, dimension: 'versions' as const, chain })),
        count: written.reduce((sum, one) => sum + (one.agentId === agentId ? one.count : 0), 0),
      })),
      ...all
        .filter(({ chain }) => chain > 0)
        .map((ref) => ({ agentId: ref.agentId, isMerged: true, refs: [ref], count: ref.count })),
    ];
  }
}

/** @throws {AspenError} NOT_FOUND */
function lineIn(chains: readonly TimelineChain[], treeId: TreeId, chain: number): TimelineChain {
  const found = chains[chain];
  if (found === undefined) throw new AspenError('NOT_FOUND', `no chain ${chain} in tree ${treeId}`);
  return found;
}

// The text of a moment in parts: its nodes with uncommitted text, and the working buffer last.

/** After a layer. */
function pastParts(reader: Reader, treeId: TreeId, past: PastPath): readonly MomentPart[] {
  const { edits, buffer } = past.state.draft ?? NOTHING_UNCOMMITTED;
  const edited = new Map(edits.map((edit) => [edit.nodeId, edit]));
  const nodes = readNodes(reader, treeId, past).map(({ id: nodeId, positionId, content, spans }) => ({
    nodeId,
    positionId,
    whole: edited.get(nodeId) ?? { text: textOf(content), spans },
  }));
  return [...nodes, { nodeId: null, positionId: null, whole: buffer }];
}

/** The state that the window shows, from its parts. */
function liveState(session: TreeSession, parts: readonly MomentPart[]): PathState {
  const head = parts.at(-2)?.positionId ?? session.rootPositionId;
  const versions = parts.flatMap(({ nodeId, positionId }) =>
    nodeId === null || positionId === null || nodeId === firstNodeAt(positionId) ? [] : [nodeId],
  );
  return { head, versions: new Set(versions), draft: session.draft };
}

function textOfParts(parts: readonly MomentPart[]): string {
  return parts.map(({ whole }) => whole.text).join('');
}

/** Numbers of layers read at a time, and positions; the window is answered in between. */
const SLICE = 256;
const POSITIONS = 5_000;

/**
 * Finds the layers that touched a passage, newest first, in slices (`layers.md`, *The time line*).
 * @param refs the chain of the moment, and then the one that precedes it if there is one
 * @param range in the text of `moment`, in UTF-16 code units
 * @param isStopped asked between slices; once it is, what was found so far is returned
 * @throws {AspenError} NOT_FOUND; CORRUPT; what the store throws
 */
async function tracePassage(
  reader: Reader,
  refs: readonly ChainRef[],
  moment: TracedMoment,
  range: TextRange,
  isStopped: () => boolean,
): Promise<readonly TracedLayer[]> {
  const [first] = refs;
  if (first === undefined) return [];
  const order = await readOrder(reader, first.treeId, isStopped);
  if (isStopped()) return [];
  const trace = new PassageTrace(reader, first.treeId, order, moment, range);
  for (const ref of refs) {
    const isOwn = moment.layer !== null && ref === first;
    let to = isOwn ? findPreviousSeq(reader, ref, moment.layer.seq) : findLastLayer(reader, ref)?.seq;
    trace.enter(ref, isOwn);
    while (to !== undefined && !trace.isOver) {
      const layers = readLayers(reader, ref, to - SLICE + 1, to);
      trace.prepare(layers);
      for (const layer of layers.toReversed()) {
        if (trace.isOver) return trace.found;
        if (trace.step(layer)) await setImmediate();
        if (isStopped()) return trace.found;
      }
      to = findPreviousSeq(reader, ref, to - SLICE + 1);
      await setImmediate();
      if (isStopped()) return trace.found;
    }
  }
  trace.finish();
  return trace.found;
}

/** All positions of the tree; when it is stopped, those read so far. */
async function readOrder(reader: Reader, treeId: TreeId, isStopped: () => boolean): Promise<PositionOrder> {
  const root = getTree(reader, treeId).rootPositionId;
  const parents: PositionParent[] = [];
  for (let after: number | null = 0; after !== null && !isStopped(); ) {
    const page = readParentPage(reader, treeId, after, POSITIONS);
    parents.push(...page.parents);
    after = page.next;
    await setImmediate();
  }
  return new PositionOrder(root, parents);
}

const NO_MARKS = {
  noted: new Set<never>(),
  bookmarked: new Set<never>(),
  splits: new Map<never, never>(),
  beforeRest: new Set<never>(),
  besideRest: new Set<never>(),
};

/** The text after a layer as the window needs it. @param from what the window shows, whose texts it has */
export function readPastText(
  reader: Reader,
  { treeId }: ChainRef,
  past: PastPath,
  from: readonly PathIds[],
): PastText {
  const { seq, state, ids } = past;
  const keptBefore = commonPrefix(from, ids);
  const keptAfter = commonSuffix(from.slice(keptBefore), ids.slice(keptBefore));
  const end = ids.length - keptAfter;
  const tail = readNodes(reader, treeId, past, keptBefore, end);
  const plain = tail.map((node) => ({ ...node, ...DEFAULT_METADATA }));
  const { edits, buffer } = state.draft ?? NOTHING_UNCOMMITTED;
  const indexes = new Map(edits.length === 0 ? [] : ids.map(({ nodeId }, index) => [nodeId, index]));
  return {
    seq,
    keptBefore,
    tail: packPath(plain, new Array<undefined>(plain.length).fill(undefined), NO_MARKS, null),
    keptAfter,
    edits: edits
      .filter(({ nodeId }) => indexes.has(nodeId))
      .toSorted((a, b) => (indexes.get(a.nodeId) ?? 0) - (indexes.get(b.nodeId) ?? 0)),
    buffer,
  };
}

/** The nodes of a past path from one index to another, with their texts; a part of it is read by itself. */
function readNodes(
  reader: Reader,
  treeId: ChainRef['treeId'],
  { ids, state, nodes }: PastPath,
  from = 0,
  to = ids.length,
): readonly WholeNode[] {
  if (nodes !== undefined) return nodes.slice(from, to);
  const isMost = (to - from) * 2 > ids.length;
  const steps = isMost
    ? loadPathAt(reader, treeId, state).slice(1).slice(from, to)
    : loadSteps(
        reader,
        treeId,
        ids.slice(from, to).map(({ nodeId }) => nodeId),
      );
  return steps.map(({ node }) => node);
}

/** The path after a layer. */
export interface PastPath {
  readonly seq: number;
  readonly state: PathState;
  /** From below the root to the head. */
  readonly ids: readonly PathIds[];
  /** Its nodes with their texts, if it was just read as a whole. */
  readonly nodes?: readonly WholeNode[];
}

/** Paths kept: those that the window shows, compares and goes to. */
const KEPT = 4;
/** Beyond this many layers, a path is read without looking at one that is known. */
const NEAR = 100;

interface KnownPath extends PastPath {
  readonly ref: ChainRef;
}

/**
 * The paths after layers, from a cache: a step along the time line reads only what differs. Whoever changes layers or the
 * tree must `clear` it.
 */
export class PastPaths {
  #known: readonly KnownPath[] = [];

  /** @throws {AspenError} NOT_FOUND if there is no such layer (any more); CORRUPT */
  read(reader: Reader, ref: ChainRef, seq: number): PastPath {
    const inChain = this.#known.filter((path) => isSameChain(path.ref, ref));
    const found = inChain.find((path) => path.seq === seq) ?? readNear(reader, ref, seq, inChain);
    const { nodes: _texts, ...known } = found;
    const others = this.#known.filter((path) => path !== found);
    this.#known = [known, ...others].slice(0, KEPT);
    return found;
  }

  clear(treeId: TreeId): void {
    this.#known = this.#known.filter(({ ref }) => ref.treeId !== treeId);
  }
}

function readNear(reader: Reader, ref: ChainRef, seq: number, known: readonly KnownPath[]): KnownPath {
  const distanceOf = (path: KnownPath) => Math.abs(path.seq - seq);
  const [nearest] = known.toSorted((a, b) => distanceOf(a) - distanceOf(b));
  const near = nearest !== undefined && distanceOf(nearest) <= NEAR ? nearest : undefined;
  const state = readState(reader, ref, seq, near);
  const ids =
    near && pathIdsNear(reader, ref.treeId, near.ids, state, differing(near.state.versions, state.versions));
  if (ids !== undefined) return { ref, seq, state, ids };
  // Nearly all of it is read now, so that reading the ids before the texts would only cost more.
  const nodes = loadPathAt(reader, ref.treeId, state)
    .slice(1)
    .map(({ node }) => node);
  const shown = nodes.map(({ id, positionId }) => ({ nodeId: id, positionId }));
  return { ref, seq, state, ids: shown, nodes };
}

/** The versions that only one of the states has. */
function differing(one: ReadonlySet<NodeId>, other: ReadonlySet<NodeId>): readonly NodeId[] {
  const only = (these: ReadonlySet<NodeId>, those: ReadonlySet<NodeId>) =>
    [...these].filter((id) => !those.has(id));
  return [...only(one, other), ...only(other, one)];
}

function isSameChain(one: ChainRef, other: ChainRef): boolean {
  return one.treeId === other.treeId && one.agentId === other.agentId && one.chain === other.chain;
}
