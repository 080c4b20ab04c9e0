/** The composition root: builds the parts and connects them. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { app, ipcMain, protocol, session } from 'electron';
import { keychain } from './app/keychain.ts';
import { createApplicationMenu } from './app/lifecycle/application-menu.ts';
import type { LaunchFiles } from './app/lifecycle/command-line.ts';
import { launch } from './app/lifecycle/launch.ts';
import {
  findLastGrove,
  getSampleGrove,
  type OutsideFiles,
  OutsideOpener,
} from './app/lifecycle/outside-files.ts';
import { closeJournalOnQuit } from './app/lifecycle/quit.ts';
import { applyPreferences, reloadSettingsOnFocus } from './app/lifecycle/reload-settings.ts';
import { startSupport } from './app/lifecycle/start-support.ts';
import { APP_ORIGIN, findPage, fontFolder } from './app/page.ts';
import { Printer } from './app/print.ts';
import { serveApp } from './app/protocol.ts';
import { secureProgram, secureSession } from './app/security.ts';
import { startProbe } from './app/start-probe.ts';
import { Windows } from './app/windows.ts';
import { findConfiguredProvider } from './handlers/configured-provider.ts';
import { createHandlers } from './handlers/create-handlers.ts';
import { serve } from './ipc/serve.ts';
import { createLog } from './log.ts';
import { createServices } from './services.ts';

const root = app.getAppPath();
const log = createLog((line) => process.stderr.write(line));
const { ELECTRON_RENDERER_URL: developmentServer, ASPEN_SQLITE_BINDING: nativeBinding } = process.env;
const page = findPage({ developmentServer, isPackaged: app.isPackaged, root });

/** The built-in model is trained after this, which takes main a moment, when the windows have what they ask for. Milliseconds. */
const OFFLINE_AFTER = 3_000;

/** Logs an error that the program cannot run with, and exits. */
const exitAfter = (message: string) => (error: unknown) => {
  log.error(message, error);
  app.exit(1);
};
const onFatalError = exitAfter('A window could not be opened');

secureProgram(app, page);

function prepare() {
  const dataFolder = app.getPath('userData');
  const services = createServices({
    root,
    workers: join(root, 'out', 'main'),
    dataFolder,
    workFolder: dataFolder,
    nativeBinding,
    appVersion: app.getVersion(),
    keychain,
    log,
    startProbe,
    findService: findConfiguredProvider,
  });
  // The first file that is opened waits for it.
  services.journal.start();
  return services;
}

function start(services: ReturnType<typeof prepare>, named: LaunchFiles, outside: OutsideFiles): void {
  const dataFolder = app.getPath('userData');
  const { support, updates } = startSupport(root, dataFolder, log);
  const { settings, troubles, offline, journal } = services;

  const windows = new Windows({
    ...services,
    preload: join(root, 'out', 'preload', 'index.cjs'),
    page,
    log,
    printer: new Printer({ fonts: fontFolder(root, page), country: app.getLocaleCountryCode() }),
    onRecentGroves: () => onRecentGroves(),
  });
  const opener = new OutsideOpener(windows, log);
  const menu = createApplicationMenu({ windows, settings, opener, onFatalError });
  const onRecentGroves = () => {
    menu.onRecentGroves();
    void services.registry.keepUndoOf(settings.current.recentGroves.map(({ path }) => path));
  };
  const getSample = () => getSampleGrove(dataFolder, services.writeSample);

  secureSession(session.defaultSession, page);
  if (page.origin === APP_ORIGIN) serveApp(protocol, join(root, 'out', 'renderer'));
  const handlers = createHandlers({
    ...services,
    support,
    updates,
    version: app.getVersion(),
    platform: process.platform,
    checks: process.env.ASPEN_CHECKS === '1',
    drainTroubles: () => troubles.drain(),
    onKeys: menu.setKeys,
    onRecentGroves,
    getSample,
    onProviders: (providers, caller) => windows.sendToOthers(caller, 'providers.changed', providers),
    onPreferences: (preferences, caller) => applyPreferences(windows, preferences, caller),
  });
  serve({
    ipcMain,
    log,
    handlers,
    callerOf: (event) => windows.callerOf(event),
    openDropped: async (path, caller) => void (await caller.showGrove(path, false)),
  });
  menu.update();
  reloadSettingsOnFocus(settings, windows, troubles);
  closeJournalOnQuit(log, () => journal.close(), onFatalError);

  const last = page.origin === APP_ORIGIN ? findLastGrove(settings.current) : getSample();
  opener
    .start(named, outside, last, onFatalError)
    .catch(onFatalError)
    .then(() => setTimeout(OFFLINE_AFTER))
    .then(() => offline.prepare())
    .catch((error: unknown) => log.error('The offline agent could not read its sample', error));
}

launch(prepare, start, exitAfter('The program could not start'));
