import { basename, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from '../../scripts/setup/project.mjs';
import type { DraftOp } from '../../src/core/buffer/pending-edit.ts';
import { idAt, type NodeId, type PositionId, type RequestId, type TreeId } from '../../src/core/ids.ts';
import type { Events, Input, Output, RequestName } from '../../src/ipc/contract.ts';
import { defaultPreferences } from '../../src/ipc/preferences.ts';
import type { PathSegments } from '../../src/ipc/wire/path.ts';
import { untitledGrovesIn } from '../../src/main/app/lifecycle/untitled-groves.ts';
import { runFileTask } from '../../src/main/app/run-file-task.ts';
import { openBackupFolder } from '../../src/main/backup/backup-folder.ts';
import type { Provider } from '../../src/main/generation/providers/provider.ts';
import { BackupLibrary } from '../../src/main/grove/copies/backup-library.ts';
import type { CheckCopy } from '../../src/main/grove/copies/check-copy.ts';
import { OpenGrove } from '../../src/main/grove/open-grove.ts';
import { GroveRegistry } from '../../src/main/grove/registry.ts';
import type { RecoveryJournal } from '../../src/main/grove/writing/recovery-journal.ts';
import type { Caller } from '../../src/main/handlers/access/caller.ts';
import { withPagePaused } from '../../src/main/handlers/access/with-page-paused.ts';
import { findConfiguredProvider } from '../../src/main/handlers/configured-provider.ts';
import { createHandlers } from '../../src/main/handlers/create-handlers.ts';
import type { UntitledGroves } from '../../src/main/handlers/name-grove.ts';
import { dispatch } from '../../src/main/ipc/serve.ts';
import { createLog } from '../../src/main/log.ts';
import { planEdit } from '../../src/main/planning/edit-planner.ts';
import { type Keychain, KeyStore } from '../../src/main/settings/key-store.ts';
import { KnownAgents } from '../../src/main/settings/known-agents.ts';
import { findPrice } from '../../src/main/settings/provider-settings.ts';
import { SettingsFile } from '../../src/main/settings/settings-file.ts';
import { createSha256 } from '../../src/main/sha256.ts';
import { Support } from '../../src/main/support/support.ts';
import { type UpdateSource, Updates } from '../../src/main/support/updates.ts';
import { countingIdsAndClock, MIGRATIONS, temporaryFolder } from './grove.ts';
import { journalHere } from './journal.ts';
import { offlineProvider } from './offline.ts';
import { openProbe } from './probe.ts';
import { openSpeller } from './speller.ts';

/** The program's own thread for planning edits. */
export const PLANNING_WORKER = join(root, 'src', 'main', 'planning', 'planning-worker.ts');

/** Hides a secret by reversing it: tests have no system keychain. */
const plainKeychain: Keychain = {
  isSafe: () => true,
  encrypt: (secret) => Buffer.from([...secret].reverse().join('')),
  decrypt: (hidden) => [...Buffer.from(hidden).toString()].reverse().join(''),
};

/** Answers a window's requests with the program's own handlers on a real file, without Electron. */
export class HandlersDesk {
  /** The registry that opens other groves. */
  readonly registry: GroveRegistry;
  readonly grove: OpenGrove;
  /** The grove chosen in the system's open dialog; null if the writer cancels. */
  chosenFile: string | null = null;
  /** The path chosen in the system's dialog for a new grove. */
  newFile: string | null = null;
  readonly path: string;
  readonly journal: RecoveryJournal;
  /** The folder of backups. */
  readonly backups: string;
  /** The folder of `settings.json` and `keys.json`. */
  readonly settingsFolder: string;
  /** The groves that have no file of the writer's choice. */
  readonly untitled: UntitledGroves;
  readonly events: { readonly name: string; readonly value: unknown }[] = [];
  /** The folder chosen in the system's dialog; null if the writer cancels. */
  destination: string | null = temporaryFolder();
  /** The text files chosen in the system's dialog. */
  chosen: readonly string[] = [];
  /** In place of a page as a PDF. */
  pdf: Promise<Uint8Array> | null = null;
  /** Answers for agents whose model reference begins with its id, instead of a configured one. */
  provider: Provider | null = null;
  /** Called on every progress event of a long operation. */
  onProgress: () => void = () => undefined;
  /** Called while a large copy is being checked, before there is a result. */
  whileChecking: () => void | Promise<void> = () => undefined;
  /** The list of versions that the program looks at. */
  updateSource: UpdateSource | undefined;
  readonly #support: Support;
  readonly #caller: Caller;
  readonly #handlers: ReturnType<typeof createHandlers>;
  readonly #newId: () => string;
  #stopOpening: () => void = () => undefined;
  #isOpen = true;

  /**
   * @param firstId the first id: greater than those in an existing file
   * @param checksFirst whether the grove waits for `start` to verify its texts, as after the quick checks
   */
  constructor(
    path = join(temporaryFolder(), 'story.aspen'),
    firstId = 0,
    journal: RecoveryJournal = journalHere(),
    backups = join(temporaryFolder(), 'backups'),
    writer = { id: '01KDXA00000000000000000000', name: 'Mara' },
    checksFirst = false,
    settingsFolder = temporaryFolder(),
  ) {
    this.settingsFolder = settingsFolder;
    this.path = path;
    this.journal = journal;
    this.backups = backups;
    const folder = dirname(path);
    this.untitled = untitledGrovesIn(basename(folder) === 'Untitled' ? dirname(folder) : this.settingsFolder);
    const idsAndClock = countingIdsAndClock(firstId);
    const offline = offlineProvider();
    this.#newId = idsAndClock.newId;
    const settings = SettingsFile.open({
      path: join(this.settingsFolder, 'settings.json'),
      defaults: () => ({
        writer,
        recentGroves: [],
        preferences: defaultPreferences,
        providers: [],
        noteDrafts: [],
      }),
      onTrouble: ({ sentence }) => {
        throw new Error(sentence);
      },
    });
    const keys = new KeyStore({
      path: join(this.settingsFolder, 'keys.json'),
      keychain: plainKeychain,
      onTrouble: ({ sentence }) => {
        throw new Error(sentence);
      },
    });
    const knownAgents = new KnownAgents({
      path: join(this.settingsFolder, 'known-agents.json'),
      recentGroves: settings.current.recentGroves.map((recent) => recent.path),
      onTrouble: ({ sentence }) => {
        throw new Error(sentence);
      },
    });
    const options = {
      migrations: MIGRATIONS,
      appVersion: '0.0.0',
      host: 'desk',
      writer: () => writer,
      makeIds: (after: string) => {
        idsAndClock.startAfter(after);
        return idsAndClock.newId;
      },
      now: idsAndClock.now,
      createSha256,
      journal,
      backups: openBackupFolder(this.backups),
      checkCopy: this.#checkCopy,
      verifyFile: (copy, signal) => openProbe().verify(copy, signal),
      canRead: (file) => openProbe().canRead(file),
      keepFile: (file, target) => openProbe().keep(file, target),
      findProvider: (id: string) =>
        [offline, this.provider].find((known) => known?.id === id) ??
        findConfiguredProvider(settings, keys, id),
      knownAgents,
      preferences: () => settings.current.preferences,
      planEdit: (edit, signal) => planEdit(PLANNING_WORKER, edit, signal),
      findPrice: (modelRef: string) => findPrice(settings.current.providers, modelRef),
      warn: () => undefined,
      onBug: (what: string, error: unknown) => {
        throw new Error(what, { cause: error });
      },
    } satisfies ConstructorParameters<typeof GroveRegistry>[0];
    this.registry = new GroveRegistry(options);
    this.grove = OpenGrove.open({
      ...options,
      backups: this.registry.folder,
      path,
      create: true,
      allowRollback: true,
      checksFirst,
      onMoved: () => undefined,
      onClosed: () => undefined,
    });
    onTestFinished(() => this.close());
    this.grove.listen((name, value) => this.events.push({ name, value }));
    this.#caller = {
      findGrove: () => this.grove,
      chooseNewFile: async () => this.newFile,
      findOpen: (other) => (other === path ? this.grove : this.registry.find(other)),
      checkForReading: async () => undefined,
      withPagePaused: (work) => withPagePaused(this.grove, work, () => undefined),
      moveTo: (other, write) => {
        const move = async () => {
          await write();
          this.events.push({ name: 'moved to', value: other });
        };
        return withPagePaused(this.grove, move, () => undefined);
      },
      migrateWithoutBackup: async (file) => {
        this.events.push({ name: 'migrated', value: file.given });
        return 'done';
      },
      isOpenElsewhere: (other) => this.registry.find(other) !== undefined,
      runFileTask: (wait, name, work) => {
        this.events.push({ name: 'wait', value: { wait, name } });
        const tell = (stop: () => void) => {
          this.#stopOpening = stop;
        };
        const onProgress = (share: number) => this.events.push({ name: 'share', value: share });
        return runFileTask({
          onStart: tell,
          onEnd: () => tell(() => undefined),
          work: (signal) => work(signal, onProgress),
        });
      },
      checkForOpening: async () => undefined,
      recoverCopy: (damaged, target, signal) => openProbe().recover(damaged, target, signal),
      chooseFile: async () => this.chosenFile,
      withGrove: (other, _signal, use) =>
        other === path ? use(this.grove) : this.registry.with(other, async () => undefined, use),
      showGrove: async (shown) => {
        this.events.push({ name: 'shown', value: shown });
        return null;
      },
      chooseDestination: async (name) => {
        this.events.push({ name: 'asked', value: name });
        return this.destination === null ? null : join(this.destination, name);
      },
      chooseFolder: async () => this.destination,
      chooseImports: async () => this.chosen,
      showInFolder: (shown) => this.events.push({ name: 'shown in folder', value: shown }),
      openWithSystem: async (opened) => void this.events.push({ name: 'opened', value: opened }),
      printPage: async (page) => {
        this.events.push({ name: 'printed', value: page });
        return true;
      },
      pdfOfPage: async ({ path }) => this.pdf ?? Buffer.from(`%PDF of ${path.title}`),
      notifyProgress: (progress) => {
        this.events.push({ name: 'exchange.progressed', value: progress });
        if (progress !== null) this.onProgress();
      },
      useClipboard: (action) => this.events.push({ name: 'clipboard', value: action }),
      showWelcome: async () => void this.events.push({ name: 'welcome', value: {} }),
      close: () => this.events.push({ name: 'closed', value: {} }),
      toggleFullScreen: () => this.events.push({ name: 'fullScreen', value: {} }),
      stopOpening: () => this.#stopOpening(),
      runCommand: (id) => this.events.push({ name: 'command.run', value: id }),
      takeTyped: () => '',
      closeAnyway: () => this.events.push({ name: 'closed anyway', value: {} }),
      onPageStarted: () => {
        this.events.push({ name: 'page started', value: {} });
        return null;
      },
      onPageFlushed: (isUnsent) => {
        this.events.push({ name: 'handed over', value: { isUnsent } });
      },
    };
    this.#support = new Support({
      program: { version: '1.9.0', runtime: 'Node', system: 'desk', isForTrial: false, licences: [] },
      dataFolder: this.settingsFolder,
      isPortable: false,
      log: createLog(() => undefined),
      now: idsAndClock.now,
    });
    const speller = openSpeller();
    onTestFinished(() => speller.close());
    const findSource = () => this.updateSource;
    const updateOptions = {
      // A test names it once its server listens.
      get source() {
        return findSource();
      },
      version: '1.9.0',
      system: 'linux',
      arch: 'x64',
      kind: 'deb',
      folder: join(this.settingsFolder, 'updates'),
      now: idsAndClock.now,
      warn: () => undefined,
    } as const;
    this.#handlers = createHandlers({
      keys,
      support: this.#support,
      updates: new Updates(updateOptions),
      registry: this.registry,
      now: idsAndClock.now,
      onProviders: (providers) => this.events.push({ name: 'providers.changed', value: providers }),
      version: '0.0.0',
      platform: 'linux',
      checks: true,
      settings,
      drainTroubles: () => [],
      onKeys: (shown) => this.events.push({ name: 'keys', value: shown }),
      onRecentGroves: () => this.events.push({ name: 'recentGroves', value: {} }),
      library: new BackupLibrary({
        folder: this.registry.folder,
        migrations: MIGRATIONS,
        now: idsAndClock.now,
        newId: idsAndClock.newId,
        checkCopy: this.#checkCopy,
        onCopied: (from, to) => knownAgents.copy(from, to),
        warn: () => undefined,
      }),
      untitled: this.untitled,
      getSample: () => join(temporaryFolder(), 'none.aspen'),
      speller,
      onPreferences: (preferences) => this.events.push({ name: 'settings.changed', value: preferences }),
    });
  }

  readonly #checkCopy: CheckCopy = async (copy, signal) => {
    await this.whileChecking();
    return openProbe().check(copy, signal);
  };

  /** Closes the grove, as its last window does; does nothing if it is closed. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.grove.close();
  }

  /** Sends a request as a page would: parsed with its schema, then handled. */
  async call<N extends RequestName>(name: N, input: Input<N>): Promise<Output<N>> {
    return (await dispatch(this.#handlers, name, input, this.#caller)) as Output<N>;
  }

  /** Sends any input, valid or not. */
  async callRaw(name: RequestName, input: unknown): Promise<unknown> {
    return dispatch(this.#handlers, name, input, this.#caller);
  }

  get treeId(): TreeId {
    return this.grove.snapshot().openTreeId;
  }

  /** The common parts of every intent, for the current path. */
  async intent(ops: readonly DraftOp[] = [], treeId = this.treeId) {
    const { pathVersion } = await this.call('path.read', { treeId });
    return { treeId, pathVersion, ops };
  }

  /** Text typed by the writer into a node, or into the working buffer if none is given. */
  typed(text: string, at: { readonly nodeId?: NodeId; readonly offset?: number } = {}): DraftOp {
    const offset = at.offset ?? 0;
    const spans = text === '' ? [] : [{ agent: this.grove.snapshot().writerId, length: text.length }];
    return { nodeId: at.nodeId ?? null, splice: { from: offset, to: offset, insert: text, spans } };
  }

  async commit(ops: readonly DraftOp[] = [], treeId = this.treeId) {
    const requestId = this.#newId() as RequestId;
    return this.call('draft.commit', { ...(await this.intent(ops, treeId)), requestId });
  }

  /** The text on the screen. */
  async shown(): Promise<string> {
    const { segments, edits, buffer } = await this.call('path.read', { treeId: this.treeId });
    const pending = new Map(edits.map(({ nodeId, text }) => [nodeId, text]));
    const texts = textsOf(segments).map((text, index) => pending.get(nodeAt(segments, index)) ?? text);
    return texts.join('') + buffer.text;
  }

  async segments(): Promise<PathSegments> {
    return (await this.call('path.read', { treeId: this.treeId })).segments;
  }

  async nodeAt(index: number): Promise<NodeId> {
    return nodeAt(await this.segments(), index);
  }

  async positionAt(index: number): Promise<PositionId> {
    return idAt((await this.segments()).positionIds, index) as PositionId;
  }

  /** The events emitted under a name, oldest first. */
  emitted<E extends keyof Events>(name: E): readonly Events[E][] {
    return this.events.filter((event) => event.name === name).map(({ value }) => value as Events[E]);
  }
}

function nodeAt({ nodeIds }: PathSegments, index: number): NodeId {
  return idAt(nodeIds, index) as NodeId;
}

/** Each node's own text. */
export function textsOf({ text, lengths }: PathSegments): readonly string[] {
  let end = 0;
  return Array.from(lengths, (length) => {
    end += length;
    return text.slice(end - length, end);
  });
}
