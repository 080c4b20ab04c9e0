import Database from 'better-sqlite3';
import { examine } from '../../helpers/examine.ts';
import type { Tally } from '../harness/fault.ts';
import { openProgram } from '../program.ts';
import { markOf } from './marks.ts';

/**
 * Opens the grove as the next start does, closes it, and checks that every mark is in the file.
 * @param where names the fault in failure messages
 */
export async function judge(
  path: string,
  acknowledged: Iterable<number>,
  tally: Tally,
  where: string,
): Promise<void> {
  const { close } = await openProgram(path);
  await close();
  if (!examine(path).isHealthy) {
    tally.corrupt += 1;
    tally.failures.push(`${where}: the file does not hold together`);
  }
  const database = new Database(path, { readonly: true });
  const texts = database.prepare("SELECT coalesce(text, '') FROM node").pluck().all();
  const drafts = database.prepare('SELECT buffer || edits FROM draft').pluck().all();
  database.close();
  const all = [...texts, ...drafts].join('\n');
  for (const mark of acknowledged) {
    if (all.includes(markOf(mark))) continue;
    tally.lost += 1;
    tally.failures.push(`${where}: operation ${mark} was acknowledged and is gone`);
  }
}
