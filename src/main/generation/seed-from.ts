import type { IdsAndClock } from '../../core/tree/ids-and-clock.ts';

/** The seed of a request by an agent that has none of its own: the same for the same id. */
export function seedFrom(id: string, sha256: IdsAndClock['sha256']): number {
  return Number.parseInt(sha256(id).slice(0, 8), 16) & 0x7fffffff;
}
