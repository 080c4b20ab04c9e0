import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.mjs';
import { withLock } from './lock.mjs';

const DRAFT = '.draft-';

/**
 * Two empty folders to make something in.
 *
 * @typedef {object} Workshop
 * @property {string} result kept when making ends
 * @property {string} scratch for intermediate files; deleted afterwards
 */

/**
 * Makes a folder in the cache unless it is there. It appears complete or not at all: a process killed half way
 * leaves nothing under that name, and of two concurrent processes the second waits for the first.
 *
 * @param {string} name contains every relevant version, so that another version has another name
 * @param {(workshop: Workshop) => Promise<void>} make
 * @param {string} [cache]
 * @returns {Promise<string>} the folder, an absolute path
 */
export async function makeOnce(name, make, cache = cacheFolder()) {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  await withLock(
    name,
    async () => {
      if (existsSync(folder)) return;
      await sweep(cache, `${name}${DRAFT}`);
      const draft = `${folder}${DRAFT}${process.pid}`;
      const workshop = { result: join(draft, 'result'), scratch: join(draft, 'scratch') };
      try {
        await mkdir(workshop.result, { recursive: true });
        await mkdir(workshop.scratch);
        await make(workshop);
        await rename(workshop.result, folder);
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    },
    join(cache, 'locks'),
  );
  return folder;
}

/**
 * Removes what killed processes left behind, which is safe for the holder of the lock.
 *
 * @param {string} cache
 * @param {string} prefix
 * @returns {Promise<void>}
 */
async function sweep(cache, prefix) {
  for (const entry of await readdir(cache)) {
    if (entry.startsWith(prefix)) await rm(join(cache, entry), { recursive: true, force: true });
  }
}
