/** One row of the table *Faults* (`proof.md`): a way in which the world fails, and what is left of the writer's words. */
export interface Fault {
  readonly name: string;
  run(context: FaultContext): Promise<readonly FaultReport[]>;
}

export interface FaultContext {
  /** CI's form: the same faults, at fewer points. */
  readonly short: boolean;
  /** A folder of its own, gone afterwards. */
  readonly scratch: string;
  /** Says what is under way. */
  tell(line: string): void;
}

/** What was done and what came of it. Nothing may be lost, corrupt or failed. */
export interface FaultReport {
  readonly fault: string;
  /** Acknowledged operations. */
  readonly operations: number;
  readonly kills: number;
  /** Places where the fault was made to happen. */
  readonly points: number;
  /** Acknowledged operations that were not there afterwards. */
  readonly lost: number;
  /** Files that did not hold together afterwards. */
  readonly corrupt: number;
  /** The longest typing that was gone, in milliseconds; null where nobody was typing. */
  readonly longestLoss: number | null;
  /** What else was not as it must be, in sentences. */
  readonly failures: readonly string[];
  /** Why it could not be tried on this machine; then the figures mean nothing. */
  readonly skipped?: string;
}

/** Sums up while a fault runs. */
export class Tally {
  operations = 0;
  kills = 0;
  points = 0;
  lost = 0;
  corrupt = 0;
  longestLoss: number | null = null;
  readonly failures: string[] = [];

  /** Typing that was gone: so many milliseconds of it. */
  loseTyping(milliseconds: number): void {
    this.longestLoss = Math.max(this.longestLoss ?? 0, milliseconds);
  }

  report(fault: string): FaultReport {
    const { operations, kills, points, lost, corrupt, longestLoss, failures } = this;
    return { fault, operations, kills, points, lost, corrupt, longestLoss, failures };
  }
}

/** A fault that this machine cannot make. */
export function skipped(fault: string, why: string): FaultReport {
  return { ...new Tally().report(fault), skipped: why };
}

/** Typing may be gone for so long before a kill of main, in milliseconds (`storage.md`, *What is never lost*). */
export const LOSS_ALLOWED = 500;

export function holds({ lost, corrupt, longestLoss, failures }: FaultReport): boolean {
  return lost === 0 && corrupt === 0 && failures.length === 0 && (longestLoss ?? 0) <= LOSS_ALLOWED;
}
