import type { AnchorChange } from '../anchors/logged-anchor.ts';
import type { PositionId } from '../ids.ts';
import type { Link } from '../links/link.ts';
import type { OwnSummary, Summary } from '../summaries/summary.ts';
import type { PathChange, TreeChange } from './tree-change.ts';
import { layerPath, layerTree, type PathLayer, type TreeLayer } from './tree-layer.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** A tree and a path with unwritten changes applied, for operations that have several steps. */
export class Overlay {
  readonly #tree: TreeLayer;
  readonly #path: PathLayer;
  readonly #anchors: AnchorChange[] = [];
  readonly #links: Link[] = [];
  readonly #summaries: (Summary | OwnSummary)[] = [];
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
    this.#anchors.push(...(change.anchors ?? []));
    this.#links.push(...(change.links ?? []));
    this.#summaries.push(...(change.summaries ?? []));
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
      ...(this.#anchors.length === 0 ? {} : { anchors: this.#anchors }),
      ...(this.#links.length === 0 ? {} : { links: this.#links }),
      ...(this.#summaries.length === 0 ? {} : { summaries: this.#summaries }),
      ...(this.#relisted.length === 0 ? {} : { relisted: this.#relisted }),
    };
  }
}
