import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { seededRandom } from '../../../src/main/generation/text-model/random.ts';
import { changedPages, writeJournal } from '../../helpers/hot-journal.ts';

const PAGE = 4096;

/** The source of a damaged copy. */
export interface Damageable {
  /** A closed grove file. */
  readonly grove: string;
  /** An earlier state of the same grove. */
  readonly older: string;
  /** A journal that a killed process left beside `older`, in the middle of a transaction. */
  readonly staleJournal: string;
}

export type Damage = 'bits' | 'end' | 'splice' | 'journal';

/** The damage for a number: mostly flipped bits. */
export function damageOf(number: number): Damage {
  if (number % 20 === 17) return 'end';
  if (number % 20 === 18) return 'splice';
  if (number % 20 === 19) return 'journal';
  return 'bits';
}

/** Writes a damaged copy, deterministic per number, with a journal beside it if the damage is a stale journal. */
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
      const begin = below(Math.floor(other.length / PAGE)) * PAGE;
      other.copy(bytes, begin, begin, Math.min(begin + PAGE * (1 + below(8)), bytes.length, other.length));
      writeFileSync(path, bytes);
      break;
    }
    case 'journal':
      writeFileSync(path, bytes);
      writeStaleJournal(from, bytes, below, `${path}-journal`);
      break;
  }
}

/** A journal of the older state: as left by a killed process, of the whole file, or of some pages; sometimes truncated. */
function writeStaleJournal(
  { older, staleJournal }: Damageable,
  grove: Buffer,
  below: (limit: number) => number,
  journal: string,
): void {
  const before = readFileSync(older);
  switch (below(3)) {
    case 0:
      writeFileSync(journal, readFileSync(staleJournal));
      break;
    case 1:
      writeJournal(journal, before);
      break;
    case 2: {
      const pages = changedPages(before, grove).filter((page) => page <= before.length / PAGE);
      writeJournal(
        journal,
        before,
        pages.filter(() => below(3) > 0),
      );
      break;
    }
  }
  if (below(4) === 0) truncateSync(journal, below(statSync(journal).size));
}
