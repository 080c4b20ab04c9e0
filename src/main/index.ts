/** The composition root: builds the parts, connects them, and nothing else. */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { app, ipcMain, Menu, nativeTheme, protocol, session } from 'electron';
import { describeError } from '../core/errors.ts';
import type { Sha256 } from '../core/ids.ts';
import { defaultPreferences, type SettingsTrouble } from '../ipc/preferences.ts';
import { keychain } from './app/keychain.ts';
import { buildMenu } from './app/menu.ts';
import { findPage } from './app/page.ts';
import { Printer } from './app/print.ts';
import { APP_ORIGIN, registerAppScheme, serveApp } from './app/protocol.ts';
import { secureContents, secureSession } from './app/security.ts';
import { startProbe } from './app/start-probe.ts';
import { themeSourceOf } from './app/theme-source.ts';
import { Windows } from './app/windows.ts';
import { openBackupFolder } from './backup/backup-folder.ts';
import { createOfflineProvider } from './generation/providers/offline.ts';
import { BackupLibrary } from './grove/copies/backup-library.ts';
import type { CheckCopy } from './grove/copies/check-copy.ts';
import { GroveRegistry } from './grove/registry.ts';
import { writeSampleGrove } from './grove/sample/sample-grove.ts';
import { findConfiguredProvider } from './handlers/configured-provider.ts';
import { createHandlers } from './handlers/index.ts';
import { createIdFactory } from './id-factory.ts';
import { sendEvent } from './ipc/events.ts';
import { serve } from './ipc/serve.ts';
import { Journal } from './journal/journal.ts';
import { createLog } from './log.ts';
import { Probe } from './probe/probe.ts';
import { KeyStore } from './settings/key-store.ts';
import { SettingsFile } from './settings/settings-file.ts';
import { Speller } from './spelling/speller.ts';

const root = app.getAppPath();
const log = createLog((line) => process.stderr.write(line));
const newId = createIdFactory({ now: Date.now });
const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'hex') as Sha256;

const page = findPage(app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL);

registerAppScheme();
// Root on Linux cannot have Chromium's sandbox: the scripts then pass --no-sandbox, and say so.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
secureContents(app, page);

/** The recovery journal may take so long to end, in milliseconds. */
const LAST_WRITES = 2_000;

/** Every text of a folder under `resources`, in the order of their names. */
function readTexts(folder: string): readonly string[] {
  const files = readdirSync(join(root, 'resources', folder)).filter((name) => name.endsWith('.txt'));
  return files.sort().map((name) => readFileSync(join(root, 'resources', folder, name), 'utf8'));
}

/** The grove named on a command line, if any. */
function groveFileIn(args: readonly string[], folder: string): string | undefined {
  const file = args.slice(1).find((arg) => !arg.startsWith('-') && arg.endsWith('.aspen'));
  return file === undefined ? undefined : resolve(folder, file);
}

function start(): void {
  const dataFolder = app.getPath('userData');
  const troubles: SettingsTrouble[] = [];
  const settings = SettingsFile.open({
    path: join(dataFolder, 'settings.json'),
    defaults: () => ({
      writer: { id: newId(), name: 'Writer' },
      recentGroves: [],
      preferences: defaultPreferences,
      providers: [],
    }),
    onTrouble: (trouble) => {
      log.warn(`${trouble.sentence} ${trouble.detail}`);
      troubles.push(trouble);
    },
  });
  // A window's first paint, menus and the system's dialogs follow the choice too.
  nativeTheme.themeSource = themeSourceOf(settings.current.preferences);
  const keys = new KeyStore(join(dataFolder, 'keys.json'), keychain, (reason) => log.warn(reason));
  const offline = createOfflineProvider({
    readSample: () => readTexts('offline').join('\n\n'),
    now: Date.now,
    newId,
  });
  const migrations = join(root, 'migrations');
  const nativeBinding = process.env.ASPEN_SQLITE_BINDING;
  const journal = new Journal({
    worker: join(root, 'out', 'main', 'journal-worker.js'),
    path: join(dataFolder, 'recovery.sqlite'),
    nativeBinding,
    now: Date.now,
    onSetAside: (reason) => log.warn(`The recovery journal could not be read and was set aside: ${reason}`),
  });
  const backups = openBackupFolder(join(dataFolder, 'backups'));
  const probe = new Probe({
    start: (argument) => startProbe(join(root, 'out', 'main', 'probe.js'), argument),
    migrations,
    nativeBinding,
    folder: join(dataFolder, 'looking'),
    warn: (message) => log.warn(message),
  });
  probe.sweep();
  const checkCopy: CheckCopy = (path, signal) => probe.check(path, signal);
  const registry = new GroveRegistry({
    migrations,
    nativeBinding,
    journal,
    backups,
    checkCopy,
    verifyFile: (path, signal) => probe.verify(path, signal),
    canRead: (path) => probe.canRead(path),
    writer: () => settings.current.writer,
    appVersion: app.getVersion(),
    host: hostname(),
    makeIds: (after) => createIdFactory({ now: Date.now, after }),
    now: Date.now,
    sha256,
    findProvider: (id) => (id === offline.id ? offline : findConfiguredProvider(settings, keys, id)),
    warn: (message) => log.warn(message),
    onBug: (what, error) => log.error(what, error),
  });
  const windows = new Windows({
    preload: join(root, 'out', 'preload', 'index.cjs'),
    page,
    registry,
    settings,
    log,
    probe,
    host: hostname(),
    printer: new Printer({ fonts: join(root, 'resources', 'fonts'), country: app.getLocaleCountryCode() }),
    newId,
    onRecentGroves: showMenu,
  });

  /** The sample grove of this computer. It comes into its place whole: a start that is cut short leaves none. */
  function getSample(): string {
    const path = join(dataFolder, 'Sample.aspen');
    if (existsSync(path)) return path;
    const partial = join(dataFolder, 'Sample.partial.aspen');
    rmSync(partial, { force: true });
    writeSampleGrove({
      path: partial,
      sources: readTexts('sample'),
      migrations,
      nativeBinding,
      writer: settings.current.writer,
      now: Date.now(),
      makeIds: (now) => createIdFactory({ now }),
      sha256,
    });
    renameSync(partial, path);
    return path;
  }

  /** As a page told them last. */
  let keysOfCommands: Readonly<Record<string, string>> = {};

  function showMenu(): void {
    Menu.setApplicationMenu(
      buildMenu({
        isMac: process.platform === 'darwin',
        keys: keysOfCommands,
        recentGroves: settings.current.recentGroves,
        run: (id) => {
          const window = windows.focused();
          if (window !== undefined) window.send('command.run', { id });
          // On macOS the program goes on without a window; the page has what begins one.
          else if (windows.isEmpty) windows.openWelcome().catch(crash);
        },
        openRecent: (path) => {
          openFromOutside(path, false).catch(crash);
        },
      }),
    );
  }

  secureSession(session.defaultSession, page);
  if (page.origin === APP_ORIGIN) serveApp(protocol, join(root, 'out', 'renderer'));
  serve({
    ipcMain,
    log,
    handlers: createHandlers({
      version: app.getVersion(),
      platform: process.platform,
      checks: process.env.ASPEN_CHECKS === '1',
      settings,
      takeTroubles: () => troubles.splice(0),
      onKeys: (shown) => {
        keysOfCommands = shown;
        showMenu();
      },
      onRecentGroves: showMenu,
      getSample,
      library: new BackupLibrary({
        folder: registry.folder,
        migrations,
        nativeBinding,
        now: Date.now,
        sha256,
        newId,
        checkCopy,
        warn: (message) => log.warn(message),
      }),
      speller: new Speller({
        worker: join(root, 'out', 'main', 'spelling-worker.js'),
        dictionary: join(root, 'resources', 'dictionaries', 'en-US.trie.gz'),
      }),
      keys,
      now: Date.now,
      onProviders: (providers, caller) => windows.tellOthers(caller, 'providers.changed', providers),
      onPreferences: (preferences, caller) => {
        nativeTheme.themeSource = themeSourceOf(preferences);
        windows.tellOthers(caller, 'settings.changed', preferences);
      },
    }),
    callerOf: (event) => windows.callerOf(event),
    openDropped: async (path, caller) => {
      await caller.showGrove(path, false);
    },
  });
  showMenu();

  /** Opens a file named from outside; when it cannot be opened, the welcome page says why. */
  async function openFromOutside(path: string, create = true): Promise<void> {
    try {
      await windows.openGrove(path, create);
      // The writer may have changed their mind.
      if (windows.isEmpty && !windows.isQuitting) await windows.openWelcome();
    } catch (error) {
      // Whatever it is: the other windows go on.
      log.error(`Could not open ${path}`, error);
      const contents = await windows.openWelcome();
      sendEvent(contents, 'error.raised', describeError(error));
    }
  }
  const crash = (error: unknown) => {
    log.error('A window could not be opened', error);
    app.exit(1);
  };

  // Whoever comes back from another program may have changed the settings by hand there.
  app.on('browser-window-focus', () => {
    if (settings.readAgain()) {
      const { preferences } = settings.current;
      nativeTheme.themeSource = themeSourceOf(preferences);
      windows.tellOthers(null, 'settings.changed', preferences);
    }
    if (troubles.length > 0) windows.focused()?.send('settings.troubled', {});
  });
  app.on('second-instance', (_event, args, folder) => {
    const file = groveFileIn(args, folder);
    if (file !== undefined) openFromOutside(file).catch(crash);
    else windows.bringAnyToFront();
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openFromOutside(path).catch(crash);
  });
  app.on('activate', () => {
    if (windows.isEmpty) windows.openWelcome().catch(crash);
  });
  // The windows quit the program themselves, once the last one has handed over its last words.
  app.on('window-all-closed', () => undefined);
  // What the journal was asked last is done before the program ends; a disk that does not answer keeps nobody waiting.
  let isJournalClosed = false;
  app.on('will-quit', (event) => {
    if (isJournalClosed) return;
    event.preventDefault();
    const patience = new Promise((resolve) => setTimeout(resolve, LAST_WRITES));
    Promise.race([journal.close(), patience])
      .catch((error: unknown) => log.error('The recovery journal could not be closed', error))
      .then(() => {
        isJournalClosed = true;
        app.quit();
      })
      .catch(crash);
  });

  const named = groveFileIn(process.argv, process.cwd());
  const isDeveloping = page.origin !== APP_ORIGIN;
  const file = named ?? (isDeveloping ? getSample() : undefined);
  (file === undefined ? windows.openWelcome() : openFromOutside(file))
    .catch(crash)
    .then(() => offline.prepare())
    .catch((error: unknown) => log.error('The offline agent could not read its sample', error));
}

if (app.requestSingleInstanceLock()) {
  // Never a top-level await of `whenReady`: in an ES module it waits for itself.
  app
    .whenReady()
    .then(start)
    .catch((error: unknown) => {
      log.error('The program could not start', error);
      app.exit(1);
    });
} else {
  app.quit();
}
