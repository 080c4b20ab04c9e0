import type { HistorySettings, Rolloff } from '../tree/loom-tree.ts';
import type { Dimension } from './history.ts';

/** Limits on what is kept of a dimension; null for none. */
export interface HistoryLimits {
  /** Milliseconds. */
  readonly ttl: number | null;
  readonly rolloff: Rolloff | null;
}

const DAY = 86_400_000;

/** Limits on the number and bytes of layers in dimensions other than `versions`. */
const ROLLOFF: Rolloff = { maxDeltas: 1_000, maxSize: 10_000_000 };

const DEFAULTS: Readonly<Record<Dimension, HistoryLimits>> = {
  versions: { ttl: null, rolloff: null },
  executions: { ttl: 30 * DAY, rolloff: ROLLOFF },
  levels: { ttl: DAY, rolloff: ROLLOFF },
};

/** The limits of a dimension in a tree (`layers.md`, *Dimensions and roll-off*). */
export function historyLimits(settings: HistorySettings | undefined, dimension: Dimension): HistoryLimits {
  const { ttl, rolloff } = DEFAULTS[dimension];
  const [ownTtl, ownRolloff] = [settings?.ttl?.[dimension], settings?.rolloff?.[dimension]];
  return {
    ttl: ownTtl === undefined ? ttl : ownTtl,
    rolloff: ownRolloff === undefined ? rolloff : ownRolloff,
  };
}
