import { type App, type Session, shell, type WebContents } from 'electron';
import { APP_ORIGIN } from './protocol.ts';

/** Links a writer may follow out of the program, after a click. */
const EXTERNAL = new Set(['https:', 'mailto:']);

/** Denies every permission and every download (`proof.md`, *Security*). */
export function secureSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  // Electron on Linux would fetch a dictionary at start; nothing is fetched that the writer did not ask for.
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest((details, answer) => {
    const ours = details.url.startsWith(`${APP_ORIGIN}/`) || details.url.startsWith('devtools://');
    answer({ cancel: !ours });
  });
}

/** Denies navigation, new windows and embedded pages to every page there will ever be. */
export function secureContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url);
      return { action: 'deny' };
    });
  });
}

/** Hands an address to the system's browser or mail program; anything but https and mailto is ignored. */
function openOutside(address: string): void {
  if (!URL.canParse(address)) return;
  if (EXTERNAL.has(new URL(address).protocol)) void shell.openExternal(address);
}

/** True when a message comes from the main frame of one of our own pages. */
export function isOurPage(contents: WebContents, frame: Electron.WebFrameMain | null): boolean {
  return frame !== null && frame === contents.mainFrame && frame.url.startsWith(`${APP_ORIGIN}/`);
}
