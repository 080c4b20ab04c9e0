import { basename, dirname } from 'node:path';
import type { RecentGroveEntry, Settings, WindowBounds } from './settings.ts';

/** Most groves listed. */
export const MAX_RECENT = 12;

/** Puts a grove at the top of the recent groves; one already listed keeps its handle and what is known of its text. */
export function addRecentGrove(
  settings: Settings,
  path: string,
  name: string,
  now: number,
  handle: string,
): Settings {
  const known = settings.recentGroves.find((entry) => entry.path === path);
  const entry: RecentGroveEntry = { ...known, handle: known?.handle ?? handle, path, name, openedAt: now };
  const others = settings.recentGroves.filter((other) => other.path !== path);
  return { ...settings, recentGroves: [entry, ...others].slice(0, MAX_RECENT) };
}

/** Removes a grove from the recent groves; harmless when it is not listed. */
export function removeRecentGrove(settings: Settings, handle: string): Settings {
  return { ...settings, recentGroves: settings.recentGroves.filter((entry) => entry.handle !== handle) };
}

/** Removes the grove at a path from the recent groves; harmless when it is not listed. */
export function removeRecentGroveAt(settings: Settings, path: string): Settings {
  return { ...settings, recentGroves: settings.recentGroves.filter((entry) => entry.path !== path) };
}

/** Notes where a grove's text ended when it was closed; harmless when the grove is not listed. */
export function noteRecentText(
  settings: Settings,
  path: string,
  text: { readonly lastLine: string; readonly words: number },
): Settings {
  const recentGroves = settings.recentGroves.map((entry) =>
    entry.path === path ? { ...entry, ...text } : entry,
  );
  return { ...settings, recentGroves };
}

/** Keeps the place of a window that closed: for its grove, and for windows of groves that have none. */
export function keepWindow(settings: Settings, path: string | undefined, window: WindowBounds): Settings {
  const recentGroves = settings.recentGroves.map((entry) =>
    entry.path === path ? { ...entry, window } : entry,
  );
  return { ...settings, recentGroves, window };
}

/** The place that the window of the grove at a path had; undefined if that is not known. */
export function windowOf({ recentGroves }: Settings, path: string): WindowBounds | undefined {
  return recentGroves.find((entry) => entry.path === path)?.window;
}

/** The last two folders of a path, for people. */
export function shortFolder(path: string): string {
  const folder = dirname(path);
  const parent = basename(dirname(folder));
  return parent === '' ? folder : `${parent}/${basename(folder)}`;
}
