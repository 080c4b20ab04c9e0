/** Running the prompt fences of a manuscript (`layers.md`, *Prompt fences*): the bar of rewrites shows what they give. */

import { inOrder, valuesAskedBy } from '../../../core/fences/fence-order.ts';
import type { PromptFence } from '../../../core/fences/prompt-fence.ts';
import type { JobId } from '../../../core/ids.ts';
import type { Input } from '../../../ipc/contract.ts';
import type { ReplacementJob } from '../../../ipc/wire/generation.ts';
import type { Intent } from '../../../ipc/wire/path.ts';
import {
  FENCE_CHANGED,
  fencesRun,
  NO_FENCE_HERE,
  NO_FENCES,
  resultsReused,
  stoppedAt,
} from '../../../ui-text/history/fences.ts';
import type { ShownPassage } from '../../passage-surface.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import { FocusRequest } from '../focus.ts';
import type { IntentContext, PathIntent } from '../path/intent.ts';
import type { FenceRunner } from '../rewrites/passage-request.ts';
import type { RewriteSession } from '../rewrites/rewrite-session.ts';
import type { GenerationChoice } from '../settings/generation-choice.ts';
import { createStore, readableOf } from '../store.ts';
import type { ManuscriptSurface } from '../surface-slot.ts';

export interface FenceState {
  /** The names whose values are asked for before the fence of the bar is run, each with its value. */
  readonly values: readonly { readonly name: string; readonly value: string }[];
  /** A note on the last run; null for none. */
  readonly note: string | null;
}

/** The end of a run: with a result, or not. */
type Outcome = 'done' | 'nothing';

export function createFenceSession(
  { notices, surface }: ManuscriptScope,
  rewrites: RewriteSession,
  choice: GenerationChoice,
) {
  const focusRequest = new FocusRequest<'values'>();
  const state = createStore<FenceState>({ values: [], note: null });
  /** Values given for each name, as long as the window shows the tree. */
  const given = new Map<string, string>();
  /** The fences that one command runs, those of the bar first. */
  let left: readonly PromptFence[] = [];
  let all = 0;
  /** The next request is for new results. */
  let isNextAgain = false;
  /** Ends the run that waits for its results. */
  let endRun: ((outcome: Outcome) => void) | null = null;

  /** Runs the fences of the open bar, with the values that it has. */
  async function submit(): Promise<void> {
    if (left.length <= 1) return rewrites.ask();
    let done = 0;
    for (const fence of left.slice()) {
      const outcome = await runOne(fence);
      if (outcome === 'nothing') break;
      done += 1;
    }
    notices.tell(fencesRun(done, all));
    left = [];
  }

  async function begin(fences: readonly PromptFence[]): Promise<void> {
    const [first] = fences;
    if (first === undefined) return;
    left = fences;
    all = fences.length;
    openBar(first, false);
    const names = valuesAskedBy(fences);
    publish({ values: names.map((name) => ({ name, value: given.get(name) ?? '' })) });
    if (names.length > 0) focusRequest.request('values');
    else await submit();
  }

  /** Runs one of several; those that ran before it have moved it, so it is sought by its text. */
  async function runOne(fence: PromptFence): Promise<Outcome> {
    const now = surface
      .find()
      ?.promptFences()
      .find(({ name, block }) => name === fence.name && block.text === fence.block.text);
    if (now === undefined) {
      notices.tell(stoppedAt(fence.name, FENCE_CHANGED));
      return 'nothing';
    }
    openBar(now, false);
    const ended = new Promise<Outcome>((resolve) => {
      endRun = resolve;
    });
    await rewrites.ask();
    return ended;
  }

  /** Opens the bar for a fence. */
  function openBar(fence: PromptFence, isAgain: boolean): void {
    isNextAgain = isAgain;
    publish({ note: null });
    rewrites.openFence(fence, runner());
  }

  function runner(): FenceRunner {
    const shown = new Set<JobId>();
    return {
      start: (context, onStarted) => {
        const isAgain = isNextAgain;
        isNextAgain = false;
        return startFence(context, {
          agentId: choice.store.get().agentIds[0] ?? null,
          isAgain,
          values: state.get().values,
          onStarted: (job, passage, reused) => {
            if (reused > 0) note(resultsReused(reused, job.slots.length - reused));
            onStarted(job, passage);
          },
        });
      },
      onEnded: (jobId) => {
        if (shown.has(jobId)) return;
        shown.add(jobId);
        void showFirst(jobId);
      },
      onRefused: () => finish('nothing'),
    };
  }

  /** Shows the first result in place of the fence, unless the writer has continued the text. */
  async function showFirst(jobId: JobId): Promise<void> {
    const { answers, current } = rewrites.state.get();
    const index = answers.findIndex((answer) => answer.jobId === jobId && answer.versions !== null) + 1;
    const isUntouched = current === 0 && surface.find()?.summary().pendingCount === 0;
    if (index > 0 && isUntouched) await rewrites.show(index);
    const isStopped = answers.some((answer) => answer.jobId === jobId && answer.state === 'stopped');
    finish(index > 0 && !isStopped ? 'done' : 'nothing');
  }

  function finish(outcome: Outcome): void {
    const end = endRun;
    endRun = null;
    end?.(outcome);
  }

  function note(note: string): void {
    notices.announce(note);
    publish({ note });
  }

  function publish(change: Partial<FenceState>): void {
    state.set({ ...state.get(), ...change });
  }

  return {
    submit,
    focusRequest,
    state: readableOf(state),

    /** Runs the fence at the caret, or asks for its values first. */
    async run(): Promise<void> {
      const fence = surface.find()?.fenceAtCaret() ?? null;
      if (fence === null) notices.tell(NO_FENCE_HERE);
      else await begin([fence]);
    },

    /** The same for the fence that begins at an offset of the text. */
    async runFrom(from: number): Promise<void> {
      const fence = surface
        .find()
        ?.promptFences()
        .find((one) => one.from === from);
      if (fence === undefined) notices.tell(NO_FENCE_HERE);
      else await begin([fence]);
    },

    /** Runs all fences, each after those whose outputs it asks for; ends where one gives nothing. */
    async runAll(): Promise<void> {
      const fences = inOrder(surface.find()?.promptFences() ?? []);
      if (fences.length === 0) notices.tell(NO_FENCES);
      else await begin(fences);
    },

    /** Asks for new results: of the fence of the bar, or of that at the caret. */
    async runAgain(): Promise<void> {
      const { isOpen, kind } = rewrites.state.get();
      if (!isOpen || kind !== 'fence') {
        const fence = surface.find()?.fenceAtCaret() ?? null;
        if (fence === null) return void notices.tell(NO_FENCE_HERE);
        left = [];
        openBar(fence, true);
        return submit();
      }
      // The text of the fence must be there again.
      if (rewrites.state.get().current !== 0) await rewrites.show(0);
      isNextAgain = true;
      await rewrites.ask();
    },

    setValue(name: string, value: string): void {
      given.set(name, value);
      publish({
        values: state.get().values.map((one) => (one.name === name ? { name, value } : one)),
      });
    },
  };
}

export type FenceSession = ReturnType<typeof createFenceSession>;

interface FenceStart extends Omit<Input<'fence.run'>, keyof Intent | 'from' | 'to'> {
  /** Main fixed the fence, which was like this when everything typed had been sent. @param reused recorded results */
  onStarted(job: ReplacementJob, passage: ShownPassage, reused: number): void;
}

/** Runs the marked prompt fence; nothing if none is marked. */
function startFence(
  { client, surface }: IntentContext<ManuscriptSurface>,
  { onStarted, ...request }: FenceStart,
): PathIntent {
  return () => {
    const passage = surface.passage();
    if (passage === null) return null;
    const { from, to } = passage;
    let answer: { readonly job: ReplacementJob; readonly reused: number } | undefined;
    return {
      send: async (intent) => {
        const { path, ...started } = await client.call('fence.run', { ...intent, ...request, from, to });
        answer = started;
        return path;
      },
      onDone: () => {
        if (answer !== undefined) onStarted(answer.job, passage, answer.reused);
      },
    };
  };
}
