import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.mjs';
import { withLock } from './lock.mjs';

const DRAFT = '.draft-';

/**
 * The two empty folders something is made in.
 *
 * @typedef {object} Workshop
 * @property {string} result becomes what is kept, as it is when making ends
 * @property {string} scratch for what is needed on the way; gone afterwards
 */

/**
 * Makes a folder of the cache unless it is there. It appears whole or not at all: a process killed half way
 * leaves nothing under that name, and of two at once the second waits for the first.
 *
 * @param {string} name says all versions that matter; another version is another name
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
 * Removes what killed processes left: whoever holds the lock is the only one making.
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
