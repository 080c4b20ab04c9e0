import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const APP_SCHEME = 'app';
export const APP_ORIGIN = `${APP_SCHEME}://aspen`;

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The address of the windows' page, and the only origin whose messages are answered. */
export interface Page {
  readonly origin: string;
  readonly address: string;
}

export interface PageOptions {
  /** `ELECTRON_RENDERER_URL`, which electron-vite sets when it starts the program. */
  readonly developmentServer: string | undefined;
  readonly isPackaged: boolean;
  /** The program's own folder. */
  readonly root: string;
}

/**
 * The built renderer or, in development, the local development server, which sets its own content security
 * policy. Such a page can do what ours can, so its address counts only in a checkout, and only on this computer:
 * a program that a distribution starts with its own Electron is not packaged either.
 */
export function findPage({ developmentServer, isPackaged, root }: PageOptions): Page {
  const url = developmentServer === undefined ? null : URL.parse(developmentServer);
  const isCheckout = !isPackaged && existsSync(join(root, 'src', 'renderer', 'index.html'));
  const isLocal = url?.protocol === 'http:' && LOOPBACK.has(url.hostname);
  const origin = url !== null && isLocal && isCheckout ? url.origin : APP_ORIGIN;
  return { origin, address: `${origin}/index.html` };
}

/** The folder of the fonts, of which a package has one copy: in the built page. */
export function fontFolder(root: string, { origin }: Page): string {
  return origin === APP_ORIGIN ? join(root, 'out', 'renderer', 'assets') : join(root, 'resources', 'fonts');
}
