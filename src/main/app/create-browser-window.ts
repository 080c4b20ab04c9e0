import { BrowserWindow } from 'electron';
import { APP_NAME } from '../../ui-text/app.ts';
import type { WindowBounds } from '../settings/settings.ts';

/**
 * A sandboxed, still hidden browser window, which shows itself once its page has been painted.
 * @param bounds where the last window was; undefined for the default size
 */
export function createBrowserWindow(preload: string, bounds: WindowBounds | undefined): BrowserWindow {
  const browser = new BrowserWindow({
    width: bounds?.width ?? 1280,
    height: bounds?.height ?? 860,
    ...(bounds?.x === undefined || bounds.y === undefined ? {} : { x: bounds.x, y: bounds.y }),
    minWidth: 560,
    minHeight: 400,
    title: APP_NAME,
    show: false,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      // Typed text is saved on time even while another window covers this one.
      backgroundThrottling: false,
    },
  });
  if (bounds?.maximized) browser.maximize();
  browser.once('ready-to-show', () => browser.show());
  browser.on('page-title-updated', (event) => event.preventDefault());
  return browser;
}

/** Where a window is, for the next one; null if it is destroyed. */
export function findBounds(browser: BrowserWindow): WindowBounds | null {
  return browser.isDestroyed() ? null : { ...browser.getNormalBounds(), maximized: browser.isMaximized() };
}
