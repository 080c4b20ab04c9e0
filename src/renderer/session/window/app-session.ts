import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { AppInfo, ClipboardAction } from '../../../ipc/wire/app.ts';
import type { GroveSnapshot, SaveState } from '../../../ipc/wire/grove.ts';
import type { Client } from '../../client.ts';
import type { TreeDesk } from '../desk/tree-desk.ts';
import type { BufferDesk } from '../manuscript/buffer-desk.ts';
import { SpellingSession } from '../manuscript/spelling-session.ts';
import { Notices } from '../notices.ts';
import { type AgentsSession, createAgentsSession } from '../settings/agents-session.ts';
import {
  type Preferences,
  type PreferencesPatch,
  PreferencesSession,
  preferenceDeclarations,
} from '../settings/preferences-session.ts';
import { ProvidersSession } from '../settings/providers-session.ts';
import { createStore, type Store, type WritableStore } from '../store.ts';
import type { Place } from '../tree/navigation-commands.ts';
import { type Arrivals, createArrivals, createUnseenReplies, type UnseenReplies } from './arrivals.ts';
import { type BesideDocuments, createBesideDocuments } from './beside-documents.ts';
import { type CopiesSession, createCopiesSession } from './copies-session.ts';
import { createDocumentTemplates, type DocumentTemplates } from './document-templates.ts';
import { createExchangeSession, type ExchangeSession, type ExportSelection } from './exchange-session.ts';
import {
  createGroveNotices,
  createTroubleSession,
  type GroveNotices,
  type TroubleSession,
} from './grove-notices.ts';
import { LinksHere } from './links-here.ts';
import { createLinksSession, type LinksSession } from './links-session.ts';
import { createLoreSession, type LoreSession } from './lore-session.ts';
import { createNavigationHistory, type NavigationHistory } from './navigation-history.ts';
import { createOpeningSession, type OpeningSession } from './opening-session.ts';
import { createPaletteSession, type PaletteSession } from './palette-session.ts';
import { createPanes, type Panes } from './panes.ts';
import { createProposalsSession, type ProposalsSession } from './proposals-session.ts';
import { createReadingSession, type ReadingSession } from './reading-session.ts';
import { createReportSession, type ReportSession } from './report-session.ts';
import { type Scene, SceneSession } from './scene-session.ts';
import { SearchSession } from './search-session.ts';
import { createSupportSession, type SupportSession } from './support-session.ts';
import { createTagsSession, type TagsSession } from './tags-session.ts';
import { createTopicConversations, type TopicConversations } from './topic-conversations.ts';
import { type Desk, TreeDesks } from './tree-desks.ts';
import { createTreesSession, type TreesSession } from './trees-session.ts';
import { TurnsSession } from './turns-session.ts';
import type { WindowScope } from './window-scope.ts';

/** A page that covers the text. */
export type FullPage =
  | {
      readonly kind: 'settings';
      /** The section to show first; null for the first of all. */
      readonly section: string | null;
      /** A search of the settings instead. */
      readonly query?: string;
    }
  /** Connect a model. */
  | { readonly kind: 'connect' }
  | { readonly kind: 'help'; readonly page: HelpPageId }
  /** A story as a book. */
  | { readonly kind: 'book'; readonly treeId: TreeId }
  /** Ways to export a story. */
  | { readonly kind: 'export'; readonly treeId: TreeId; readonly selection: ExportSelection | null }
  /** The report of authorship of a story. */
  | { readonly kind: 'report'; readonly treeId: TreeId }
  /** A text that is read through (`ReadingSession`). */
  | { readonly kind: 'reading' }
  /** Words a day, and targets. */
  | { readonly kind: 'progress'; readonly section: 'days' | 'targets'; readonly desk: BufferDesk };

export const HELP_PAGES = [
  'loom',
  'editing',
  'models',
  'conversations',
  'files',
  'keys',
  'words',
  'shortcuts',
] as const;
export type HelpPageId = (typeof HELP_PAGES)[number];

export interface AppSessionOptions {
  readonly client: Client;
  /** Runs the callback before the next frame is painted. */
  schedule(callback: () => void): void;
}

/** The grove of a window, as main last sent it. */
export type ShownGrove = GroveSnapshot;
export type { Scene };

/** The state of one window, mirrored from main, and the requests the window makes of main. */
export class AppSession {
  readonly notices = new Notices();
  readonly panes: Panes;
  readonly palette: PaletteSession;
  readonly spelling: SpellingSession;
  readonly search: SearchSession;
  readonly opening: OpeningSession;
  /** The grove's file cannot be written. */
  readonly trouble: TroubleSession;
  /** Imports, exports and printing. */
  readonly exchange: ExchangeSession;
  readonly report: ReportSession;
  readonly copies: CopiesSession;
  readonly reading: ReadingSession;
  readonly support: SupportSession;
  readonly navigationHistory: NavigationHistory;
  /** The shown grove's trees. */
  readonly trees: TreesSession;
  readonly tags: TagsSession;
  readonly topics: TopicConversations;
  /** The document beside the shown tree. */
  readonly documents: BesideDocuments;
  readonly lore: LoreSession;
  /** The links in texts. */
  readonly links: LinksSession;
  /** Opens what leads to a tree or to a passage of it. */
  readonly openLinks: (treeId: TreeId, positionId: PositionId | null) => LinksHere;
  /** The writer's own templates of documents. */
  readonly templates: DocumentTemplates;
  /** Continuations that arrived where the writer is not looking. */
  readonly arrivals: Arrivals;
  /** Replies that arrived in conversations while the writer did not look. */
  readonly unseen: UnseenReplies;
  /** The turns of loom-aware agents. */
  readonly turns: TurnsSession;
  /** Agents' suggestions, where their manuscript is not shown. */
  readonly proposals: ProposalsSession;
  /** The services that generate text. */
  readonly providers: ProvidersSession;
  /** The shown grove's model agents. */
  readonly agents: AgentsSession;
  /** The settings or help page that covers the text; null for none. */
  readonly fullPage: WritableStore<FullPage | null> = createStore<FullPage | null>(null);
  /** Words written since the window opened, in all trees; each editor adds its own. */
  readonly sessionWords: WritableStore<number> = createStore(0);
  readonly #options: AppSessionOptions;
  readonly #info = createStore<AppInfo | null>(null);
  readonly info: Store<AppInfo | null> = this.#info;
  readonly #scene: SceneSession;
  readonly #save = createStore<SaveState>({ state: 'saved' });
  /** True if everything that main holds is in the file. */
  readonly save: Store<SaveState> = this.#save;
  readonly #isPaused = createStore(false);
  /** True while main switches the grove's file: the page takes no input, and is about to be reloaded. */
  readonly isPaused: Store<boolean> = this.#isPaused;
  readonly #preferences: PreferencesSession;
  readonly #groveNotices: GroveNotices;

  constructor(options: AppSessionOptions) {
    const { client, schedule } = options;
    this.#options = options;
    this.#preferences = new PreferencesSession({
      send: (patch) => client.call('settings.update', patch),
      onError: (error) => this.notices.report(error),
    });
    const preferences = this.#preferences.store;
    const scope: WindowScope = {
      client,
      notices: this.notices,
      info: this.#info,
      preferences,
      setPreferences: (patch) => this.setPreferences(patch),
      findGrove: () => this.#scene.findGrove(),
      findTree: () => this.findTree(),
      findDeskOf: (treeId) => this.#scene.findDeskOf(treeId),
      showGrove: (grove) => this.#scene.show(grove),
      showTree: (treeId) => this.showTree(treeId),
      showTab: (tab) => this.showTab(tab),
      showGrovePane: () => this.#showGrovePane(),
      isCovered: () => this.fullPage.get() !== null,
      flushDrafts: () => this.#flushDrafts(),
      reportFailure: (work) => this.#reportFailure(work),
    };
    const onJump = (from: Place) => this.navigationHistory.record(from);
    this.turns = new TurnsSession({
      ...scope,
      scene: () => this.#scene,
      topics: () => this.topics,
    });
    this.unseen = createUnseenReplies(scope, () => this.#scene.staying());
    this.arrivals = createArrivals(
      scope,
      () => this.#scene,
      () => this.panes,
      this.unseen,
    );
    this.palette = createPaletteSession(scope);
    this.tags = createTagsSession(scope, this.palette);
    this.#scene = new SceneSession({
      client,
      desks: new TreeDesks({
        ...scope,
        turns: this.turns,
        tags: this.tags,
        schedule,
        onJump,
        onReady: (arrival) => this.arrivals.onReady(arrival),
        showsFailure: (request) => this.arrivals.showsFailure(request),
      }),
      onJump,
      onSwitch: () => this.fullPage.set(null),
    });
    this.proposals = createProposalsSession(scope);
    this.#groveNotices = createGroveNotices(scope);
    this.opening = createOpeningSession(scope);
    this.trouble = createTroubleSession(scope, this.#groveNotices);
    this.panes = createPanes(preferences, scope.setPreferences);
    this.providers = new ProvidersSession(scope);
    this.agents = createAgentsSession(scope);
    const showTree = (treeId: TreeId) => this.#goToTree(treeId);
    this.navigationHistory = createNavigationHistory({
      ...scope,
      showTree: (treeId) => this.#goWhereLooking(treeId),
      hasTree: (treeId) => scope.findGrove()?.trees.some(({ id }) => id === treeId) ?? false,
      untilShown: () => this.#scene.untilShown(),
    });
    this.trees = createTreesSession(
      scope,
      () => this.#forEachDesk((desk) => desk.onBlur()),
      (tree) => this.links.offerToWrite(tree),
    );
    this.topics = createTopicConversations(scope);
    this.documents = createBesideDocuments(scope);
    this.lore = createLoreSession(scope, this.documents);
    this.openLinks = (treeId, positionId) => new LinksHere(scope, treeId, positionId);
    this.templates = createDocumentTemplates(scope);
    this.links = createLinksSession({
      ...scope,
      onJump,
      goToTree: (treeId) => this.#goWhereLooking(treeId),
      findDesks: () => this.#scene.desks(),
      palette: this.palette,
    });
    this.exchange = createExchangeSession(scope);
    this.report = createReportSession(scope);
    this.copies = createCopiesSession(scope, (grove) => this.opening.open(Promise.resolve(grove)));
    this.reading = createReadingSession(scope, (isReading) =>
      this.fullPage.set(isReading ? { kind: 'reading' } : null),
    );
    this.support = createSupportSession(scope);
    this.search = new SearchSession({
      ...scope,
      tagFilter: this.tags.filter,
      showTree,
      flush: scope.flushDrafts,
      showNotes: (tree, positionId) => {
        this.showTab('node');
        tree.nodeCommands.showNotes(positionId);
      },
      showPane: scope.showGrovePane,
    });
    this.spelling = new SpellingSession(scope);
    this.#scene.groveSent.subscribe((grove) => {
      this.agents.onGrove(grove);
      this.search.onGrove(grove);
      this.tags.onGrove();
      this.spelling.onGrove(grove);
      this.#groveNotices.show(grove);
    });
    this.#scene.scene.subscribe(() => void this.turns.onGrove());
    this.#scene.scene.subscribe(() => this.unseen.update());
    this.fullPage.subscribe(() => this.unseen.update());
    preferences.subscribe(() => this.unseen.update());
  }

  get scene(): Store<Scene> {
    return this.#scene.scene;
  }

  /** The writer's preferences on this computer. */
  get preferences(): Store<Preferences> {
    return this.#preferences.store;
  }

  /** Changes preferences: here at once, in `settings.json` and other windows a moment later. */
  setPreferences(patch: PreferencesPatch): void {
    this.#preferences.update(patch);
  }

  /** Shows a tab of the inspector, and the inspector itself if it is hidden. */
  showTab(inspectorTab: string): void {
    this.setPreferences({ inspectorTab });
    if (!this.panes.shown.get().inspector) this.panes.toggle('inspector');
  }

  /** Shows the settings. If they are shown already, the section stays. */
  showSettings(): void {
    if (this.fullPage.get()?.kind !== 'settings') this.fullPage.set({ kind: 'settings', section: null });
  }

  /** @param by in CSS pixels; the size stays within its limits */
  resizeText(by: number): void {
    const { min, max } = preferenceDeclarations.textSize;
    const textSize = Math.round(this.preferences.get().textSize) + by;
    this.setPreferences({ textSize: Math.min(max, Math.max(min, textSize)) });
  }

  /** Sends the application menu the key of each command, by command id. */
  showKeys(keys: Readonly<Record<string, string>>): Promise<void> {
    return this.#reportFailure(this.#options.client.call('app.showKeys', { keys }));
  }

  closeWindow(): Promise<void> {
    return this.#reportFailure(this.#options.client.call('window.close', {}));
  }

  toggleFullScreen(): Promise<void> {
    return this.#reportFailure(this.#options.client.call('window.toggleFullScreen', {}));
  }

  /** Cuts, copies or pastes at the keyboard focus. Resolves when it is done; a failure is reported. */
  runClipboard(action: ClipboardAction): Promise<void> {
    const { client } = this.#options;
    return this.#reportFailure(client.call('edit.clipboard', { action }));
  }

  /** A unique id. */
  newId(): string {
    return this.#options.client.newRequestId();
  }

  /** The tree that commands act on, as it is shown: the one that has the keyboard, or had it last. */
  findDesk(): Desk | null {
    return this.#scene.findDesk();
  }

  /** The tree that commands act on. */
  findTree(): TreeDesk | null {
    return this.findDesk()?.tree ?? null;
  }

  /** The keyboard is in this desk's tree: commands go there. */
  activate(desk: Desk): void {
    this.#scene.activate(desk);
  }

  /** Returns true if a tree is shown beside the window's. */
  isBeside(treeId: TreeId): boolean {
    const scene = this.scene.get();
    return scene.kind === 'grove' && scene.companion?.tree.treeId === treeId;
  }

  /** Shows another tree of the grove beside the shown one; null for none. */
  showCompanion(treeId: TreeId | null): Promise<void> {
    return this.#reportFailure(this.#scene.showCompanion(treeId));
  }

  /** Listens to main and shows this window's grove. */
  async start(): Promise<void> {
    const { on, call } = this.#options.client;
    // Main's messages are newer than an answer on its way, which may report that there is none yet.
    let isTold = false;
    on('grove.changed', (grove) => {
      isTold = true;
      void this.#reportFailure(this.#scene.show(grove));
    });
    on('save.changed', (state) => {
      this.#save.set(state);
      this.notices.isWaiting = state.state === 'safe' && state.waitsFor === 'program';
      this.notices.writeError = state.state === 'notSaved' ? state.error.code : null;
    });
    on('grove.compared', (comparison) => this.trouble.comparison.set(comparison));
    on('opening.changed', (wait) => this.opening.onFileWait(wait));
    on('draft.replaced', ({ treeId }) => void this.#reportFailure(this.#scene.showReplaced(treeId)));
    on('settings.changed', (preferences) => this.#preferences.onPreferences(preferences));
    on('settings.troubled', () => void this.#reportFailure(this.#showSettingsProblems()));
    on('providers.changed', (providers) => this.providers.setList(providers));
    on('exchange.progressed', (progress) => this.exchange.onProgress(progress));
    on('error.raised', (error) => this.notices.show(error));
    this.arrivals.listen();
    on('tree.changed', (update) => this.#scene.findDeskOf(update.treeId)?.tree.onTreeChange(update));
    on('tags.changed', () => {
      this.tags.onChanged();
      this.search.onTags();
      for (const { tree } of this.#scene.desks()) tree.tags.invalidate();
    });
    on('tree.replaced', ({ treeId }) => this.#scene.findDeskOf(treeId)?.tree.onTreeReplaced());
    this.turns.listen();
    this.search.listen();
    this.proposals.listen();
    on('window.closing', () => void this.#onClosing());
    on('window.paused', () => this.#isPaused.set(true));
    on('window.resumed', () => this.#isPaused.set(false));
    await this.#reportFailure(
      (async () => {
        const started = [call('window.pageStarted', {}), call('settings.read', {})] as const;
        const [{ awaited }, preferences] = await Promise.all(started);
        this.#preferences.onPreferences(preferences);
        if (awaited !== null && !isTold) this.#scene.await(awaited);
        this.#info.set(await call('app.info', {}));
        const current = await call('grove.current', {});
        if (!isTold && (current !== null || awaited === null)) await this.#scene.show(current);
        await this.#showSettingsProblems();
        await this.support.reportCrash();
        this.support.lookForUpdates();
      })(),
    );
  }

  /** Shows a tree of the grove in this window. */
  showTree(treeId: TreeId): Promise<void> {
    return this.opening.open(this.#options.client.call('tree.show', { treeId }));
  }

  /** The name of the shown grove; empty for none. */
  get groveName(): string {
    return this.#scene.findGrove()?.name ?? '';
  }

  renameGrove(name: string): Promise<void> {
    return this.opening.open(this.#options.client.call('grove.rename', { name }));
  }

  /** Has commands go to a tree that is on the screen, or shows it. */
  async #goToTree(treeId: TreeId): Promise<void> {
    const desk = this.#scene.findDeskOf(treeId);
    if (desk === null) await this.showTree(treeId);
    else this.activate(desk);
  }

  /** The same, but where the keyboard is in a document beside the text, another document is shown there too. */
  async #goWhereLooking(treeId: TreeId): Promise<void> {
    const active = this.findTree()?.treeId;
    const isBeside = active !== undefined && this.isBeside(active);
    const isDocument = this.trees.all.some(({ id, kind }) => id === treeId && kind === 'document');
    if (isBeside && isDocument && this.#scene.findDeskOf(treeId) === null) {
      this.documents.choose(treeId);
      await this.showCompanion(treeId);
    }
    await this.#goToTree(treeId);
  }

  #showGrovePane(): void {
    if (!this.panes.shown.get().grove) this.panes.toggle('grove');
  }

  async #showSettingsProblems(): Promise<void> {
    const problems = await this.#options.client.call('settings.troubles', {});
    for (const problem of problems) this.notices.show(problem);
  }

  /** Sends main everything that is unsent. The page takes no more input; main reloads it afterwards. */
  flushPage(): Promise<void> {
    return this.#flushAll(async () => undefined);
  }

  #onClosing(): Promise<void> {
    return this.#flushAll(async () => {
      if (this.exchange.isRunning) await this.exchange.stop();
    });
  }

  /** @param before runs first */
  async #flushAll(before: () => Promise<void>): Promise<void> {
    try {
      await before();
      await this.#scene.flush();
      await this.agents.flush();
      await this.#preferences.flush();
    } finally {
      // Text typed during the flushes above, and in trees that were left.
      const drafts = this.#scene.drafts();
      await this.#flushDrafts();
      const unsent = [...drafts].some((draft) => draft.status.get().error !== null);
      await this.#reportFailure(this.#options.client.call('window.pageFlushed', { unsent }));
    }
  }

  async #forEachDesk(work: (desk: Desk) => Promise<void>): Promise<void> {
    for (const desk of this.#scene.desks()) await work(desk);
  }

  async #flushDrafts(): Promise<void> {
    await Promise.all(Array.from(this.#scene.drafts(), (draft) => draft.flush()));
  }

  /** Awaits work and reports its failure as a banner. */
  async #reportFailure(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.notices.report(error);
      this.#scene.endStarting();
    }
  }
}
