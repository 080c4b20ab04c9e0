import { groveWindowTitle } from '../../../ui-text/app.ts';
import { shortFolder } from '../../settings/recent-groves.ts';
import type { GroveWindow } from '../grove-window.ts';

/** Titles windows by the groves that they show, and by their folders where two groves have one name. */
export function updateWindowTitles(windows: readonly GroveWindow[]): void {
  const shown = windows.flatMap((window) => {
    const grove = window.findGrove();
    return grove === undefined ? [] : [{ window, name: grove.name, path: grove.path }];
  });
  for (const { window, name, path } of shown) {
    const isAmbiguous = shown.some((other) => other.window !== window && other.name === name);
    window.browser.setTitle(groveWindowTitle(name, isAmbiguous ? shortFolder(path) : null));
  }
}
