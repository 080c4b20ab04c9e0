import { shortVersion } from '../../../../core/proposals/document-version.ts';
import type { Decisions } from '../../proposals/snapshots-and-answers.ts';

/** What the writer has decided about an agent's suggestions, as a turn tells the agent (`edits.md`, *In the manuscript*). */
export class ToldDecisions {
  #told: Decisions | null = null;

  /**
   * All that the turn has told, and what is new: each call is sent the loom context anew.
   * @param latest null for nothing new
   * @returns `accepted 2, rejected 1, version=9f2c41d0a7be`; null if nothing was decided
   */
  tell(latest: Decisions | null): string | null {
    if (latest !== null) {
      const { accepted, rejected, version } = latest;
      const before = this.#told ?? { accepted: 0, rejected: 0 };
      this.#told = { accepted: before.accepted + accepted, rejected: before.rejected + rejected, version };
    }
    if (this.#told === null) return null;
    const { accepted, rejected, version } = this.#told;
    return `accepted ${accepted}, rejected ${rejected}, version=${shortVersion(version)}`;
  }
}
