import { join } from 'node:path';
import { cacheFolder } from './setup/cache-folder.mjs';

/**
 * The environment in which Node keeps compiled code from one process to the next: for tests that start the same program
 * hundreds of times, each of which would compile its TypeScript again.
 */
export const KEEPING_COMPILED_CODE: NodeJS.ProcessEnv = {
  NODE_COMPILE_CACHE: join(cacheFolder(), 'compiled'),
};
