import { type RangeSet, RangeValue } from '@codemirror/state';
import type { AgentId } from '../../../core/ids.ts';

/** The author of one run of text. */
export class AuthorMark extends RangeValue {
  readonly agent: AgentId;
  readonly inferred: boolean;

  constructor(agent: AgentId, inferred: boolean) {
    super();
    this.agent = agent;
    this.inferred = inferred;
    // Text typed at either end is not part of the run.
    this.startSide = 1;
    this.endSide = -1;
  }

  override eq(other: RangeValue): boolean {
    if (this === other) return true;
    return other instanceof AuthorMark && this.agent === other.agent && this.inferred === other.inferred;
  }
}

/** The authors of the text's characters: one range per run by anyone but the writer. */
export interface Authors {
  readonly ranges: RangeSet<AuthorMark>;
  /** Updates since the set was last built from scratch. */
  readonly updates: number;
  /** At least the ranges in `[from, to)`, without building all of them. */
  near?(from: number, to: number): RangeSet<AuthorMark>;
}
