import { andMore } from '../../ui-text/cli/doctor.ts';

/** The result of one check, in plain words. */
export interface Finding {
  readonly holds: boolean;
  readonly sentence: string;
  /** Problems or remarks, one line each. */
  readonly details: readonly string[];
}

export function holds(sentence: string, details: readonly string[] = []): Finding {
  return { holds: true, sentence, details };
}

export function fails(sentence: string, details: readonly string[] = []): Finding {
  return { holds: false, sentence, details };
}

/** Lines of a list that are printed; the rest is only counted. */
const SHOWN = 20;

/** A list for people: its beginning, and how many more there are. Give `total` if only a part of the list was kept. */
export function shorten(lines: readonly string[], total: number = lines.length): readonly string[] {
  const shown = lines.slice(0, SHOWN);
  const more = total - shown.length;
  return more > 0 ? [...shown, andMore(more)] : shown;
}
