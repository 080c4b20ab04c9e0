import type { TreeId } from '../../../../core/ids.ts';
import { shortVersion } from '../../../../core/proposals/document-version.ts';
import type { Decisions } from '../../proposals/snapshots-and-answers.ts';

/** The writer's decisions about an agent's suggestions, as a turn reports them (`edits.md`, *In the manuscript*). */
export class ToldDecisions {
  readonly #told = new Map<TreeId, Decisions>();

  /**
   * All decisions reported in the turn, and new ones: each call is sent the loom context again.
   * @param latest one of a tree
   * @returns `accepted 2, rejected 1, version=9f2c41d0a7be`, of several trees with `;` between; null if nothing was
   *   decided
   */
  tell(latest: readonly Decisions[]): string | null {
    for (const { treeId, accepted, rejected, version } of latest) {
      const before = this.#told.get(treeId) ?? { accepted: 0, rejected: 0 };
      const sum = { accepted: before.accepted + accepted, rejected: before.rejected + rejected };
      this.#told.set(treeId, { treeId, ...sum, version });
    }
    if (this.#told.size === 0) return null;
    return [...this.#told.values()]
      .map(
        ({ accepted, rejected, version }) =>
          `accepted ${accepted}, rejected ${rejected}, version=${shortVersion(version)}`,
      )
      .join('; ');
  }
}
