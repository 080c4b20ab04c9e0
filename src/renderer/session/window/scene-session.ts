import type { TreeId } from '../../../core/ids.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { Client } from '../../client.ts';
import type { DraftSession } from '../draft/draft-session.ts';
import { createSignal, createStore, type Signal, type Store } from '../store.ts';
import type { Place } from '../tree/navigation-commands.ts';
import type { Desk, TreeDesks, TreeRead } from './tree-desks.ts';

/** The content of the window: nothing yet, a file that is being checked, the welcome page, or a tree of one grove with at most one companion. */
export type Scene =
  | { readonly kind: 'starting' }
  /** A file of this name is being checked, and is shown next. */
  | { readonly kind: 'awaiting'; readonly fileName: string }
  | { readonly kind: 'welcome' }
  | {
      readonly kind: 'grove';
      readonly grove: GroveSnapshot;
      readonly desk: Desk;
      /** Another tree of the grove, which is shown beside it (`house.md`, *Two surfaces*). */
      readonly companion: Desk | null;
    };

type GroveScene = Extract<Scene, { kind: 'grove' }>;

export interface SceneSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly desks: TreeDesks;
  /** The writer leaves this place for another. */
  onJump(from: Place): void;
  /** Another tree is about to be read. */
  onSwitch(): void;
}

/** Switches the window between the welcome page and trees. Commands go to the tree that last had the keyboard. */
export class SceneSession {
  readonly #options: SceneSessionOptions;
  readonly #scene = createStore<Scene>({ kind: 'starting' });
  readonly scene: Store<Scene> = this.#scene;
  readonly #groveSent = createSignal<GroveSnapshot | null>();
  /** Main sent a grove, or none: emitted before anything else, also if the tree stays. */
  readonly groveSent: Signal<GroveSnapshot | null> = this.#groveSent;
  /** The desk that has the keyboard, or had it last. */
  #active: Desk | null = null;
  /** Numbers the requests, so that an older tree that is read late does not replace a newer one. */
  #shows = 0;
  /** Numbers those that replace what is shown, with the tree beside it. */
  #switches = 0;
  /** Desks that are on the screen only until another tree has been read. */
  #leaving: ReadonlySet<Desk> = new Set();
  /** Settles when no requested scene is still loading. */
  #showing: Promise<unknown> = Promise.resolve();

  constructor(options: SceneSessionOptions) {
    this.#options = options;
  }

  /** The desks on the screen: the tree's, then its companion's. */
  desks(): readonly Desk[] {
    const scene = this.#findGroveScene();
    if (scene === null) return [];
    return scene.companion === null ? [scene.desk] : [scene.desk, scene.companion];
  }

  /** The desk that commands act on: the one that has the keyboard, or had it last. */
  findDesk(): Desk | null {
    const [first] = this.desks();
    return this.desks().find((desk) => desk === this.#active) ?? first ?? null;
  }

  /** The desks on the screen that the writer has not asked to leave. */
  staying(): readonly Desk[] {
    return this.desks().filter((desk) => !this.#leaving.has(desk));
  }

  /** The desk of a tree on the screen. */
  findDeskOf(treeId: TreeId): Desk | null {
    return this.desks().find(({ tree }) => tree.treeId === treeId) ?? null;
  }

  findGrove(): GroveSnapshot | null {
    return this.#findGroveScene()?.grove ?? null;
  }

  /** The keyboard is in this desk's tree. */
  activate(desk: Desk): void {
    this.#active = desk;
  }

  /** Drafts that may have text main lacks: those on the screen, and those left with unsent text. */
  drafts(): ReadonlySet<DraftSession> {
    return new Set([...this.#options.desks.unsent(), ...this.desks().map(({ tree }) => tree.draft)]);
  }

  /** Sends main what is unsent of the trees on the screen, and what is unsaved of those that were left. */
  async flush(): Promise<void> {
    for (const desk of this.desks()) await desk.flush();
    await this.#options.desks.flushAside();
  }

  /** Shows that a file is being checked, until main sends its grove or none. */
  await(fileName: string): void {
    if (this.#scene.get().kind === 'starting') this.#scene.set({ kind: 'awaiting', fileName });
  }

  /** Shows the welcome page if nothing has been shown yet. */
  endStarting(): void {
    if (this.#scene.get().kind === 'starting') this.#scene.set({ kind: 'welcome' });
  }

  /** Resolves when no tree is on its way into the window. */
  async untilShown(): Promise<void> {
    await this.#showing;
  }

  /**
   * Main replaced drafts: shows the present ones, in the same editors.
   * @param treeId the tree of the draft; null for all
   */
  async showReplaced(treeId: TreeId | null): Promise<void> {
    const { client, desks } = this.#options;
    desks.forgetTexts();
    const grove = await client.call('grove.current', {});
    if (grove !== null) await this.show(grove);
    await this.untilShown();
    for (const desk of this.desks()) {
      if (treeId !== null && desk.tree.treeId !== treeId) continue;
      const read = await this.#readSettled(desk.tree.treeId, desk.tree.draft, () => desk.tree.isLeft);
      if (read !== null) desk.tree.draft.showReplaced(read.snapshot);
    }
  }

  show(grove: GroveSnapshot | null): Promise<void> {
    return this.#enqueue(this.#show(grove));
  }

  /** Shows another tree of the grove beside the shown one; null for none. Commits nothing. */
  showCompanion(treeId: TreeId | null): Promise<void> {
    return this.#enqueue(this.#showCompanion(treeId));
  }

  #enqueue(shown: Promise<void>): Promise<void> {
    this.#showing = Promise.allSettled([this.#showing, shown]);
    return shown;
  }

  /** The writer can continue in the shown tree until the next one is ready. */
  async #show(grove: GroveSnapshot | null): Promise<void> {
    const { desks, onJump, onSwitch } = this.#options;
    this.#groveSent.emit(grove);
    const now = this.#findGroveScene();
    const show = ++this.#shows;
    const isStale = () => show !== this.#shows;
    this.#leaving = new Set();
    if (
      now !== null &&
      grove !== null &&
      !now.desk.tree.isLeft &&
      now.desk.tree.treeId === grove.openTreeId
    ) {
      this.#updateGrove(now, grove);
      return;
    }
    this.#switches += 1;
    onSwitch();
    const place = now?.desk.tree.isLeft === false ? now.desk.tree.navigation.findPlace() : null;
    if (place !== null) onJump(place);
    // A companion stays beside another tree of its grove, but no tree is on the screen twice.
    const isKept =
      now?.companion != null && grove?.id === now.grove.id && now.companion.tree.treeId !== grove.openTreeId;
    const companion = isKept ? now.companion : null;
    const left = this.desks().filter((desk) => desk !== companion);
    this.#leaving = new Set(left);
    for (const desk of left) await desk.flush();
    if (isStale()) return;
    let read: TreeRead | null = null;
    if (grove !== null) {
      const shown = this.findDeskOf(grove.openTreeId)?.tree.draft ?? null;
      read = await this.#readSettled(grove.openTreeId, shown, isStale, left);
      if (read === null) return;
    }
    for (const desk of left) desks.leave(desk);
    if (grove === null || read === null) {
      desks.forgetAll();
      this.#scene.set({ kind: 'welcome' });
      return;
    }
    desks.onGrove(grove);
    companion?.onGrove(grove);
    this.#active = null;
    this.#scene.set({ kind: 'grove', grove, desk: desks.open(grove, read), companion });
  }

  async #showCompanion(treeId: TreeId | null): Promise<void> {
    const { desks } = this.#options;
    // A switch that begins from here on may be to this tree, which must not be on the screen twice.
    const begun = this.#switches;
    await this.untilShown();
    const now = this.#findGroveScene();
    if (now === null || treeId === (now.companion?.tree.treeId ?? null) || treeId === now.desk.tree.treeId)
      return;
    const isStale = () => begun !== this.#switches;
    const left = now.companion === null ? [] : [now.companion];
    this.#leaving = new Set(left);
    for (const desk of left) await desk.flush();
    const read = treeId === null ? null : await this.#readSettled(treeId, null, isStale, left);
    // The grove may have changed meanwhile, and that tree may be gone.
    const shown = this.#findGroveScene();
    if (isStale() || shown === null || (treeId !== null && read === null)) return;
    if (treeId !== null && !shown.grove.trees.some(({ id }) => id === treeId)) return;
    for (const desk of left) desks.leave(desk);
    const companion = read === null ? null : desks.open(shown.grove, read);
    this.#scene.set({ ...shown, companion });
  }

  /**
   * Reads a tree until nothing was typed in it meanwhile. Nothing is awaited between the last flush and the return.
   * @param left desks that are about to be left: what is typed there during the read is sent too
   * @returns null if it is not wanted any more
   */
  async #readSettled(
    treeId: TreeId,
    shown: DraftSession | null,
    isStale: () => boolean,
    left: readonly Desk[] = [],
  ): Promise<TreeRead | null> {
    for (;;) {
      const read = await this.#options.desks.read(treeId, shown);
      if (isStale()) return null;
      await Promise.all(left.map(({ tree }) => tree.draft.flush()));
      if (isStale()) return null;
      if (read.isCurrent()) return read;
    }
  }

  /** The trees stay; a companion leaves if its tree is gone. */
  #updateGrove(now: GroveScene, grove: GroveSnapshot): void {
    this.#options.desks.onGrove(grove);
    for (const desk of this.desks()) desk.onGrove(grove);
    const isGone = !grove.trees.some(({ id }) => id === now.companion?.tree.treeId);
    if (now.companion !== null && isGone) this.#options.desks.leave(now.companion);
    this.#scene.set({ ...now, grove, companion: isGone ? null : now.companion });
  }

  #findGroveScene(): GroveScene | null {
    const scene = this.#scene.get();
    return scene.kind === 'grove' ? scene : null;
  }
}
