import { basename } from 'node:path';
import { type App, type Session, shell, type WebContents } from 'electron';
import { AspenError } from '../../core/errors.ts';
import { notOpened } from '../../ui-text/refusals.ts';
import type { Page } from './page.ts';
import { registerAppScheme } from './protocol.ts';

/** The protocols of links that may open outside the program after a click. */
const EXTERNAL_PROTOCOLS = new Set(['https:', 'mailto:']);

/** Time after a click or key press within which a page may open a link, in milliseconds. */
const CLICK_PERIOD = 1_000;

/** Denies every permission, every download and every request except for the page itself (`proof.md`, *Security*). */
export function secureSession(session: Session, { origin }: Page): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  // On Linux, Electron downloads a dictionary per language at startup even if spell checking is disabled.
  session.setSpellCheckerLanguages([]);
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest((details, answer) => {
    // The development server also uses a web socket; the built page never does.
    const allowed = [origin, origin.replace(/^http:/, 'ws:'), 'devtools:/'];
    const isAllowed = allowed.some((start) => details.url.startsWith(`${start}/`));
    answer({ cancel: !isAllowed });
  });
}

/** Sets up what protects the whole program, before the app is ready. */
export function secureProgram(app: App, page: Page): void {
  registerAppScheme();
  // Chromium's sandbox does not work for root on Linux; the scripts then pass --no-sandbox and report that.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  secureContents(app, page);
}

/**
 * Denies navigation, new windows, embedded pages and connections between peers to all current and future pages;
 * a page may reload itself. Must be called before the app is ready.
 *
 * No content security policy and no permission covers `RTCPeerConnection`. Without UDP and without a host to be
 * found, not even an address (which Chromium looks up too), it connects to nothing and asks no name server. Main
 * makes its own requests, which do not come by here.
 */
function secureContents(app: App, { origin, address }: Page): void {
  const developmentServer = origin.startsWith('http:') ? `, EXCLUDE ${new URL(origin).hostname}` : '';
  app.commandLine.appendSwitch('host-resolver-rules', `MAP * ~NOTFOUND${developmentServer}`);
  app.on('web-contents-created', (_event, contents) => {
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    const preventNavigation = (event: {
      readonly url: string;
      readonly isMainFrame: boolean;
      preventDefault(): void;
    }) => {
      if (!event.isMainFrame || event.url !== address) event.preventDefault();
    };
    contents.on('will-navigate', preventNavigation);
    contents.on('will-frame-navigate', preventNavigation);
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    let lastClick = Number.NEGATIVE_INFINITY;
    contents.on('input-event', (_input, { type }) => {
      if (type === 'mouseUp' || type === 'keyDown' || type === 'rawKeyDown') lastClick = performance.now();
    });
    contents.setWindowOpenHandler(({ url }) => {
      if (performance.now() - lastClick < CLICK_PERIOD) openOutside(url);
      return { action: 'deny' };
    });
  });
}

/** Opens an https or mailto address in the system's browser or mail program; ignores any other. */
function openOutside(address: string): void {
  if (!URL.canParse(address)) return;
  if (EXTERNAL_PROTOCOLS.has(new URL(address).protocol)) void shell.openExternal(address);
}

/**
 * Opens a file that the writer has had written with the system's program for it.
 * @throws {AspenError} NOT_FOUND if the file or the program is missing
 */
export async function openWithSystem(path: string): Promise<void> {
  const refusal = await shell.openPath(path);
  if (refusal !== '') throw new AspenError('NOT_FOUND', notOpened(basename(path)));
}

/** Returns true if a message came from the main frame of one of our pages. */
export function isOurPage(
  { origin }: Page,
  contents: WebContents,
  frame: Electron.WebFrameMain | null,
): boolean {
  return frame !== null && frame === contents.mainFrame && frame.url.startsWith(`${origin}/`);
}
