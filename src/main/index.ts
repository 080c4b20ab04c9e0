/** The composition root: builds the parts and connects them. */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { app, ipcMain, nativeTheme, protocol, session } from 'electron';
import { keychain } from './app/keychain.ts';
import { createApplicationMenu } from './app/lifecycle/application-menu.ts';
import {
  findLastGrove,
  getSampleGrove,
  groveFileIn,
  openOutsideFiles,
} from './app/lifecycle/outside-files.ts';
import { closeJournalOnQuit } from './app/lifecycle/quit.ts';
import { applyPreferences, reloadSettingsOnFocus, themeSourceOf } from './app/lifecycle/reload-settings.ts';
import { APP_ORIGIN, findPage } from './app/page.ts';
import { Printer } from './app/print.ts';
import { registerAppScheme, serveApp } from './app/protocol.ts';
import { secureContents, secureSession } from './app/security.ts';
import { startProbe } from './app/start-probe.ts';
import { Windows } from './app/windows.ts';
import { createHandlers } from './handlers/create-handlers.ts';
import { serve } from './ipc/serve.ts';
import { createLog } from './log.ts';
import { createServices } from './services.ts';

const root = app.getAppPath();
const log = createLog((line) => process.stderr.write(line));
const developmentServer = process.env.ELECTRON_RENDERER_URL;
const page = findPage({ developmentServer, isPackaged: app.isPackaged, root });

/** Logs an error that the program cannot run with, and exits. */
const exitAfter = (message: string) => (error: unknown) => {
  log.error(message, error);
  app.exit(1);
};
const onFatalError = exitAfter('A window could not be opened');

registerAppScheme();
// Chromium's sandbox does not work for root on Linux; the scripts then pass --no-sandbox and report that.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
secureContents(app, page);

function start(): void {
  const [dataFolder, appVersion] = [app.getPath('userData'), app.getVersion()];
  const nativeBinding = process.env.ASPEN_SQLITE_BINDING;
  const services = createServices({ root, dataFolder, nativeBinding, appVersion, keychain, log, startProbe });
  const { settings, troubles, offline, journal } = services;
  // Also for a window's first paint, menus and the system's dialogs.
  nativeTheme.themeSource = themeSourceOf(settings.current.preferences);

  const windows = new Windows({
    ...services,
    preload: join(root, 'out', 'preload', 'index.cjs'),
    page,
    log,
    host: hostname(),
    printer: new Printer({ fonts: join(root, 'resources', 'fonts'), country: app.getLocaleCountryCode() }),
    onRecentGroves: () => onRecentGroves(),
  });
  const open = openOutsideFiles(windows, log, onFatalError);
  const openRecent = (path: string) => void open(path, false).catch(onFatalError);
  const menu = createApplicationMenu({ windows, settings, openRecent, onFatalError });
  const onRecentGroves = () => {
    menu.update();
    void services.registry.keepUndoOf(settings.current.recentGroves.map(({ path }) => path));
  };
  const getSample = () => getSampleGrove(dataFolder, services.writeSample);

  secureSession(session.defaultSession, page);
  if (page.origin === APP_ORIGIN) serveApp(protocol, join(root, 'out', 'renderer'));
  const handlers = createHandlers({
    ...services,
    version: appVersion,
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

  const named =
    groveFileIn(process.argv, process.cwd()) ?? (page.origin === APP_ORIGIN ? undefined : getSample());
  const file = named ?? findLastGrove(settings.current);
  (file === undefined ? windows.openWelcome() : open(file, named !== undefined))
    .catch(onFatalError)
    .then(() => offline.prepare())
    .catch((error: unknown) => log.error('The offline agent could not read its sample', error));
}

// Never a top-level await of `whenReady`: in an ES module it waits for itself.
if (app.requestSingleInstanceLock())
  app.whenReady().then(start).catch(exitAfter('The program could not start'));
else app.quit();
