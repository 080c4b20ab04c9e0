import type { Draft } from '../../core/buffer/draft.ts';
import type { PositionId } from '../../core/ids.ts';
import type { PassageSurface } from '../passage-surface.ts';
import type { TimelineSurface } from '../past-surface.ts';
import type { PhraseSurface } from '../phrase-surface.ts';
import type { ProposalSurface } from '../proposal-surface.ts';
import type { BufferSurface, CurrentPlace, TextSurface } from '../surface.ts';
import { createStore, type Store } from './store.ts';

/** A surface of any tree; that of a manuscript has notes and bookmarks on phrases, and marks words. */
export type ShownSurface<Place extends CurrentPlace = CurrentPlace> = TextSurface<Place> &
  Partial<Pick<BufferSurface, 'highlight'>> & { readonly phrases?: PhraseSurface };

/** A manuscript whose passages can be rewritten, which shows suggestions and has a time line. */
export type ManuscriptSurface = BufferSurface &
  PassageSurface &
  ProposalSurface &
  TimelineSurface & { readonly phrases: PhraseSurface };

/**
 * Holds the surface that shows a tree, from when its view is on the screen until another tree is shown. Where the writer
 * is comes from here.
 */
export class SurfaceSlot<
  Place extends CurrentPlace = CurrentPlace,
  Surface extends ShownSurface<Place> = ShownSurface<Place>,
> {
  readonly #summary = createStore<Place | null>(null);
  /** The surface's latest summary; null until it is on the screen. */
  readonly summary: Store<Place | null> = this.#summary;
  #surface: Surface | null = null;
  #isClosed = false;
  /** Called once there is a surface, or there will be none. */
  #onAttached: (() => void)[] = [];

  /** The surface; null while it is not on the screen. */
  readonly find = (): Surface | null => this.#surface;

  /** The uncommitted text; null without a surface. */
  readonly findDraft = (): Draft | null => this.#surface?.draft() ?? null;

  attach(surface: Surface): void {
    this.#surface = surface;
    this.onSummary(surface.summary());
    this.#resolve();
  }

  /** There will be no surface any more. */
  close(): void {
    this.#isClosed = true;
    this.#surface = null;
    this.#resolve();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  onSummary(summary: Place): void {
    this.#summary.set(summary);
  }

  /** The writer's place at this moment, ahead of `summary`, which follows once a frame; null without a surface. */
  readonly findPlace = (): CurrentPlace | null => this.#surface?.summary() ?? null;

  /** Null without a surface, and during a commit. */
  get currentPositionId(): PositionId | null {
    return this.findPlace()?.currentPositionId ?? null;
  }

  /** The fork at which the caret is; null for none. */
  get forkId(): PositionId | null {
    return this.findPlace()?.forkId ?? null;
  }

  /** Resolves when there is a surface, or when there will be none. */
  readonly untilAttached = async (): Promise<void> => {
    if (this.#surface !== null || this.#isClosed) return;
    await new Promise<void>((resolve) => {
      this.#onAttached.push(resolve);
    });
  };

  #resolve(): void {
    for (const resolve of this.#onAttached.splice(0)) resolve();
  }
}
