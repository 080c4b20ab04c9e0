import type { NodeId, PositionId } from '../ids.ts';
import { firstNodeAt } from '../ids.ts';
import type { LogKind } from '../provenance/log-hash.ts';
import type { PathState, StateChange } from './path-state.ts';

/** A node that a row of the log names. */
export interface LoggedFacts {
  readonly id: NodeId;
  readonly position: PositionId;
  /** The position that it continues, and the version there that its author saw; null for the root and for notes. */
  readonly parent: PositionId | null;
  readonly origin: NodeId | null;
  /** It is shown only where it is chosen. */
  readonly isOffered: boolean;
}

/** A row of the log, as it concerns a path. */
export interface LoggedAct {
  readonly kind: LogKind;
  /** The agent whose path it is did it. */
  readonly isOwn: boolean;
  /** In the order in which they were written. */
  readonly nodes: readonly LoggedFacts[];
  /** The head after a commit. */
  readonly head: PositionId | null;
  readonly selected: readonly { readonly position: PositionId; readonly version: NodeId }[];
  readonly pruned: readonly PositionId[];
}

export interface RebuiltPathOptions {
  readonly root: PositionId;
  /** The position above; null for the root, and for positions outside the tree. */
  parentOf(position: PositionId): PositionId | null;
  /** Returns true if the path ran through a position at the first exactly known moment. */
  isKept(position: PositionId): boolean;
}

/**
 * Reconstructs a path from the log, row by row, as far as the log allows (`layers.md`, *Existing groves*): exact where
 * something was written; elsewhere, versions are those last written there, and the head stays until text is added
 * elsewhere.
 */
export class RebuiltPath {
  readonly #options: RebuiltPathOptions;
  readonly #path: PositionId[] = [];
  readonly #indexes = new Map<PositionId, number>();
  readonly #chosen = new Map<PositionId, NodeId>();
  /** The versions on the path that are not the first at their position. */
  readonly #versions = new Set<NodeId>();
  /** Of several continuations, the path continues at the first to arrive. */
  readonly #generated = new Set<PositionId>();
  #head: PositionId;
  /** Differences in versions from the last moment, and whether the head differs. */
  readonly #come = new Set<NodeId>();
  readonly #gone = new Set<NodeId>();
  #hasMoved = false;

  constructor(options: RebuiltPathOptions) {
    this.#options = options;
    this.#head = options.root;
    this.#enter(options.root);
  }

  get state(): PathState {
    return { head: this.#head, versions: new Set(this.#versions), draft: null };
  }

  /** A version is shown at a position from now on. */
  choose(position: PositionId, version: NodeId): void {
    const isOnPath = this.#indexes.has(position);
    if (isOnPath) this.#hide(position);
    this.#chosen.set(position, version);
    if (isOnPath) this.#show(position);
  }

  /** Follows a row. */
  apply(act: LoggedAct): void {
    if (act.kind === 'generate') for (const node of act.nodes) this.#followArrival(node);
    else if (act.isOwn) this.#followWriting(act);
    for (const position of act.pruned) {
      const index = this.#indexes.get(position);
      const above = index === undefined ? undefined : this.#path[index - 1];
      if (above !== undefined) this.#moveHead(above);
    }
  }

  /** The change since the last moment; null if there is none. The next change is since this moment. */
  takeChange(): StateChange | null {
    if (!this.#hasMoved && this.#come.size + this.#gone.size === 0) return null;
    const change = {
      head: this.#head,
      versionsIn: [...this.#come],
      versionsOut: [...this.#gone],
      draft: null,
    };
    this.#hasMoved = false;
    this.#come.clear();
    this.#gone.clear();
    return change;
  }

  #followWriting({ kind, nodes, head, selected }: LoggedAct): void {
    const shown = nodes.filter(({ isOffered, parent }) => !isOffered && parent !== null);
    // A merge from another copy leaves the path alone, unless it added the whole tree.
    if (kind === 'merge' && this.#head !== this.#options.root) return;
    for (const { id, position, parent, origin } of shown) {
      if (parent !== null && origin !== null) this.choose(parent, origin);
      this.choose(position, id);
    }
    for (const { position, version } of selected) this.choose(position, version);
    const opened = shown.flatMap(({ id, position }) => (id === firstNodeAt(position) ? [position] : []));
    const isCopied = kind === 'import' || kind === 'merge';
    const last =
      (isCopied ? opened.findLast((position) => this.#options.isKept(position)) : null) ?? opened.at(-1);
    const to = head ?? last;
    if (to !== undefined) this.#moveHead(to);
  }

  /** A continuation arrives at the head, or where the writer has gone; others beside it are alternatives. */
  #followArrival({ id, position, parent, origin, isOffered }: LoggedFacts): void {
    if (isOffered || parent === null || id !== firstNodeAt(position)) return;
    const { isKept, parentOf } = this.#options;
    const isAlternative = this.#generated.has(this.#head) && parentOf(this.#head) === parent;
    this.#generated.add(position);
    if (isAlternative && (isKept(this.#head) || !isKept(position))) return;
    if (origin !== null) this.choose(parent, origin);
    this.#moveHead(position);
  }

  #moveHead(head: PositionId): void {
    const added: PositionId[] = [];
    let at: PositionId | null = head;
    for (; at !== null && !this.#indexes.has(at); at = this.#options.parentOf(at)) added.push(at);
    const index = at === null ? undefined : this.#indexes.get(at);
    // The tree does not have it any more.
    if (index === undefined) return;
    for (const position of this.#path.splice(index + 1)) {
      this.#hide(position);
      this.#indexes.delete(position);
    }
    for (const position of added.reverse()) this.#enter(position);
    if (head !== this.#head) this.#hasMoved = true;
    this.#head = head;
  }

  #enter(position: PositionId): void {
    this.#indexes.set(position, this.#path.length);
    this.#path.push(position);
    this.#show(position);
  }

  #show(position: PositionId): void {
    const version = this.#chosen.get(position);
    if (version === undefined || version === firstNodeAt(position)) return;
    this.#versions.add(version);
    if (!this.#gone.delete(version)) this.#come.add(version);
  }

  #hide(position: PositionId): void {
    const version = this.#chosen.get(position);
    if (version === undefined || !this.#versions.delete(version)) return;
    if (!this.#come.delete(version)) this.#gone.add(version);
  }
}
