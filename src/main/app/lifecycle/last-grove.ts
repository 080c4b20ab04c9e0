import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../settings/settings.ts';

/**
 * The path of the grove to start with: the one that was opened last, if the writer wants that and it is still there.
 */
export function findLastGrove({ preferences, recentGroves }: Settings): string | undefined {
  const path = recentGroves.at(0)?.path;
  return preferences.openLastGrove && path !== undefined && existsSync(path) ? path : undefined;
}

/**
 * The path of this computer's sample grove, which is created if it does not exist. It is written under
 * another name and renamed when complete, so an interrupted start leaves no partial file.
 * @param write writes the sample grove to a path
 */
export function getSampleGrove(folder: string, write: (path: string) => void): string {
  const path = join(folder, 'Sample.aspen');
  // A link that leads nowhere is there, too: opening it reports that.
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return path;
  const partial = join(folder, 'Sample.partial.aspen');
  rmSync(partial, { force: true });
  write(partial);
  renameSync(partial, path);
  return path;
}
