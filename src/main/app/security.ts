import { type App, type Session, shell, type WebContents } from 'electron';
import type { Page } from './page.ts';

/** Links a writer may follow out of the program, after a click. */
const EXTERNAL = new Set(['https:', 'mailto:']);

/** A page may ask for a link to be opened so long after the writer's click or key, in milliseconds. */
const CLICK = 1_000;

/** Denies every permission, every download and every request but for the page itself (`proof.md`, *Security*). */
export function secureSession(session: Session, { origin }: Page): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  // Electron on Linux fetches a dictionary for each language at start, even while its checker is off.
  session.setSpellCheckerLanguages([]);
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest((details, answer) => {
    // The development server speaks over a socket too; the built page never does.
    const own = [origin, origin.replace(/^http:/, 'ws:'), 'devtools:/'];
    const ours = own.some((start) => details.url.startsWith(`${start}/`));
    answer({ cancel: !ours });
  });
}

/** Denies navigation, new windows and embedded pages to every page there will ever be; it may load itself again. */
export function secureContents(app: App, { address }: Page): void {
  app.on('web-contents-created', (_event, contents) => {
    const stay = (event: { readonly url: string; readonly isMainFrame: boolean; preventDefault(): void }) => {
      if (!event.isMainFrame || event.url !== address) event.preventDefault();
    };
    contents.on('will-navigate', stay);
    contents.on('will-frame-navigate', stay);
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    let lastClick = Number.NEGATIVE_INFINITY;
    contents.on('input-event', (_input, { type }) => {
      if (type === 'mouseUp' || type === 'keyDown' || type === 'rawKeyDown') lastClick = performance.now();
    });
    contents.setWindowOpenHandler(({ url }) => {
      if (performance.now() - lastClick < CLICK) openOutside(url);
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
export function isOurPage(
  { origin }: Page,
  contents: WebContents,
  frame: Electron.WebFrameMain | null,
): boolean {
  return frame !== null && frame === contents.mainFrame && frame.url.startsWith(`${origin}/`);
}
