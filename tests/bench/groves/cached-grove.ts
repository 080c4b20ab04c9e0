import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GroveShape, MadeGrove } from '../../../scripts/make-grove.ts';
import { cacheFolder } from '../../../scripts/setup/cache-folder.mjs';
import { makeOnce } from '../../../scripts/setup/make-once.mjs';
import { root } from '../../../scripts/setup/project.mjs';
import { run } from '../../../scripts/setup/run.mjs';
import { openFile } from '../../../src/main/store/connection/open-file.ts';
import type { Store } from '../../../src/main/store/connection/store.ts';
import { MIGRATIONS } from '../../helpers/grove.ts';
import type { BenchContext } from '../harness/bench.ts';
import { realIdsAndClock } from './scratch-grove.ts';

const GROVE_FILE = 'made.aspen';
const INFO_FILE = 'made.json';
const SEED = 1;
const MAKE_GROVE = join(root, 'scripts', 'make-grove.ts');

/**
 * A grove of a given shape, made on first use and kept in the user's cache under everything it depends on: shape, seed,
 * the file format and the code that makes it. Open it read-only.
 */
export async function cachedGrove(shape: GroveShape, log: (line: string) => void): Promise<MadeGrove> {
  const name = nameOf(shape);
  const folder = await makeOnce(name, async ({ result }) => {
    deleteOutdated(shape, name);
    log(
      `making a grove of ${shape.nodes.toLocaleString('en')} nodes for the cache; a million take a few minutes`,
    );
    const sizes = Object.entries({ ...shape, seed: SEED }).flatMap(([name, size]) => [
      `--${name}`,
      `${size}`,
    ]);
    // In a separate process: making a grove is synchronous, and this process must keep refreshing the lock.
    const args = [MAKE_GROVE, join(result, GROVE_FILE), ...sizes];
    writeFileSync(join(result, INFO_FILE), await run('Making a grove', process.execPath, args));
  });
  const made: MadeGrove = JSON.parse(readFileSync(join(folder, INFO_FILE), 'utf8'));
  return { ...made, path: join(folder, GROVE_FILE) };
}

export type TreeSize = 'small' | 'middle' | 'large';

/**
 * The trees of a scale, all with a path of the same length. The small tree is only the path; the others have a position
 * with many siblings and one with many versions on the path, and the path's rows are spread among the others.
 */
export function cachedTree(size: TreeSize, { scale, log }: BenchContext): Promise<MadeGrove> {
  const { trees, path, siblings, versions } = scale;
  const [small, middle, large] = trees;
  const nodes = { small, middle, large }[size];
  const extra = size === 'small' ? { siblings: 0, versions: 0 } : { siblings, versions };
  return cachedGrove({ nodes, path, ...extra, branch: 0, longest: 0, characters: 300 }, log);
}

/** Opens a grove as the program does, but read-only. */
export function openForReading({ path }: Pick<MadeGrove, 'path'>): Store {
  const { now } = realIdsAndClock();
  return openFile(path, { migrations: MIGRATIONS, now, readonly: true });
}

function nameOf(shape: GroveShape): string {
  const digest = createHash('sha256').update(JSON.stringify([shape, SEED]));
  const files = [
    MAKE_GROVE,
    ...filesIn(join(root, 'scripts', 'make-grove')),
    ...filesIn(join(root, 'migrations')),
  ];
  for (const file of files) digest.update(readFileSync(file));
  return `${prefixOf(shape.nodes)}${digest.digest('hex').slice(0, 12)}`;
}

/** Deletes groves of this size from another generator or format: a large one is more than a gigabyte. */
function deleteOutdated({ nodes }: GroveShape, name: string): void {
  for (const other of readdirSync(cacheFolder())) {
    const isOther = other.startsWith(`${prefixOf(nodes)}`) && other !== name && !other.includes('.draft-');
    if (isOther) rmSync(join(cacheFolder(), other), { recursive: true, force: true });
  }
}

const prefixOf = (nodes: number) => `bench-grove-${nodes}-`;

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}
