import type { JobId } from '../../../core/ids.ts';
import type { PassageRequest } from './passage-request.ts';
import type { Round } from './rewrite-answers.ts';

export interface FoundRound {
  readonly request: PassageRequest;
  readonly round: Round;
  /** Its bar was closed while it ran. */
  readonly isLeft: boolean;
}

/** What the bar is about, and what still runs of earlier ones. */
export class PassageRequests {
  #open: PassageRequest | null = null;
  #left: readonly PassageRequest[] = [];

  /** Null while the bar is closed. */
  get open(): PassageRequest | null {
    return this.#open;
  }

  /** Requests whose bar was closed while they ran. */
  get left(): readonly PassageRequest[] {
    return this.#left;
  }

  get all(): readonly PassageRequest[] {
    return this.#open === null ? this.#left : [this.#open, ...this.#left];
  }

  /** Makes a request the one of the bar. Call `leave` first. */
  begin(request: PassageRequest): void {
    this.#open = request;
    this.drop(request.id);
  }

  /** Closes the bar. @param runsOn whether what it was about is still running @returns what it was about */
  leave(runsOn: (request: PassageRequest) => boolean): PassageRequest | null {
    const request = this.#open;
    this.#open = null;
    if (request !== null && runsOn(request)) this.#left = [...this.#left, request];
    return request;
  }

  /** Changes a request, which may have been left since; nothing if it is over. */
  update(id: number, change: (request: PassageRequest) => PassageRequest): void {
    if (this.#open?.id === id) this.#open = change(this.#open);
    this.#left = this.#left.map((request) => (request.id === id ? change(request) : request));
  }

  /** A request that was left is over, or its bar is open again. */
  drop(id: number): void {
    this.#left = this.#left.filter((request) => request.id !== id);
  }

  /** Null for a job of a request that is over. */
  find(jobId: JobId): FoundRound | null {
    for (const request of this.all) {
      const round = request.rounds.find((known) => known.jobId === jobId);
      if (round !== undefined) return { request, round, isLeft: request !== this.#open };
    }
    return null;
  }
}
