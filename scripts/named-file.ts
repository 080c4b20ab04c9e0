import { resolve } from 'node:path';

/** A file as a person named it on the command line: npm changes to the project's folder, a path is meant from theirs. */
export function namedFile(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}
