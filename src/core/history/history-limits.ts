import type { HistorySettings, Rolloff } from '../tree/loom-tree.ts';
import type { Dimension } from './history.ts';

/** How much of a dimension is kept; null for all. */
export interface HistoryLimits {
  /** Milliseconds. */
  readonly ttl: number | null;
  readonly rolloff: Rolloff | null;
}

const DAY = 86_400_000;

/** How many layers, and how many bytes of them, a dimension other than `versions` keeps. */
const ROLLOFF: Rolloff = { maxDeltas: 1_000, maxSize: 10_000_000 };

const DEFAULTS: Readonly<Record<Dimension, HistoryLimits>> = {
  versions: { ttl: null, rolloff: null },
  executions: { ttl: 30 * DAY, rolloff: ROLLOFF },
  levels: { ttl: DAY, rolloff: ROLLOFF },
};

/** What a tree keeps of a dimension (`layers.md`, *Dimensions and roll-off*). */
export function historyLimits(settings: HistorySettings | undefined, dimension: Dimension): HistoryLimits {
  const { ttl, rolloff } = DEFAULTS[dimension];
  const [ownTtl, ownRolloff] = [settings?.ttl?.[dimension], settings?.rolloff?.[dimension]];
  return {
    ttl: ownTtl === undefined ? ttl : ownTtl,
    rolloff: ownRolloff === undefined ? rolloff : ownRolloff,
  };
}
