import type { PathSession } from '../path/path-session.ts';
import { isRunning } from '../tree/generation-session.ts';
import type { PassageRequest } from './passage-request.ts';
import type { ManuscriptSurface } from './rewrite-session-options.ts';
import type { RewriteState } from './rewrite-state.ts';

export interface PassageMarksOptions {
  readonly path: PathSession;
  /** Null while the manuscript is not on the screen. */
  findManuscript(): ManuscriptSurface | null;
}

/** Marks the passage in the manuscript, and shows there what is offered. */
export class PassageMarks {
  readonly #options: PassageMarksOptions;
  /** The versions that the passage was last marked in; typing moves the mark by itself. */
  #markedIn = '';
  #isOffering = false;

  constructor(options: PassageMarksOptions) {
    this.#options = options;
  }

  show({ rounds }: PassageRequest, { answers, current, offered, isAway }: RewriteState): void {
    const { path, findManuscript } = this.#options;
    const manuscript = findManuscript();
    if (manuscript === null) return;
    const positions = rounds.flatMap(({ asked }) => [...asked.keys()]);
    const versions = positions.map((at) => path.findHeader(at)?.nodeId).join();
    if (versions !== this.#markedIn) {
      this.#markedIn = versions;
      const own = rounds.find(({ jobId }) => jobId === answers[(current ?? 0) - 1]?.jobId) ?? rounds[0];
      if (isAway) manuscript.markPassage(null);
      else if (current !== null && own !== undefined) manuscript.markPassage(own.place);
    }
    const answer = offered === null ? undefined : answers[offered - 1];
    if (answer === undefined) {
      this.#withdraw();
      return;
    }
    const { agentId, text, state } = answer;
    this.#isOffering = true;
    manuscript.showOffered({ agentId, text, isComplete: !isRunning(state) });
  }

  /** The bar is closed. */
  clear(): void {
    this.forget();
    this.#withdraw();
    this.#options.findManuscript()?.markPassage(null);
  }

  /** Another manuscript, or another passage, is shown. */
  forget(): void {
    this.#markedIn = '';
  }

  #withdraw(): void {
    if (!this.#isOffering) return;
    this.#isOffering = false;
    this.#options.findManuscript()?.showOffered(null);
  }
}
