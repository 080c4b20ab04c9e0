import { assert } from '../assert.ts';
import type { LocalId, NodeId, PositionId } from '../ids.ts';
import { equalSpans, type Spans } from '../text/span.ts';
import type { Hyperedge } from './hyperedge.ts';
import type { PathChange, TreeChange } from './tree-change.ts';
import { textOf, type WholeNode } from './tree-node.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** A tree as it would be after changes that are not written yet: an operation of several steps works on one. */
export class Overlay {
  readonly #base: TreeView;
  readonly #basePath: PathView;
  readonly #nodes: WholeNode[] = [];
  readonly #edges: Hyperedge[] = [];
  readonly #selected = new Map<PositionId, NodeId>();
  readonly #lastChild = new Map<PositionId, PositionId>();
  #head: PositionId | undefined;
  readonly tree: TreeView;
  readonly path: PathView;

  constructor(base: TreeView, path: PathView) {
    this.#base = base;
    this.#basePath = path;
    this.tree = this.#treeView();
    this.path = this.#pathView();
  }

  /** Adds what an operation on this overlay would write. Metadata is not among what the steps of an operation read. */
  add(change: TreeChange): void {
    assert(change.metadata.length === 0, 'an overlay does not hold metadata');
    this.#nodes.push(...change.nodes);
    this.#edges.push(...change.edges);
    this.addPath(change.path);
  }

  addPath(change: PathChange): void {
    for (const { position, version } of change.selected) this.#selected.set(position, version);
    for (const { position, child } of change.lastChild) this.#lastChild.set(position, child);
    if (change.head !== undefined) this.#head = change.head;
  }

  /** Everything that was added, as one change. */
  change(): TreeChange {
    return {
      nodes: [...this.#nodes],
      edges: [...this.#edges],
      metadata: [],
      path: {
        ...(this.#head === undefined ? {} : { head: this.#head }),
        selected: [...this.#selected].map(([position, version]) => ({ position, version })),
        lastChild: [...this.#lastChild].map(([position, child]) => ({ position, child })),
      },
    };
  }

  #pathView(): PathView {
    const head = () => this.#head ?? this.#basePath.head;
    return {
      get head() {
        return head();
      },
      selectedAt: (position) => this.#selected.get(position) ?? this.#basePath.selectedAt(position),
      lastChildAt: (position) => this.#lastChild.get(position) ?? this.#basePath.lastChildAt(position),
    };
  }

  #treeView(): TreeView {
    const base = this.#base;
    const added = (id: NodeId) => this.#nodes.find((node) => node.id === id);
    const sourceOf = (node: NodeId) => {
      const source = this.#edges
        .find(({ targetId }) => targetId === node)
        ?.sources.find(({ role }) => role === 'primary');
      return source?.role === 'primary' ? source.positionId : undefined;
    };
    return {
      get tree() {
        return base.tree;
      },
      findNode: (id) => added(id) ?? base.findNode(id),
      getContent: (id) => added(id) ?? base.getContent(id),
      versionsAt: (position) => [
        ...base.versionsAt(position),
        ...this.#nodes.filter((node) => node.positionId === position),
      ],
      parentOf: (position) => sourceOf(position as string as NodeId) ?? base.parentOf(position),
      childrenOf: (position) => [
        ...base.childrenOf(position),
        ...this.#nodes
          .filter(({ id, positionId }) => (positionId as string) === id && sourceOf(id) === position)
          .map(({ positionId }) => positionId),
      ],
      findEdgeInto: (node) =>
        this.#edges.find(({ targetId }) => targetId === node) ?? base.findEdgeInto(node),
      hasLocalId: (localId: LocalId) =>
        this.#nodes.some((node) => node.localId === localId) || base.hasLocalId(localId),
      findTwinVersion: (position, text, spans) =>
        base.findTwinVersion(position, text, spans) ??
        this.#nodes.find((node) => node.positionId === position && says(node, text, spans)),
      findTwinBeside: (node, text, spans) =>
        base.findTwinBeside(node, text, spans) ??
        this.#nodes.find(
          ({ id, positionId, editedFrom, content, spans: own }) =>
            editedFrom === node &&
            (positionId as string) === id &&
            says({ content, spans: own }, text, spans),
        ),
    };
  }
}

function says(node: Pick<WholeNode, 'content' | 'spans'>, text: string, spans: Spans): boolean {
  return node.content.type === 'text' && textOf(node.content) === text && equalSpans(node.spans, spans);
}
