import { readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { defaultPreferences, type SettingsTrouble } from '../ipc/preferences.ts';
import { untitledGrovesIn } from './app/lifecycle/untitled-groves.ts';
import { openBackupFolder } from './backup/backup-folder.ts';
import { createOfflineProvider } from './generation/providers/offline.ts';
import type { Provider } from './generation/providers/provider.ts';
import { BackupLibrary } from './grove/copies/backup-library.ts';
import type { CheckCopy } from './grove/copies/check-copy.ts';
import { GroveRegistry } from './grove/registry.ts';
import { writeSampleGrove } from './grove/sample/sample-grove.ts';
import { createIdFactory } from './id-factory.ts';
import { Journal } from './journal/journal.ts';
import type { Log } from './log.ts';
import { markOpenGroves } from './open-marks.ts';
import { RecordedPartials } from './partial-records.ts';
import { planEdit } from './planning/edit-planner.ts';
import { type Child, Probe } from './probe/probe.ts';
import { type Keychain, KeyStore } from './settings/key-store.ts';
import { KnownAgents } from './settings/known-agents.ts';
import { findPrice } from './settings/provider-settings.ts';
import { SettingsFile, SettingsTroubles } from './settings/settings-file.ts';
import { createSha256 } from './sha256.ts';
import { Speller } from './spelling/speller.ts';
import { recordPartials } from './store/connection/partial-file.ts';

export interface ServicesOptions {
  /** The program's folder. */
  readonly root: string;
  /** The folder of the compiled threads and child processes. */
  readonly workers: string;
  /** The program's data folder. */
  readonly dataFolder: string;
  /** The folder of the recovery journal and of what does not outlive the process: the data folder, but for a command. */
  readonly workFolder: string;
  readonly nativeBinding: string | undefined;
  readonly appVersion: string;
  readonly keychain: Keychain;
  readonly log: Log;
  startProbe(file: string, argument: string): Child;
  /** A service that the writer has connected, by its id; a command has none, and leaves out the code that speaks to them. */
  findService(settings: SettingsFile, keys: KeyStore, id: string): Provider | undefined;
}

/** Everything in main that runs without Electron: settings, journal, groves, providers, spelling. */
export function createServices(options: ServicesOptions) {
  const { root, workers, dataFolder, workFolder, nativeBinding, appVersion, keychain, log } = options;
  const { startProbe, findService } = options;
  const now = Date.now;
  const newId = createIdFactory({ now });
  const warn = (message: string) => log.warn(message);
  const migrations = join(root, 'migrations');

  const troubles = new SettingsTroubles();
  const onTrouble = (trouble: SettingsTrouble) => {
    warn(`${trouble.sentence} ${trouble.detail}`);
    troubles.add(trouble);
  };
  const settings = SettingsFile.open({
    path: join(dataFolder, 'settings.json'),
    defaults: () => ({
      writer: { id: newId(), name: 'Writer' },
      recentGroves: [],
      preferences: defaultPreferences,
      providers: [],
      noteDrafts: [],
    }),
    onTrouble,
  });
  const keys = new KeyStore({ path: join(dataFolder, 'keys.json'), keychain, onTrouble });
  const knownAgents = new KnownAgents({
    path: join(dataFolder, 'known-agents.json'),
    recentGroves: settings.current.recentGroves.map(({ path }) => path),
    onTrouble,
  });
  const offline = createOfflineProvider({
    readSample: () => readTexts(root, 'offline').join('\n\n'),
    now,
    newId,
  });
  const journal = new Journal({
    worker: join(workers, 'journal-worker.js'),
    path: join(workFolder, 'recovery.sqlite'),
    nativeBinding,
    now,
    onSetAside: (reason) => warn(`The recovery journal could not be read and was set aside: ${reason}`),
  });
  const probe = new Probe({
    start: (argument) => startProbe(join(workers, 'probe.js'), argument),
    migrations,
    nativeBinding,
    folder: join(workFolder, 'looking'),
    warn,
  });
  probe.sweep();
  const partials = new RecordedPartials({ folder: join(workFolder, 'partials'), now, warn });
  recordPartials(partials);
  partials.sweep().catch((error: unknown) => warn(`Partial files could not be deleted: ${String(error)}`));
  const checkCopy: CheckCopy = (path, signal) => probe.check(path, signal);
  const marks = markOpenGroves();
  const registry = new GroveRegistry({
    marks,
    migrations,
    nativeBinding,
    journal,
    backups: openBackupFolder(join(dataFolder, 'backups')),
    checkCopy,
    verifyFile: (path, signal) => probe.verify(path, signal),
    canRead: (path) => probe.canRead(path),
    keepFile: (path, target) => probe.keep(path, target),
    writer: () => settings.current.writer,
    appVersion,
    host: hostname(),
    makeIds: (after) => createIdFactory({ now, after }),
    now,
    createSha256,
    findProvider: (id) => (id === offline.id ? offline : findService(settings, keys, id)),
    preferences: () => settings.current.preferences,
    knownAgents,
    planEdit: (edit, signal) => planEdit(join(workers, 'planning-worker.js'), edit, signal),
    findPrice: (modelRef) => findPrice(settings.current.providers, modelRef),
    warn,
    onBug: (what, error) => log.error(what, error),
  });
  const library = new BackupLibrary({
    folder: registry.folder,
    migrations,
    nativeBinding,
    now,
    newId,
    checkCopy,
    onCopied: (from, to) => knownAgents.copy(from, to),
    warn,
  });
  const speller = new Speller({
    worker: join(workers, 'spelling-worker.js'),
    folder: join(root, 'resources', 'dictionaries'),
  });
  const writeSample = (path: string) =>
    writeSampleGrove({
      path,
      sources: readTexts(root, 'sample'),
      migrations,
      nativeBinding,
      writer: settings.current.writer,
      now: now(),
      makeIds: (time) => createIdFactory({ now: time }),
    });
  return {
    now,
    untitled: untitledGrovesIn(dataFolder),
    newId,
    settings,
    troubles,
    keys,
    offline,
    journal,
    marks,
    probe,
    registry,
    library,
    speller,
    writeSample,
  };
}

/** All texts in a folder under `resources`, ordered by file name. */
function readTexts(root: string, name: string): readonly string[] {
  const folder = join(root, 'resources', name);
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
  return files.sort().map((file) => readFileSync(join(folder, file), 'utf8'));
}
