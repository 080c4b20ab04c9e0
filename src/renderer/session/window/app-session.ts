import { AspenError } from '../../../core/errors.ts';
import type { TreeId } from '../../../core/ids.ts';
import type { ClipboardAction } from '../../../ipc/contract.ts';
import type { AppInfo } from '../../../ipc/wire/app.ts';
import type { JobSnapshot, UsageSummary } from '../../../ipc/wire/generation.ts';
import type { GroveSnapshot, SaveState } from '../../../ipc/wire/grove.ts';
import type { PathSnapshot } from '../../../ipc/wire/path.ts';
import type { Client } from '../../client.ts';
import type { DraftSession } from '../manuscript/draft-session.ts';
import { KeptTexts } from '../manuscript/kept-texts.ts';
import { SpellingSession } from '../manuscript/spelling-session.ts';
import { OutlineStates } from '../outline/outline-state.ts';
import { AgentsSession } from '../settings/agents-session.ts';
import {
  type Preferences,
  type PreferencesPatch,
  PreferencesSession,
  preferenceRanges,
} from '../settings/preferences-session.ts';
import { ProvidersSession } from '../settings/providers-session.ts';
import { createStore, type Store, type WritableStore } from '../store.ts';
import { OpenTree } from '../tree/open-tree.ts';
import { SearchSession } from '../tree/search-session.ts';
import { CopiesSession } from './copies-session.ts';
import { ExchangeSession } from './exchange-session.ts';
import type { FullPage } from './full-page.ts';
import { GroveNotices } from './grove-notices.ts';
import { NavigationHistory } from './navigation-history.ts';
import { Notices } from './notices.ts';
import { OpeningSession } from './opening-session.ts';
import { PaletteSession } from './palette-session.ts';
import { Panes } from './panes.ts';
import { TreesSession } from './trees-session.ts';
import { TroubleSession } from './trouble-session.ts';

export interface AppSessionOptions {
  readonly client: Client;
  /** Runs the callback before the next frame is painted. */
  schedule(callback: () => void): void;
}

/** The grove of a window, as main last told it. */
export type ShownGrove = GroveSnapshot;

/** What the window shows: nothing yet, the welcome page, or one tree of one grove. */
export type Scene =
  | { readonly kind: 'starting' }
  | { readonly kind: 'welcome' }
  /** `show` counts what was shown: the same tree read again is another. */
  | { readonly kind: 'grove'; readonly grove: GroveSnapshot; readonly tree: OpenTree; readonly show: number };

interface TreeRead {
  readonly snapshot: PathSnapshot;
  readonly runningJobs: readonly JobSnapshot[];
  /** False where something was typed into the same draft since it was read. */
  isWhole(): boolean;
}

/** The mirrors of one window, and the requests that open groves in it. */
export class AppSession {
  readonly notices = new Notices();
  readonly panes: Panes;
  readonly palette: PaletteSession;
  readonly spelling: SpellingSession;
  /** Search over the tree or the grove. */
  readonly search: SearchSession;
  readonly opening: OpeningSession;
  /** A file that cannot be written. */
  readonly trouble: TroubleSession;
  /** Files that go out and come in. */
  readonly exchange: ExchangeSession;
  /** Copies of the grove, and backups. */
  readonly copies: CopiesSession;
  /** Places that were visited. */
  readonly places: NavigationHistory;
  /** Trees of the grove that is shown. */
  readonly trees: TreesSession;
  /** Services that continue text. */
  readonly providers: ProvidersSession;
  /** Model agents of the grove that is shown. */
  readonly agents: AgentsSession;
  /** The settings or the help, where the text was. */
  readonly cover: WritableStore<FullPage | null> = createStore<FullPage | null>(null);
  /** Words written since the window opened, over all trees it showed; of the tree that is shown, its summary says. */
  sessionWords = 0;
  readonly #options: AppSessionOptions;
  readonly #info = createStore<AppInfo | null>(null);
  readonly #scene = createStore<Scene>({ kind: 'starting' });
  readonly #save = createStore<SaveState>({ state: 'saved' });
  readonly #isPaused = createStore(false);
  readonly #preferences: PreferencesSession;
  readonly #groveNotices: GroveNotices;
  /** Of trees of the grove that is shown. */
  readonly #kept = new KeptTexts();
  readonly #outlines = new OutlineStates();
  /** Counts what was asked to be shown: an older tree that is read late must not replace a newer one. */
  #shows = 0;
  /** Over when nothing that was asked for is on its way into the window. */
  #showing: Promise<unknown> = Promise.resolve();
  /** Main replaced the draft that is shown. */
  #isReplaced = false;
  /** Of trees that were left before main had all that was typed in them: it was refused, or came last of all. */
  readonly #unsent = new Map<TreeId, DraftSession>();

  constructor(options: AppSessionOptions) {
    const { client } = options;
    this.#options = options;
    // What most of them know of the window.
    const shared = { client, notices: this.notices, findTree: () => this.findTree() };
    this.#preferences = new PreferencesSession({
      send: (patch) => client.call('settings.update', patch),
      onError: (error) => this.notices.report(error),
    });
    this.#groveNotices = new GroveNotices({
      ...shared,
      beforeOffer: async () => this.findTree()?.draft.flush(),
      onGrove: (grove) => this.#told(this.#show(grove)),
    });
    this.opening = new OpeningSession({
      ...shared,
      info: this.#info,
      show: (grove) => this.#show(grove),
      told: (work) => this.#told(work),
    });
    this.trouble = new TroubleSession({
      client,
      notices: this.#groveNotices,
      findGrove: () => this.#findGrove(),
      told: (work) => this.#told(work),
    });
    this.panes = new Panes(this.#preferences.store, (patch) => this.prefer(patch));
    this.palette = new PaletteSession({
      preferences: this.#preferences.store,
      prefer: (patch) => this.prefer(patch),
    });
    this.providers = new ProvidersSession(shared);
    this.agents = new AgentsSession(shared);
    this.places = new NavigationHistory({
      ...shared,
      hasTree: (treeId) => this.#findGrove()?.trees.some(({ id }) => id === treeId) ?? false,
      showTree: (treeId) => this.showTree(treeId),
      untilShown: async () => {
        await this.#showing;
      },
    });
    this.trees = new TreesSession({
      ...shared,
      findGrove: () => this.#findGrove(),
      settle: async () => this.findTree()?.takeBlur(),
      showPane: () => {
        if (!this.panes.shown.get().grove) this.panes.toggle('grove');
      },
    });
    this.exchange = new ExchangeSession(shared);
    this.copies = new CopiesSession({
      ...shared,
      findTreeId: () => this.findTree()?.treeId ?? null,
      settle: async () => this.findTree()?.draft.flush(),
      show: (grove) => this.opening.open(Promise.resolve(grove)),
    });
    this.search = new SearchSession({
      ...shared,
      showTree: (treeId) => this.showTree(treeId),
      showNotes: (positionId) => {
        this.showTab('node');
        this.findTree()?.looking.showNotes(positionId);
      },
      showPane: () => {
        if (!this.panes.shown.get().grove) this.panes.toggle('grove');
      },
    });
    this.spelling = new SpellingSession({
      ...shared,
      preferences: this.#preferences.store,
      prefer: (patch) => this.prefer(patch),
    });
  }

  get info(): Store<AppInfo | null> {
    return this.#info;
  }

  get scene(): Store<Scene> {
    return this.#scene;
  }

  /** Whether the grove becomes another just now: nothing can be done in the page, which is loaded anew. */
  get isPaused(): Store<boolean> {
    return this.#isPaused;
  }

  /** Whether what main holds is in the file. */
  get save(): Store<SaveState> {
    return this.#save;
  }

  /** What the writer prefers on this computer. */
  get preferences(): Store<Preferences> {
    return this.#preferences.store;
  }

  /** Changes preferences: here at once, in `settings.json` and in the other windows a moment later. */
  prefer(patch: PreferencesPatch): void {
    this.#preferences.prefer(patch);
  }

  /** Shows a tab of the inspector, and the inspector itself where it is hidden. */
  showTab(inspectorTab: string): void {
    this.prefer({ inspectorTab });
    if (!this.panes.shown.get().inspector) this.panes.toggle('inspector');
  }

  /** Shows the settings; where they are shown already, they stay as they are. */
  showSettings(): void {
    if (this.cover.get()?.kind !== 'settings') this.cover.set({ kind: 'settings', section: null });
  }

  /** Makes the text larger or smaller by so many pixels, within its limits. */
  resizeText(by: number): void {
    const { min, max } = preferenceRanges.textSize;
    const textSize = Math.round(this.preferences.get().textSize) + by;
    this.prefer({ textSize: Math.min(max, Math.max(min, textSize)) });
  }

  /** Tells the system's menu which key each command has, by its id. */
  showKeys(keys: Readonly<Record<string, string>>): Promise<void> {
    return this.#told(this.#options.client.call('app.showKeys', { keys }).then(() => undefined));
  }

  toggleFullScreen(): Promise<void> {
    return this.#told(this.#options.client.call('window.toggleFullScreen', {}).then(() => undefined));
  }

  /** Cuts, copies or pastes where the keyboard is. */
  useClipboard(action: ClipboardAction): void {
    const { client } = this.#options;
    void this.#told(client.call('edit.clipboard', { action }).then(() => undefined));
  }

  /** What continuations in this grove took, newest day first; empty where it could not be read, which is told. */
  async readUsage(): Promise<readonly UsageSummary[]> {
    if (this.findTree() === null) return [];
    try {
      return await this.#options.client.call('generation.usage', {});
    } catch (error) {
      this.notices.report(error);
      return [];
    }
  }

  /** An id that nothing else has. */
  newId(): string {
    return this.#options.client.newRequestId();
  }

  findTree(): OpenTree | null {
    const scene = this.#scene.get();
    return scene.kind === 'grove' ? scene.tree : null;
  }

  /** Listens to main and shows what this window holds. */
  async start(): Promise<void> {
    const { on, call } = this.#options.client;
    on('grove.changed', (grove) => void this.#told(this.#show(grove)));
    on('save.changed', (state) => {
      this.#save.set(state);
      this.notices.isWaiting = state.state === 'safe' && state.isWaiting === true;
      this.notices.trouble = state.state === 'notSaved' ? state.error.code : null;
    });
    on('grove.compared', (comparison) => this.trouble.comparison.set(comparison));
    on('opening.changed', (wait) => this.opening.takeWait(wait));
    on('draft.replaced', () => void this.#told(this.#showAgain()));
    on('settings.changed', (preferences) => this.#preferences.take(preferences));
    on('settings.troubled', () => void this.#told(this.#tellTroubles()));
    on('providers.changed', (providers) => this.providers.take(providers));
    on('exchange.progressed', (progress) => this.exchange.take(progress));
    on('error.raised', (error) => this.notices.show(error));
    on('generation.updated', (update) => {
      const tree = this.findTree();
      if (tree?.treeId === update.treeId) tree.takeGeneration(update);
    });
    on('tree.changed', ({ treeId, parentId, headers }) => {
      const tree = this.findTree();
      if (tree?.treeId === treeId) tree.takeTreeChange(parentId, headers);
    });
    on('window.closing', () => void this.#handOver());
    on('window.paused', () => this.#isPaused.set(true));
    on('window.resumed', () => this.#isPaused.set(false));
    await this.#told(
      (async () => {
        this.#preferences.take(await call('settings.read', {}));
        this.#info.set(await call('app.info', {}));
        await this.#show(await call('grove.current', {}));
        await this.#tellTroubles();
      })(),
    );
  }

  /** Shows a tree of the grove in this window. */
  showTree(treeId: TreeId): Promise<void> {
    return this.opening.open(this.#options.client.call('tree.show', { treeId }));
  }

  /** The name that the grove of the window has, or gets. */
  get groveName(): string {
    return this.#findGrove()?.name ?? '';
  }

  renameGrove(name: string): Promise<void> {
    return this.opening.open(this.#options.client.call('grove.rename', { name }));
  }

  #findGrove(): GroveSnapshot | null {
    const scene = this.#scene.get();
    return scene.kind === 'grove' ? scene.grove : null;
  }

  /** The draft in main is another: what the page shows of it is read again. */
  async #showAgain(): Promise<void> {
    const grove = await this.#options.client.call('grove.current', {});
    if (grove !== null) await this.#show(grove, true);
  }

  /** @param again the tree is read again though it is the one that is shown */
  #show(grove: GroveSnapshot | null, again = false): Promise<void> {
    const shown = this.#read(grove, again);
    this.#showing = Promise.allSettled([this.#showing, shown]);
    return shown;
  }

  /** Whoever writes goes on in the tree that is shown until the other one is here. */
  async #read(grove: GroveSnapshot | null, again: boolean): Promise<void> {
    this.agents.take(grove);
    this.search.takeGrove(grove);
    this.#groveNotices.take(grove);
    const now = this.#scene.get();
    const show = ++this.#shows;
    this.#isReplaced ||= again;
    const isWhole = now.kind === 'grove' && !now.tree.isLeft && !this.#isReplaced;
    if (isWhole && grove !== null && now.tree.treeId === grove.openTreeId) {
      now.tree.takeGrove(grove);
      this.#scene.set({ ...now, grove });
      return;
    }
    this.cover.set(null);
    const place = isWhole ? now.tree.moving.findPlace() : null;
    if (place !== null) this.places.leave(place);
    const left = now.kind === 'grove' ? now.tree : null;
    await left?.close();
    if (show !== this.#shows) return;
    let read: TreeRead | null = null;
    do {
      read = grove === null ? null : await this.#readTree(grove.openTreeId, left);
      if (show !== this.#shows) return;
      // What was typed meanwhile. Nothing is waited for between this and what is shown then.
      await left?.draft.flush();
      if (show !== this.#shows) return;
    } while (read?.isWhole() === false);
    this.#leave(left);
    // A draft that main replaced may lack what the histories go back to.
    if (this.#isReplaced || grove === null) {
      this.#kept.forget();
      this.#outlines.forget();
    }
    this.#isReplaced = false;
    if (grove === null || read === null) {
      this.#scene.set({ kind: 'welcome' });
      return;
    }
    const { client, schedule } = this.#options;
    const { snapshot, runningJobs } = read;
    const treeId = grove.openTreeId;
    this.#unsent.delete(treeId);
    const checks = this.#info.get()?.checks ?? false;
    const outline = this.#outlines.find(treeId);
    const tree = new OpenTree({
      client,
      grove,
      snapshot,
      kept: this.#kept.take(snapshot),
      outline,
      runningJobs,
      checks,
      notices: this.notices,
      schedule,
      onJump: (from) => this.places.leave(from),
      findPreset: (id) => this.preferences.get().presets.find((preset) => preset.id === id),
    });
    if (outline === null) tree.outline.setLook(this.#outlines.look);
    this.#scene.set({ kind: 'grove', grove, tree, show });
  }

  /**
   * @param shown the tree that is on the screen: where that is the one, somebody may be typing there
   * @throws {AspenError} also where main still refuses what was typed there: it would be missing
   */
  async #readTree(treeId: TreeId, shown: OpenTree | null): Promise<TreeRead> {
    const draft = shown?.treeId === treeId ? shown.draft : this.#unsent.get(treeId);
    const { client } = this.#options;
    const taken = draft?.taken;
    await draft?.flush();
    const error = draft?.status.get().error ?? null;
    if (error !== null) throw new AspenError(error.code, error.detail);
    const [snapshot, runningJobs] = await Promise.all([
      client.call('path.read', { treeId }),
      client.call('generation.running', { treeId }),
    ]);
    return { snapshot, runningJobs, isWhole: () => draft?.taken === taken };
  }

  /** Keeps what the writer sees again when they come back. */
  #leave(tree: OpenTree | null): void {
    if (tree === null || tree.isLeft) return;
    this.#kept.keep(tree.treeId, tree.leave());
    const { error } = tree.draft.status.get();
    if (error !== null) this.notices.report(error);
    if (error !== null || tree.draft.isUnsent) this.#unsent.set(tree.treeId, tree.draft);
    this.#outlines.keep(tree.treeId, tree.outline.remember(), tree.outline.look.get());
  }

  async #tellTroubles(): Promise<void> {
    const troubles = await this.#options.client.call('settings.troubles', {});
    for (const trouble of troubles) this.notices.show(trouble);
  }

  /** Nobody can type in the page any more: main has everything after this, and loads the page anew. */
  rest(): Promise<void> {
    return this.#giveAll(async () => undefined);
  }

  #handOver(): Promise<void> {
    return this.#giveAll(async () => {
      if (this.exchange.isUnderWay) await this.exchange.stop();
    });
  }

  /** @param before is done first */
  async #giveAll(before: () => Promise<void>): Promise<void> {
    try {
      await before();
      await this.findTree()?.close();
      await this.agents.flush();
      await this.#preferences.flush();
    } finally {
      const shown = this.findTree()?.draft;
      // What was typed meanwhile, too, and in trees that were left.
      const drafts = new Set([...this.#unsent.values(), ...(shown === undefined ? [] : [shown])]);
      await Promise.all(Array.from(drafts, (draft) => draft.flush()));
      const unsent = [...drafts].some((draft) => draft.status.get().error !== null);
      await this.#told(this.#options.client.call('window.pageFlushed', { unsent }).then(() => undefined));
    }
  }

  /** Waits for work whose failure is told as a banner. */
  async #told(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.notices.report(error);
      if (this.#scene.get().kind === 'starting') this.#scene.set({ kind: 'welcome' });
    }
  }
}
