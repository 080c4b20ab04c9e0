/** Steps of undo that continue after a restart (`domain.md`, *Undo*). */

/**
 * The end of a writer's undo history, as text that only the window reads. Steps are counted from the first there ever was:
 * those before `first` are forgotten, and those from `from` on are these.
 */
export interface UndoSteps {
  readonly first: number;
  readonly from: number;
  /** The earliest first. */
  readonly steps: readonly string[];
}

/** Consecutive steps of one text, saved together: `first` is the number of their first. */
export interface StepGroup {
  readonly first: number;
  readonly steps: readonly string[];
}

/** A group grows until it has so many steps, or is so long: it is saved again with each step that it gets. */
const GROUP_STEPS = 16;
const GROUP_LENGTH = 16 * 1024;

/** The groups after a save. Those whose steps did not change are the same objects. */
export function groupSteps(
  groups: readonly StepGroup[],
  { first, from, steps }: UndoSteps,
): readonly StepGroup[] {
  const next = groups.flatMap((group): readonly StepGroup[] => {
    const end = group.first + group.steps.length;
    if (first <= group.first && end <= from) return [group];
    const start = Math.max(first, group.first);
    const kept = group.steps.slice(start - group.first, Math.max(0, from - group.first));
    return kept.length === 0 ? [] : [{ first: start, steps: kept }];
  });
  for (const [index, step] of steps.entries()) {
    const last = next.at(-1);
    if (last === undefined || isFull(last)) next.push({ first: from + index, steps: [step] });
    else next[next.length - 1] = { first: last.first, steps: [...last.steps, step] };
  }
  return next;
}

function isFull({ steps }: StepGroup): boolean {
  return (
    steps.length >= GROUP_STEPS || steps.reduce((length, step) => length + step.length, 0) >= GROUP_LENGTH
  );
}

/** Tracks which steps of a history are saved, by a key of each. */
export class SavedSteps<Key> {
  #keys: readonly Key[];
  #first: number;

  /** @param first which step the first of these is, counted as in `UndoSteps` */
  constructor(keys: readonly Key[] = [], first = 0) {
    this.#keys = keys;
    this.#first = first;
  }

  /** True if these are the saved steps. The last key decides, since steps are added or removed only at the ends. */
  isEnd(keys: readonly Key[]): boolean {
    return keys.length === this.#keys.length && keys.at(-1) === this.#keys.at(-1);
  }

  /** These are saved from now on. @returns which step the first of them is, and how many were saved before them */
  replace(keys: readonly Key[]): { readonly first: number; readonly same: number } {
    const [oldest] = keys;
    const dropped = oldest === undefined ? -1 : this.#keys.indexOf(oldest);
    const known = dropped < 0 ? [] : this.#keys.slice(dropped);
    this.#first += dropped < 0 ? this.#keys.length : dropped;
    this.#keys = keys;
    let same = 0;
    while (same < keys.length && known[same] === keys[same]) same += 1;
    return { first: this.#first, same };
  }

  /** None of them is saved. */
  forget(): void {
    this.replace([]);
  }
}
