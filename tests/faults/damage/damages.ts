import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { seededRandom } from '../../../src/main/generation/text-model/random.ts';

/** What a damaged copy is made of. */
export interface Damageable {
  /** A grove's file that was closed. */
  readonly grove: string;
  /** The same grove as it was before. */
  readonly older: string;
  /** A journal that a killed process left beside `older`. */
  readonly staleJournal: string;
}

export type Damage = 'bits' | 'end' | 'splice' | 'journal';

/** Which damage a number stands for: mostly flipped bits. */
export function damageOf(number: number): Damage {
  if (number % 20 === 17) return 'end';
  if (number % 20 === 18) return 'splice';
  if (number % 20 === 19) return 'journal';
  return 'bits';
}

/** Writes a damaged copy, the same for the same number; a journal beside it where the damage is a stale one. */
export function writeDamaged(from: Damageable, number: number, path: string): void {
  const random = seededRandom(number + 1);
  const below = (limit: number) => Math.floor(random() * limit);
  const bytes = readFileSync(from.grove);
  rmSync(`${path}-journal`, { force: true });
  switch (damageOf(number)) {
    case 'bits':
      for (let flips = 1 + below(4); flips > 0; flips--) {
        const at = below(bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
      }
      writeFileSync(path, bytes);
      break;
    case 'end':
      writeFileSync(path, bytes.subarray(0, below(bytes.length)));
      break;
    case 'splice': {
      const other = readFileSync(from.older);
      const page = 4096;
      const begin = below(Math.floor(other.length / page)) * page;
      other.copy(bytes, begin, begin, Math.min(begin + page * (1 + below(8)), bytes.length, other.length));
      writeFileSync(path, bytes);
      break;
    }
    case 'journal':
      writeFileSync(path, bytes);
      writeFileSync(`${path}-journal`, readFileSync(from.staleJournal));
      break;
  }
}
