/** One row of the table *Faults* (`proof.md`): an external failure, and what survives of the writer's text. */
export interface Fault {
  readonly name: string;
  run(context: FaultContext): Promise<readonly FaultReport[]>;
}

export interface FaultContext {
  /** The form for CI: the same faults, at fewer points. */
  readonly short: boolean;
  /** A separate folder, deleted afterwards. */
  readonly scratch: string;
  /** Prints what is being done. */
  tell(line: string): void;
}

/** The actions and the outcome. Nothing may be lost, corrupt or failed. */
export interface FaultReport {
  readonly fault: string;
  /** Acknowledged operations. */
  readonly operations: number;
  readonly kills: number;
  /** Points at which the fault was injected. */
  readonly points: number;
  /** Acknowledged operations that were missing afterwards. */
  readonly lost: number;
  /** Files that were corrupt afterwards. */
  readonly corrupt: number;
  /** The longest stretch of typing that was lost, in milliseconds; null if there was no typing. */
  readonly longestLoss: number | null;
  /** Everything else that went wrong, in sentences. */
  readonly failures: readonly string[];
  /** Why it could not run on this machine; if set, the figures mean nothing. */
  readonly skipped?: string;
}

/** Counts while a fault runs. */
export class Tally {
  operations = 0;
  kills = 0;
  points = 0;
  lost = 0;
  corrupt = 0;
  longestLoss: number | null = null;
  readonly failures: string[] = [];

  /** Records lost typing, by its duration. */
  loseTyping(milliseconds: number): void {
    this.longestLoss = Math.max(this.longestLoss ?? 0, milliseconds);
  }

  report(fault: string): FaultReport {
    const { operations, kills, points, lost, corrupt, longestLoss, failures } = this;
    return { fault, operations, kills, points, lost, corrupt, longestLoss, failures };
  }
}

/** The report of a fault that this machine cannot inject. */
export function skipped(fault: string, why: string): FaultReport {
  return { ...new Tally().report(fault), skipped: why };
}

/** Typing before a kill of main that may be lost, in milliseconds (`storage.md`, *What is never lost*). */
export const LOSS_ALLOWED = 500;

export function holds({ lost, corrupt, longestLoss, failures }: FaultReport): boolean {
  return lost === 0 && corrupt === 0 && failures.length === 0 && (longestLoss ?? 0) <= LOSS_ALLOWED;
}
