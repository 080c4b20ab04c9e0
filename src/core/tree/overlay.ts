import type { PathChange, TreeChange } from './tree-change.ts';
import { layerPath, layerTree, type PathLayer, type TreeLayer } from './tree-layer.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** A tree and a path as they would be after changes that are not written yet: an operation of several steps works on one. */
export class Overlay {
  readonly #tree: TreeLayer;
  readonly #path: PathLayer;

  constructor(base: TreeView, path: PathView) {
    this.#tree = layerTree(base);
    this.#path = layerPath(path);
  }

  get tree(): TreeView {
    return this.#tree;
  }

  get path(): PathView {
    return this.#path;
  }

  /** Adds what an operation on this overlay would write. */
  add(change: TreeChange): void {
    this.#tree.add(change);
    this.#path.add(change.path);
  }

  addPath(change: PathChange): void {
    this.#path.add(change);
  }

  /** Everything that was added, as one change. */
  change(): TreeChange {
    return {
      nodes: [...this.#tree.nodes()],
      edges: [...this.#tree.edges()],
      metadata: this.#tree.metadata(),
      path: this.#path.change(),
    };
  }
}
