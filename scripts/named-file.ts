import { resolve } from 'node:path';

/** Resolves a path from the command line against the user's folder: npm changes to the project's. */
export function namedFile(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}
