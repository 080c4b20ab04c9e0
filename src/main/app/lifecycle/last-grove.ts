import { existsSync } from 'node:fs';
import type { Settings } from '../../settings/settings.ts';

/**
 * The path of the grove to start with: the one that was opened last, if the writer wants that and it is still there.
 */
export function findLastGrove({ preferences, recentGroves }: Settings): string | undefined {
  const path = recentGroves.at(0)?.path;
  return preferences.openLastGrove && path !== undefined && existsSync(path) ? path : undefined;
}
