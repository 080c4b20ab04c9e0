import fc from 'fast-check';
import type { LayerReason } from '../../src/core/history/layer-reason.ts';
import type { PathState, StateDraft } from '../../src/core/history/path-state.ts';
import { type ShownPiece, withDraft } from '../../src/core/history/shown-pieces.ts';
import { firstNodeAt, type NodeId, type PositionId } from '../../src/core/ids.ts';
import { textOf, type WholeNode } from '../../src/core/tree/tree-node.ts';
import { WalkedChain } from '../../src/main/grove/history/chain-walker.ts';
import { LayerPass } from '../../src/main/grove/history/layer-pass.ts';
import { workInSteps } from '../../src/main/grove/run-in-slices.ts';
import type { ChainRef } from '../../src/main/store/tables/history/chain-ref.ts';
import { readState } from '../../src/main/store/tables/history/layer-state.ts';
import { appendLayer, labelLayer } from '../../src/main/store/tables/history/layers.ts';
import { readLayers, type StoredLayer } from '../../src/main/store/tables/history/read-layers.ts';
import { loadPathAt } from '../../src/main/store/tree/past/path-at-state.ts';
import { type GroveOptions, type PlantedGrove, plantGrove, spansOf } from './grove.ts';

/** A grove whose writer's path has layers, with the text after each; every change writes one. */
export class LayeredGrove {
  readonly grove: PlantedGrove;
  readonly ref: ChainRef;
  /** The text after each layer, by its number. */
  readonly texts = new Map<number, string>();
  /** The version at each position of the path. */
  readonly #shown = new Map<PositionId, WholeNode>();
  readonly #parents = new Map<PositionId, PositionId>();
  #state: PathState;

  constructor(options: GroveOptions = {}) {
    this.grove = plantGrove(options);
    const { tree, human, root } = this.grove;
    this.ref = { treeId: tree.id, agentId: human, dimension: 'versions', chain: 0 };
    this.#state = { head: root, versions: new Set(), draft: null };
    this.#append('begin', this.#state);
  }

  get store() {
    return this.grove.store;
  }

  /** The versions on the path, from the first after the root. */
  get path(): readonly WholeNode[] {
    return this.#climb(this.#state.head);
  }

  /** Adds a version after the head. @returns the number of the layer */
  commit(text: string, agent = this.grove.human): number {
    const node = this.grove.continue(this.#state.head, text, {
      authorId: agent,
      authorType: agent === this.grove.human ? 'human' : 'model',
      spans: spansOf(text, agent),
    });
    this.#add(node, this.#state.head);
    return this.#move('commit', node.positionId);
  }

  /** Adds a version at a place on the path. */
  revise(index: number, text: string): number {
    const node = this.path[index];
    if (node === undefined) throw new Error(`no version ${index}`);
    this.#shown.set(node.positionId, this.grove.revise(node, text));
    return this.#move('commit', this.#state.head);
  }

  /** Adds a sibling of a place on the path, where the path ends from now on. */
  branch(index: number, text: string): number {
    const node = this.path[index];
    if (node === undefined) throw new Error(`no version ${index}`);
    const beside = this.grove.branch(node, text);
    this.#add(beside, this.#parents.get(node.positionId) ?? this.grove.root);
    return this.#move('commit', beside.positionId);
  }

  /** Ends the path somewhere else. */
  switch(head: PositionId): number {
    return this.#move('switch', head);
  }

  /** Types at the end, or in a version on the path. */
  type(text: string, index: number | null = null): number {
    const { human } = this.grove;
    const typed = { text, spans: spansOf(text, human) };
    const node = index === null ? undefined : this.path[index];
    const before: StateDraft = this.#state.draft ?? { buffer: { text: '', spans: [] }, edits: [] };
    const draft: StateDraft =
      node === undefined
        ? { ...before, buffer: typed }
        : {
            ...before,
            edits: [
              ...before.edits.filter(({ nodeId }) => nodeId !== node.id),
              { nodeId: node.id, ...typed },
            ],
          };
    return this.#append('draft', { ...this.#state, draft });
  }

  label(seq: number, label: string | null): void {
    this.store.transact((tx) => labelLayer(tx, this.ref, seq, label));
  }

  #add(node: WholeNode, parent: PositionId): void {
    this.#shown.set(node.positionId, node);
    this.#parents.set(node.positionId, parent);
  }

  #climb(head: PositionId): readonly WholeNode[] {
    const node = this.#shown.get(head);
    const parent = this.#parents.get(head);
    return node === undefined || parent === undefined ? [] : [...this.#climb(parent), node];
  }

  #move(reason: LayerReason, head: PositionId): number {
    const versions = this.#climb(head).filter(({ id, positionId }) => id !== firstNodeAt(positionId));
    return this.#append(reason, { head, versions: new Set(versions.map(({ id }) => id)), draft: null });
  }

  #append(reason: LayerReason, state: PathState): number {
    const before = this.#state;
    const isNew = (versions: ReadonlySet<NodeId>) => (id: NodeId) => !versions.has(id);
    const seq = this.store.transact((tx) =>
      appendLayer(
        tx,
        this.ref,
        {
          head: state.head,
          versionsIn: [...state.versions].filter(isNew(before.versions)),
          versionsOut: [...before.versions].filter(isNew(state.versions)),
          draft: state.draft,
          reason,
          logSeq: null,
        },
        { draftBefore: before.draft, ...(reason === 'begin' ? { snapshot: state } : {}) },
      ),
    );
    this.#state = state;
    this.texts.set(seq, this.#text());
    return seq;
  }

  #text(): string {
    const { draft } = this.#state;
    const edits = new Map(draft?.edits.map(({ nodeId, text }) => [nodeId, text]));
    const committed = this.path.map(({ id, content }) => edits.get(id) ?? textOf(content));
    return committed.join('') + (draft?.buffer.text ?? '');
  }
}

/** Counts and hashes all layers. */
export function runLayerPass({ store }: Pick<LayeredGrove, 'store'>, walk = new WalkedChain(store)): void {
  const onFault = (_: ChainRef, error: Error) => {
    throw error;
  };
  const pass = new LayerPass({ store, onCounted: () => undefined, onFault }, walk);
  const work = workInSteps(pass.run());
  while (!work.isDone) work.step();
}

export function layersOf({ store, ref }: LayeredGrove): readonly StoredLayer[] {
  return readLayers(store, ref, 0, 1_000);
}

/** The text of a layer, read from the file as a whole. */
export function shownAt({ store, ref }: LayeredGrove, seq: number): readonly ShownPiece[] {
  const state = readState(store, ref, seq);
  const path = loadPathAt(store, ref.treeId, state).map(({ node }) => ({
    positionId: node.positionId,
    nodeId: node.id,
    text: textOf(node.content),
    spans: node.spans,
  }));
  return withDraft(path, state.draft);
}

export function textAt(layered: LayeredGrove, seq: number): string {
  return shownAt(layered, seq)
    .map(({ text }) => text)
    .join('');
}

/** Numbers that say what to do next, whatever the grove. */
export interface RandomStep {
  readonly kind: 'commit' | 'revise' | 'branch' | 'switch' | 'type' | 'edit';
  readonly at: number;
  readonly text: string;
}

const words = fc.constantFrom(
  'The storm came. ',
  '\n\n# Two\n',
  '```',
  '\n```\n',
  'Rain\nfell.\n',
  '',
  '\n* * *\n',
);

export const randomStep: fc.Arbitrary<RandomStep> = fc.record({
  kind: fc.constantFrom('commit', 'revise', 'branch', 'switch', 'type', 'edit'),
  at: fc.nat(20),
  text: fc.array(words, { maxLength: 4 }).map((parts) => parts.join('')),
});

/** @returns the number of its layer */
export function takeStep(layered: LayeredGrove, { kind, at, text }: RandomStep): number {
  const { path } = layered;
  const index = at % Math.max(1, path.length);
  const node = path[index];
  if (node === undefined || kind === 'commit') return layered.commit(text);
  if (kind === 'revise') return layered.revise(index, text);
  if (kind === 'branch') return layered.branch(index, text);
  if (kind === 'switch') return layered.switch(node.positionId);
  return layered.type(text, kind === 'edit' ? index : null);
}
