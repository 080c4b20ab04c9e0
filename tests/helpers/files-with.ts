import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The paths of all files in a folder and in the folders below it. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** The paths of those files whose bytes contain a text. */
export function filesWith(text: string, ...folders: readonly string[]): readonly string[] {
  return folders.flatMap(filesBelow).filter((path) => readFileSync(path).includes(text));
}
