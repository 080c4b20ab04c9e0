import { AspenError } from '../../../core/errors.ts';
import type { TreeId } from '../../../core/ids.ts';
import type { AppInfo } from '../../../ipc/wire/app.ts';
import type { JobSnapshot } from '../../../ipc/wire/generation.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { PathSnapshot } from '../../../ipc/wire/path.ts';
import type { Client } from '../../client.ts';
import { BufferDesk } from '../manuscript/buffer-desk.ts';
import type { DraftSession } from '../manuscript/draft-session.ts';
import { TextSnapshots } from '../manuscript/text-snapshots.ts';
import { OutlineStates } from '../outline/outline-state.ts';
import type { Preferences } from '../settings/preferences-session.ts';
import { createStore, type Store } from '../store.ts';
import type { TreeDesk } from '../tree/tree-desk.ts';
import type { Notices } from './notices.ts';
import type { Place } from './place.ts';

/** What the window shows: nothing yet, the welcome page, or one tree of one grove. */
export type Scene =
  | { readonly kind: 'starting' }
  | { readonly kind: 'welcome' }
  /** `revision` identifies this showing: the same tree, read again, gets another number. */
  | {
      readonly kind: 'grove';
      readonly grove: GroveSnapshot;
      readonly desk: BufferDesk;
      readonly revision: number;
    };

export interface SceneSessionOptions {
  readonly client: Client;
  readonly notices: Notices;
  readonly info: Store<AppInfo | null>;
  readonly preferences: Store<Preferences>;
  /** Runs the callback before the next frame is painted. */
  schedule(callback: () => void): void;
  /** Main sent a grove, or none: called first, also if the tree stays. */
  onGrove(grove: GroveSnapshot | null): void;
  /** Another tree is about to be read. */
  onSwitch(): void;
  /** The writer leaves this place for another. */
  onJump(from: Place): void;
}

interface TreeRead {
  readonly snapshot: PathSnapshot;
  readonly runningJobs: readonly JobSnapshot[];
  /** False if something was typed into the same draft since the read. */
  isCurrent(): boolean;
}

/** Switches the window between the welcome page and trees, and keeps what trees that were left still need. */
export class SceneSession {
  readonly #options: SceneSessionOptions;
  readonly #scene = createStore<Scene>({ kind: 'starting' });
  /** Texts and outlines of the shown grove's other trees. */
  readonly #texts = new TextSnapshots();
  readonly #outlines = new OutlineStates();
  /** Numbers the requests, so that an older tree that is read late does not replace a newer one. */
  #shows = 0;
  /** Settles when no requested scene is still loading. */
  #showing: Promise<unknown> = Promise.resolve();
  /** Main replaced the shown draft. */
  #isReplaced = false;
  /** Drafts of trees that were left with text that main had refused or not received yet. */
  readonly #unsent = new Map<TreeId, DraftSession>();

  constructor(options: SceneSessionOptions) {
    this.#options = options;
  }

  get scene(): Store<Scene> {
    return this.#scene;
  }

  /** The manuscript on the screen. */
  findDesk(): BufferDesk | null {
    const scene = this.#scene.get();
    return scene.kind === 'grove' ? scene.desk : null;
  }

  /** The tree on the screen. */
  findTree(): TreeDesk | null {
    return this.findDesk()?.tree ?? null;
  }

  findGrove(): GroveSnapshot | null {
    const scene = this.#scene.get();
    return scene.kind === 'grove' ? scene.grove : null;
  }

  /** Drafts that may have text main lacks: the shown tree's, and those left with unsent text. */
  drafts(): ReadonlySet<DraftSession> {
    const shown = this.findTree()?.draft;
    return new Set([...this.#unsent.values(), ...(shown === undefined ? [] : [shown])]);
  }

  /** Shows the welcome page if nothing has been shown yet. */
  endStarting(): void {
    if (this.#scene.get().kind === 'starting') this.#scene.set({ kind: 'welcome' });
  }

  /** Resolves when no tree is on its way into the window. */
  async untilShown(): Promise<void> {
    await this.#showing;
  }

  /** Main replaced the draft, so reads the shown tree again. */
  async showAgain(): Promise<void> {
    const grove = await this.#options.client.call('grove.current', {});
    if (grove !== null) await this.show(grove, true);
  }

  /** @param again reads the tree again even if it is the one shown */
  show(grove: GroveSnapshot | null, again = false): Promise<void> {
    const shown = this.#show(grove, again);
    this.#showing = Promise.allSettled([this.#showing, shown]);
    return shown;
  }

  /** The writer can go on in the shown tree until the next one is ready. */
  async #show(grove: GroveSnapshot | null, again: boolean): Promise<void> {
    const { client, schedule, notices, info, preferences, onGrove, onSwitch, onJump } = this.#options;
    onGrove(grove);
    const now = this.#scene.get();
    const show = ++this.#shows;
    this.#isReplaced ||= again;
    const isCurrent = now.kind === 'grove' && !now.desk.tree.isLeft && !this.#isReplaced;
    if (isCurrent && grove !== null && now.desk.tree.treeId === grove.openTreeId) {
      now.desk.onGrove(grove);
      this.#scene.set({ ...now, grove });
      return;
    }
    onSwitch();
    const place = isCurrent ? now.desk.tree.navigation.findPlace() : null;
    if (place !== null) onJump(place);
    const left = now.kind === 'grove' ? now.desk : null;
    await left?.flush();
    if (show !== this.#shows) return;
    let read: TreeRead | null = null;
    do {
      read = grove === null ? null : await this.#readTree(grove.openTreeId, left?.tree ?? null);
      if (show !== this.#shows) return;
      // Text typed during the read. Nothing is awaited between this flush and the switch to the new scene.
      await left?.tree.draft.flush();
      if (show !== this.#shows) return;
    } while (read?.isCurrent() === false);
    this.#leave(left);
    // A draft that main replaced may lack what the undo histories go back to.
    if (this.#isReplaced || grove === null) {
      this.#texts.clear();
      this.#outlines.clear();
    }
    this.#isReplaced = false;
    if (grove === null || read === null) {
      this.#scene.set({ kind: 'welcome' });
      return;
    }
    const { snapshot, runningJobs } = read;
    const treeId = grove.openTreeId;
    this.#unsent.delete(treeId);
    const checks = info.get()?.checks ?? false;
    const outline = this.#outlines.find(treeId);
    const desk = new BufferDesk({
      client,
      grove,
      snapshot,
      textSnapshot: this.#texts.take(snapshot),
      outline,
      runningJobs,
      checks,
      notices,
      schedule,
      onJump,
      findPreset: (id) => preferences.get().presets.find((preset) => preset.id === id),
    });
    if (outline === null) desk.tree.outline.setViewOptions(this.#outlines.lastOptions);
    this.#scene.set({ kind: 'grove', grove, desk, revision: show });
  }

  /**
   * @param shown the tree on the screen: if it is the one to read, the writer may be typing in it
   * @throws {AspenError} also while main still refuses text typed there, which the snapshot would lack
   */
  async #readTree(treeId: TreeId, shown: TreeDesk | null): Promise<TreeRead> {
    const draft = shown?.treeId === treeId ? shown.draft : this.#unsent.get(treeId);
    const { client } = this.#options;
    const eventCount = draft?.eventCount;
    await draft?.flush();
    const error = draft?.status.get().error ?? null;
    if (error !== null) throw new AspenError(error.code, error.detail);
    const [snapshot, runningJobs] = await Promise.all([
      client.call('path.read', { treeId }),
      client.call('generation.running', { treeId }),
    ]);
    return { snapshot, runningJobs, isCurrent: () => draft?.eventCount === eventCount };
  }

  /** Saves what the writer finds again when they come back to the tree. */
  #leave(desk: BufferDesk | null): void {
    if (desk === null || desk.tree.isLeft) return;
    const { tree } = desk;
    this.#texts.save(tree.treeId, desk.leave());
    const { error } = tree.draft.status.get();
    if (error !== null) this.#options.notices.report(error);
    if (error !== null || tree.draft.isUnsent) this.#unsent.set(tree.treeId, tree.draft);
    this.#outlines.save(tree.treeId, tree.outline.remember(), tree.outline.viewOptions.get());
  }
}
