import type { Input } from '../../../ipc/contract.ts';
import type { TracedLayer } from '../../../ipc/wire/timeline.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import { createStore, readableOf } from '../store.ts';

export type { TracedLayer };

export interface TraceState {
  /** The passage. */
  readonly text: string;
  readonly isRunning: boolean;
  /** Newest first. */
  readonly layers: readonly TracedLayer[];
}

/** The origin of a passage: the layers that touched it. */
export function createPassageTrace({ client, notices }: ManuscriptScope) {
  const state = createStore<TraceState | null>(null);
  let requests = 0;

  /** Shows the layers found so far. */
  async function stop(): Promise<void> {
    if (state.get()?.isRunning !== true) return;
    await notices.attempt(client.call('timeline.stopTracing', {}));
  }

  return {
    stop,
    /** Null while nothing was asked. */
    state: readableOf(state),

    /** Traces a passage back; resolves when it is done or was stopped. */
    async start(text: string, passage: Input<'timeline.trace'>): Promise<void> {
      requests += 1;
      const request = requests;
      state.set({ text, isRunning: true, layers: [] });
      try {
        const layers = await client.call('timeline.trace', passage);
        if (request === requests) state.set({ text, isRunning: false, layers });
      } catch (error) {
        if (request !== requests) return;
        state.set(null);
        notices.report(error);
      }
    },

    close(): void {
      void stop();
      requests += 1;
      state.set(null);
    },
  };
}

export type PassageTrace = ReturnType<typeof createPassageTrace>;
