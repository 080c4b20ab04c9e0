/** Targets held by running turns, so that agents do not write over each other (`agents.md`, *Several at once*). */
import type { PositionId, TreeId, TurnId } from '../../../core/ids.ts';
import { CommandRefusal } from './command-refusal.ts';

/** The target of a command's writing or generation. */
export interface Target {
  readonly position: PositionId;
  /** The position that a new one continues: nothing else is taken. Null for an existing position. */
  readonly under: PositionId | null;
}

/** The targets that one turn's commands may write. */
export interface TurnHolds {
  /** @throws {CommandRefusal} CONFLICT if another turn holds a target on the branch of one of these */
  require(treeId: TreeId, targets: readonly Target[]): void;
  /** Holds the written positions, until the turn ends. */
  take(treeId: TreeId, targets: readonly Target[]): void;
}

interface Held extends Target {
  readonly treeId: TreeId;
}

interface HeldByTurn {
  readonly targets: readonly Held[];
  /** While it waits for a person, a turn holds nothing. */
  readonly isWaiting: boolean;
}

const NOTHING: HeldByTurn = { targets: [], isWaiting: false };

/** The targets of the turns of an open grove. They are in no file: a turn does not outlive the program. */
export class HeldTargets {
  readonly #runsThrough: RunsThrough;
  readonly #turns = new Map<TurnId, HeldByTurn>();

  constructor(runsThrough: RunsThrough) {
    this.#runsThrough = runsThrough;
  }

  of(turnId: TurnId): TurnHolds {
    return {
      require: (treeId, targets) => {
        if (targets.every((target) => this.#isFree(turnId, { ...target, treeId }))) return;
        throw new CommandRefusal(
          'CONFLICT',
          'another agent is writing on this branch',
          'you can still read it; try again later, or write on another branch',
        );
      },
      take: (treeId, targets) => {
        const known = this.#turns.get(turnId) ?? NOTHING;
        const added = targets
          .filter((target) => !known.targets.some(({ position }) => position === target.position))
          .map((target) => ({ ...target, treeId }));
        this.#turns.set(turnId, { ...known, targets: [...known.targets, ...added] });
      },
    };
  }

  /** The turn waits for a person: until it continues, its held positions are free. */
  pause(turnId: TurnId): void {
    this.#turns.set(turnId, { ...(this.#turns.get(turnId) ?? NOTHING), isWaiting: true });
  }

  /** The turn continues, if it has waited: positions that others have taken meanwhile are theirs. */
  resume(turnId: TurnId): void {
    const known = this.#turns.get(turnId);
    if (known?.isWaiting !== true) return;
    const targets = known.targets.filter((target) => this.#isFree(turnId, target));
    this.#turns.set(turnId, { targets, isWaiting: false });
  }

  /** The turn has ended. */
  release(turnId: TurnId): void {
    this.#turns.delete(turnId);
  }

  #isFree(turnId: TurnId, target: Held): boolean {
    for (const [holder, { targets, isWaiting }] of this.#turns)
      if (holder !== turnId && !isWaiting && targets.some((held) => this.#areOnOneBranch(held, target)))
        return false;
    return true;
  }

  #areOnOneBranch(one: Held, other: Held): boolean {
    if (one.treeId !== other.treeId) return false;
    return one.position === other.position || this.#isAbove(one, other) || this.#isAbove(other, one);
  }

  /** Positions below a new one are later and by the same writer. */
  #isAbove({ treeId, position }: Held, below: Held): boolean {
    return this.#runsThrough(treeId, below.under ?? below.position, position);
  }
}

/** True if the path to a position runs through another, or ends there; false if `through` is not in the file yet. */
export type RunsThrough = (treeId: TreeId, position: PositionId, through: PositionId) => boolean;
