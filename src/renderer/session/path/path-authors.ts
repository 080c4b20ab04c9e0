import type { AgentId, NodeId, PositionId } from '../../../core/ids.ts';
import { type AuthorShare, sharesOf } from '../../../core/provenance/who-wrote.ts';
import { createStore, derive, type Store } from '../store.ts';
import type { SurfaceSlot } from '../surface-slot.ts';
import type { PathSession } from './path-session.ts';

/** Delay of counting edits, in milliseconds: no keystroke waits for it, and it takes longer to look there. */
const COUNT_AFTER = 100;

/** Each agent's share of edited nodes, as typed, by decreasing share. */
export type TypedShares = ReadonlyMap<NodeId, readonly AuthorShare[]>;

type TypedAuthors = ReadonlyMap<NodeId, readonly AgentId[]>;

const NONE: TypedShares = new Map();

/** The authors of the path's text, pending edits as typed included (`domain.md`, *Authorship*). */
export class PathAuthors {
  readonly #path: PathSession;
  readonly #surface: SurfaceSlot;
  readonly #shares = createStore(NONE);
  /** Shares in nodes with pending edits. */
  readonly shares: Store<TypedShares> = this.#shares;
  #lastTyped: TypedAuthors = new Map();
  /** The authors of nodes with pending edits. Replaced only when they are others, or in another order. */
  readonly typed: Store<TypedAuthors> = derive([this.#shares], (shares) => {
    const typed = authorsOf(shares);
    if (print(typed) !== print(this.#lastTyped)) this.#lastTyped = typed;
    return this.#lastTyped;
  });
  readonly #unsubscribe: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(path: PathSession, surface: SurfaceSlot) {
    this.#path = path;
    this.#surface = surface;
    this.#unsubscribe = surface.summary.subscribe(() => this.#countSoon());
    this.#countSoon();
  }

  /** The authors of the text at a position of the path; undefined if it is not on the path. */
  at(positionId: PositionId): readonly AgentId[] | undefined {
    const header = this.#path.findHeader(positionId);
    return header && (this.typed.get().get(header.nodeId) ?? header.authors);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#unsubscribe();
  }

  #countSoon(): void {
    const pending = this.#surface.summary.get()?.pendingCount ?? 0;
    if (pending === 0 && this.#shares.get().size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#count();
    }, COUNT_AFTER);
  }

  #count(): void {
    const edits = this.#surface.findDraft()?.edits ?? [];
    const shares = new Map(edits.map(({ nodeId, spans }) => [nodeId, sharesOf(spans)]));
    this.#shares.set(shares);
  }
}

/** A node without text has its author. */
function authorsOf(shares: TypedShares): TypedAuthors {
  const written = [...shares].filter(([, own]) => own.length > 0);
  return new Map(written.map(([nodeId, own]) => [nodeId, own.map(({ agent }) => agent)]));
}

function print(authors: TypedAuthors): string {
  return JSON.stringify([...authors]);
}
