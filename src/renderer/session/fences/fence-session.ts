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
import { FocusRequest } from '../focus-request.ts';
import type { IntentContext, PathIntent } from '../path/intent.ts';
import type { FenceRunner } from '../rewrites/passage-request.ts';
import type { RewriteSession } from '../rewrites/rewrite-session.ts';
import type { GenerationChoice } from '../settings/generation-choice.ts';
import { createStore, type Store } from '../store.ts';
import type { ManuscriptSurface } from '../surface-slot.ts';

export interface FenceState {
  /** The names whose values are asked for before the fence of the bar is run, each with its value. */
  readonly values: readonly { readonly name: string; readonly value: string }[];
  /** A note on the last run; null for none. */
  readonly note: string | null;
}

/** The end of a run: with a result, or not. */
type Outcome = 'done' | 'nothing';

export class FenceSession {
  readonly focusRequest = new FocusRequest<'values'>();
  readonly #scope: ManuscriptScope;
  readonly #rewrites: RewriteSession;
  readonly #choice: GenerationChoice;
  readonly #state = createStore<FenceState>({ values: [], note: null });
  readonly state: Store<FenceState> = this.#state;
  /** Values given for each name, as long as the window shows the tree. */
  readonly #given = new Map<string, string>();
  /** The fences that one command runs, those of the bar first. */
  #left: readonly PromptFence[] = [];
  #all = 0;
  /** The next request is for new results. */
  #isAgain = false;
  /** Ends the run that waits for its results. */
  #end: ((outcome: Outcome) => void) | null = null;

  constructor(scope: ManuscriptScope, rewrites: RewriteSession, choice: GenerationChoice) {
    this.#scope = scope;
    this.#rewrites = rewrites;
    this.#choice = choice;
  }

  /** Runs the fence at the caret, or asks for its values first. */
  async run(): Promise<void> {
    const fence = this.#scope.surface.find()?.fenceAtCaret() ?? null;
    if (fence === null) this.#scope.notices.tell(NO_FENCE_HERE);
    else await this.#begin([fence]);
  }

  /** The same for the fence that begins at an offset of the text. */
  async runFrom(from: number): Promise<void> {
    const fence = this.#scope.surface
      .find()
      ?.promptFences()
      .find((one) => one.from === from);
    if (fence === undefined) this.#scope.notices.tell(NO_FENCE_HERE);
    else await this.#begin([fence]);
  }

  /** Runs all fences, each after those whose outputs it asks for; ends where one gives nothing. */
  async runAll(): Promise<void> {
    const fences = inOrder(this.#scope.surface.find()?.promptFences() ?? []);
    if (fences.length === 0) this.#scope.notices.tell(NO_FENCES);
    else await this.#begin(fences);
  }

  /** Asks for new results: of the fence of the bar, or of that at the caret. */
  async runAgain(): Promise<void> {
    const { isOpen, kind } = this.#rewrites.state.get();
    if (!isOpen || kind !== 'fence') {
      const fence = this.#scope.surface.find()?.fenceAtCaret() ?? null;
      if (fence === null) return void this.#scope.notices.tell(NO_FENCE_HERE);
      this.#left = [];
      this.#openBar(fence, true);
      return this.submit();
    }
    // The text of the fence must be there again.
    if (this.#rewrites.state.get().current !== 0) await this.#rewrites.show(0);
    this.#isAgain = true;
    await this.#rewrites.ask();
  }

  setValue(name: string, value: string): void {
    this.#given.set(name, value);
    this.#publish({
      values: this.#state.get().values.map((one) => (one.name === name ? { name, value } : one)),
    });
  }

  /** Runs the fences of the open bar, with the values that it has. */
  async submit(): Promise<void> {
    const { notices } = this.#scope;
    if (this.#left.length <= 1) return this.#rewrites.ask();
    let done = 0;
    for (const fence of this.#left.slice()) {
      const outcome = await this.#runOne(fence);
      if (outcome === 'nothing') break;
      done += 1;
    }
    notices.tell(fencesRun(done, this.#all));
    this.#left = [];
  }

  async #begin(fences: readonly PromptFence[]): Promise<void> {
    const [first] = fences;
    if (first === undefined) return;
    this.#left = fences;
    this.#all = fences.length;
    this.#openBar(first, false);
    const names = valuesAskedBy(fences);
    this.#publish({ values: names.map((name) => ({ name, value: this.#given.get(name) ?? '' })) });
    if (names.length > 0) this.focusRequest.request('values');
    else await this.submit();
  }

  /** Runs one of several; those that ran before it have moved it, so it is sought by its text. */
  async #runOne(fence: PromptFence): Promise<Outcome> {
    const { notices } = this.#scope;
    const now = this.#scope.surface
      .find()
      ?.promptFences()
      .find(({ name, block }) => name === fence.name && block.text === fence.block.text);
    if (now === undefined) {
      notices.tell(stoppedAt(fence.name, FENCE_CHANGED));
      return 'nothing';
    }
    this.#openBar(now, false);
    const ended = new Promise<Outcome>((resolve) => {
      this.#end = resolve;
    });
    await this.#rewrites.ask();
    return ended;
  }

  /** Opens the bar for a fence. */
  #openBar(fence: PromptFence, isAgain: boolean): void {
    this.#isAgain = isAgain;
    this.#publish({ note: null });
    this.#rewrites.openFence(fence, this.#runner());
  }

  #runner(): FenceRunner {
    const shown = new Set<JobId>();
    return {
      start: (context, onStarted) => {
        const isAgain = this.#isAgain;
        this.#isAgain = false;
        return startFence(context, {
          agentId: this.#choice.store.get().agentIds[0] ?? null,
          isAgain,
          values: this.#state.get().values,
          onStarted: (job, passage, reused) => {
            if (reused > 0) this.#note(resultsReused(reused, job.slots.length - reused));
            onStarted(job, passage);
          },
        });
      },
      onEnded: (jobId) => {
        if (shown.has(jobId)) return;
        shown.add(jobId);
        void this.#showFirst(jobId);
      },
      onRefused: () => this.#finish('nothing'),
    };
  }

  /** Shows the first result in place of the fence, unless the writer has continued the text. */
  async #showFirst(jobId: JobId): Promise<void> {
    const { answers, current } = this.#rewrites.state.get();
    const index = answers.findIndex((answer) => answer.jobId === jobId && answer.versions !== null) + 1;
    const isUntouched = current === 0 && this.#scope.surface.find()?.summary().pendingCount === 0;
    if (index > 0 && isUntouched) await this.#rewrites.show(index);
    const isStopped = answers.some((answer) => answer.jobId === jobId && answer.state === 'stopped');
    this.#finish(index > 0 && !isStopped ? 'done' : 'nothing');
  }

  #finish(outcome: Outcome): void {
    const end = this.#end;
    this.#end = null;
    end?.(outcome);
  }

  #note(note: string): void {
    this.#scope.notices.announce(note);
    this.#publish({ note });
  }

  #publish(change: Partial<FenceState>): void {
    this.#state.set({ ...this.#state.get(), ...change });
  }
}

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
