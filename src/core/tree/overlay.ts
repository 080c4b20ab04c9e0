import type { PositionId } from '../ids.ts';
import type { PathChange, TreeChange } from './tree-change.ts';
import { layerPath, layerTree, type PathLayer, type TreeLayer } from './tree-layer.ts';
import { MARK_NAMES, type MarkChange, type MarkChanges, type MarkName } from './tree-marks.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** A tree and a path with unwritten changes applied, for operations that have several steps. */
export class Overlay {
  readonly #tree: TreeLayer;
  readonly #path: PathLayer;
  readonly #marks = new Map<MarkName, MarkChange[MarkName][]>();
  readonly #relisted: PositionId[] = [];

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

  /** Applies the change that an operation on this overlay returned. */
  add(change: TreeChange): void {
    this.#tree.add(change);
    this.#path.add(change.path);
    for (const name of MARK_NAMES) {
      const marks = [...(this.#marks.get(name) ?? []), ...(change[name] ?? [])];
      if (marks.length > 0) this.#marks.set(name, marks);
    }
    this.#relisted.push(...(change.relisted ?? []));
  }

  addPath(change: PathChange): void {
    this.#path.add(change);
  }

  /** All applied changes, as one. */
  change(): TreeChange {
    return {
      nodes: [...this.#tree.nodes()],
      edges: [...this.#tree.edges()],
      metadata: this.#tree.metadata(),
      path: this.#path.change(),
      ...(Object.fromEntries(this.#marks) as MarkChanges),
      ...(this.#relisted.length === 0 ? {} : { relisted: this.#relisted }),
    };
  }
}
