import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { TreeMode } from '../../../core/tree/loom-tree.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { PathSnapshot } from '../../../ipc/wire/path.ts';
import type { Client } from '../../client.ts';
import type { CurrentPlace, ManuscriptSummary, TextSurface } from '../../surface.ts';
import { findAgent } from '../find-agent.ts';
import type { Notices } from '../notices.ts';
import type { IntentContext, IntentOutcome, PathIntent } from '../path/intent.ts';
import { PathAuthors } from '../path/path-authors.ts';
import { PathCounts, PathSession } from '../path/path-session.ts';
import { createSignal, createStore, type Signal, type Store, type WritableStore } from '../store.ts';
import type { ManuscriptSurface, ShownSurface, SurfaceSlot } from '../surface-slot.ts';
import { DraftSession } from './draft-session.ts';

/** The things that all parts of a window's view of one tree need, handed over whole. */
export interface TreeScope<
  Place extends CurrentPlace = CurrentPlace,
  Surface extends ShownSurface<Place> = ShownSurface<Place>,
> {
  readonly client: Client;
  readonly treeId: TreeId;
  /** As main last sent it. */
  readonly grove: Store<GroveSnapshot>;
  /** As it was when the tree was opened. */
  readonly readOnly: boolean;
  readonly path: PathSession;
  readonly counts: PathCounts;
  /** The authors of the path's text. */
  readonly authors: PathAuthors;
  /** The uncommitted text, on its way to main. */
  readonly draft: DraftSession;
  /** The surface that shows the tree and has the writer's place. */
  readonly surface: SurfaceSlot<Place, Surface>;
  readonly notices: Notices;
  readonly intents: IntentSession<Surface>;
}

/** The author of the node at a position; undefined if it is not on the path, or its author not in the grove. */
export function findAuthor(
  { grove, path }: Pick<TreeScope, 'grove' | 'path'>,
  positionId: PositionId,
): Agent | undefined {
  return findAgent(grove.get(), path.findHeader(positionId)?.authorId ?? null);
}

/** The speaker of the message at a position; undefined if it is not on the path, or its speaker not in the grove. */
export function findSpeaker(
  { grove, path }: Pick<TreeScope, 'grove' | 'path'>,
  positionId: PositionId,
): Agent | undefined {
  return findAgent(grove.get(), path.findHeader(positionId)?.speakerId ?? null);
}

/** The needs of a desk of either mode. */
export interface OpenedTree {
  readonly client: Client;
  readonly notices: Notices;
  readonly grove: GroveSnapshot;
  readonly snapshot: PathSnapshot;
  /** Compare digests of the draft with main's (`AppInfo.checks`). */
  readonly checks: boolean;
}

/**
 * Opens the path and the draft of a tree.
 * @param onNotRestored main refused an undo or redo twice; the path is shown as main has it
 */
export function openTreeScope<Place extends CurrentPlace, Surface extends ShownSurface<Place>>(
  { client, notices, grove: first, snapshot, checks }: OpenedTree,
  surface: SurfaceSlot<Place, Surface>,
  mode: TreeMode,
  onNotRestored: (failure: WireError) => void,
): TreeScope<Place, Surface> & { readonly grove: WritableStore<GroveSnapshot> } {
  const grove = createStore(first);
  const path = new PathSession(snapshot);
  const counts = new PathCounts(client, path, notices);
  const draft = new DraftSession({
    client,
    path,
    mode,
    checks,
    isChecking: () => grove.get().isChecking,
    onNotRestored,
    onBug: (error) => {
      // Also an uncaught error of the page: tests and developers must see a bug.
      reportError(error);
      notices.report(error);
    },
  });
  return {
    client,
    treeId: snapshot.treeId,
    grove,
    readOnly: grove.get().readOnly,
    path,
    counts,
    authors: new PathAuthors(path, surface),
    draft,
    surface,
    notices,
    intents: new IntentSession({ client, path, draft, counts, notices, surface }),
  };
}

export type ManuscriptScope = TreeScope<ManuscriptSummary, ManuscriptSurface>;

export interface IntentSessionOptions<Surface extends TextSurface> {
  readonly client: Client;
  readonly path: PathSession;
  readonly draft: DraftSession;
  readonly counts: PathCounts;
  readonly notices: Notices;
  readonly surface: SurfaceSlot<CurrentPlace, Surface>;
}

/** Creates the writer's intents from what the surface shows, and submits them in order. */
export class IntentSession<Surface extends TextSurface = TextSurface> {
  readonly #options: IntentSessionOptions<Surface>;
  readonly #submitting = createSignal<void>();
  /** Emitted before each intent: what is only momentary ends. */
  readonly submitting: Signal<void> = this.#submitting;

  constructor(options: IntentSessionOptions<Surface>) {
    this.#options = options;
  }

  /** Runs an intent and reports a failure. @param ifNothing announced if there was nothing to do */
  async submit(
    makeIntent: (context: IntentContext<Surface>) => PathIntent,
    ifNothing?: string,
  ): Promise<IntentOutcome> {
    const { notices } = this.#options;
    const outcome = await this.trySubmit(makeIntent);
    if (outcome.outcome === 'failed') notices.reportRefusal(outcome.error);
    if (outcome.outcome === 'nothing' && ifNothing !== undefined) notices.tell(ifNothing);
    return outcome;
  }

  /** Runs an intent; the caller reports a failure. */
  async trySubmit(makeIntent: (context: IntentContext<Surface>) => PathIntent): Promise<IntentOutcome> {
    const { client, path, draft, counts, surface: slot } = this.#options;
    const surface = slot.find();
    if (surface === null) return { outcome: 'nothing' };
    this.#submitting.emit();
    // Intents need the counts to know whether there is another sibling or version.
    const { currentPositionId } = surface.summary();
    if (currentPositionId !== null && !counts.has(currentPositionId)) await counts.load([currentPositionId]);
    return draft.submit(makeIntent({ client, path, surface }));
  }
}
