import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheFolder } from './cache-folder.mjs';
import { say } from './say.mjs';

const REFRESH_MS = 5_000;
/** Holders refresh their lock; one that has not for this long is gone, even if its process id is in use again. */
const ABANDONED_MS = 60_000;
const POLL_MS = 200;
const POLLS_BEFORE_SAYING = 5;

let attempts = 0;

/**
 * Does the work while no other process on this machine does work with the same name. The lock of a process that
 * was killed is taken over.
 *
 * @template T
 * @param {string} name a file name: letters, digits, `-` and `.`
 * @param {() => Promise<T>} work
 * @param {string} [folder] where locks are kept
 * @returns {Promise<T>}
 */
export async function withLock(name, work, folder = join(cacheFolder(), 'locks')) {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, name);
  for (let waits = 0; !take(lock); waits += 1) {
    if (isAbandoned(lock)) breakLock(lock);
    else {
      if (waits === POLLS_BEFORE_SAYING) say('Waiting for another set-up of this project to finish.');
      await sleep(POLL_MS);
    }
  }
  const refresh = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(lock, now, now);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }, REFRESH_MS);
  refresh.unref();
  try {
    return await work();
  } finally {
    clearInterval(refresh);
    if (holder(lock) === process.pid) rmSync(lock, { force: true });
  }
}

/**
 * @param {string} lock
 * @returns {boolean} whether this process now holds it
 */
function take(lock) {
  // Written to a separate file and then linked, so that an existing lock always contains its holder.
  const own = uniqueBeside(lock);
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * @param {string} lock
 * @returns {boolean}
 */
function isAbandoned(lock) {
  const pid = holder(lock);
  if (pid === undefined) return false;
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > ABANDONED_MS) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/**
 * @param {string} lock
 * @returns {void}
 */
function breakLock(lock) {
  const stale = holder(lock);
  const aside = uniqueBeside(lock);
  try {
    renameSync(lock, aside);
    // Another process may have broken and taken the lock since we looked: give it back.
    if (holder(aside) !== stale) linkSync(aside, lock);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * @param {string} lock
 * @returns {number | undefined} the process that holds it; undefined if it is free
 */
function holder(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * @param {string} lock
 * @returns {string}
 */
function uniqueBeside(lock) {
  attempts += 1;
  return `${lock}.${process.pid}.${attempts}`;
}

/**
 * @param {unknown} error
 * @returns {string | undefined}
 */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
