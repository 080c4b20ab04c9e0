import type { Input } from '../../../ipc/contract.ts';
import type { TracedLayer } from '../../../ipc/wire/timeline.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import { createStore, type Store } from '../store.ts';

export type { TracedLayer };

export interface TraceState {
  /** The passage. */
  readonly text: string;
  readonly isRunning: boolean;
  /** Newest first. */
  readonly layers: readonly TracedLayer[];
}

/** The origin of a passage: the layers that touched it. */
export class PassageTrace {
  readonly #scope: ManuscriptScope;
  readonly #state = createStore<TraceState | null>(null);
  /** Null while nothing was asked. */
  readonly state: Store<TraceState | null> = this.#state;
  #requests = 0;

  constructor(scope: ManuscriptScope) {
    this.#scope = scope;
  }

  /** Traces a passage back; resolves when it is done or was stopped. */
  async start(text: string, passage: Input<'timeline.trace'>): Promise<void> {
    this.#requests += 1;
    const request = this.#requests;
    this.#state.set({ text, isRunning: true, layers: [] });
    try {
      const layers = await this.#scope.client.call('timeline.trace', passage);
      if (request === this.#requests) this.#state.set({ text, isRunning: false, layers });
    } catch (error) {
      if (request !== this.#requests) return;
      this.#state.set(null);
      this.#scope.notices.report(error);
    }
  }

  /** Shows the layers found so far. */
  async stop(): Promise<void> {
    if (this.#state.get()?.isRunning !== true) return;
    await this.#scope.notices.attempt(this.#scope.client.call('timeline.stopTracing', {}));
  }

  close(): void {
    void this.stop();
    this.#requests += 1;
    this.#state.set(null);
  }
}
