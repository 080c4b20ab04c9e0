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

const FILE = 'made.aspen';
const PLACES = 'made.json';
const SEED = 1;
const MAKE_GROVE = join(root, 'scripts', 'make-grove.ts');

/**
 * A grove of a shape, made when it is first asked for and kept in the user's cache under what it depends on: shape, seed,
 * the file format and the code that makes it. Whoever opens it only reads.
 */
async function cachedGrove(shape: GroveShape, tell: (line: string) => void): Promise<MadeGrove> {
  const name = nameOf(shape);
  const folder = await makeOnce(name, async ({ result }) => {
    forgetOthers(shape, name);
    tell(`making a grove of ${shape.nodes.toLocaleString('en')} nodes, once; a million take some minutes`);
    const sizes = Object.entries({ ...shape, seed: SEED }).flatMap(([name, size]) => [
      `--${name}`,
      `${size}`,
    ]);
    // In a process of its own: making is synchronous, and whoever holds the lock must keep saying so.
    const args = [MAKE_GROVE, join(result, FILE), ...sizes];
    writeFileSync(join(result, PLACES), await run('Making a grove', process.execPath, args));
  });
  const made: MadeGrove = JSON.parse(readFileSync(join(folder, PLACES), 'utf8'));
  return { ...made, path: join(folder, FILE) };
}

export type TreeSize = 'small' | 'middle' | 'large';

/**
 * The trees of a scale: all with a path of the same length. The small one is nothing else; the others have a position
 * of many siblings and one of many versions on the path, and the path's rows lie far apart among the others.
 */
export function cachedTree(size: TreeSize, { scale, tell }: BenchContext): Promise<MadeGrove> {
  const { trees, path, siblings, versions } = scale;
  const [small, middle, large] = trees;
  const nodes = { small, middle, large }[size];
  const places = size === 'small' ? { siblings: 0, versions: 0 } : { siblings, versions };
  return cachedGrove({ nodes, path, ...places, branch: 0, longest: 0, characters: 300 }, tell);
}

/** Opens a grove as the program does, but for reading only. */
export function openForReading({ path }: Pick<MadeGrove, 'path'>): Store {
  const { now, sha256 } = realIdsAndClock();
  return openFile(path, { migrations: MIGRATIONS, now, sha256, readonly: true });
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

/** Groves of this size that another generator or format made: a large one is more than a gigabyte. */
function forgetOthers({ nodes }: GroveShape, name: string): void {
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
