/**
 * The time line of a manuscript: which moment is shown in place of the text, and what can be done about it (`layers.md`,
 * *The time line*). Looking changes nothing: the manuscript, its draft, its caret and its undo stay as they are.
 */

import type { Moment } from '../../../core/history/moments/moment.ts';
import { planRestore } from '../../../core/history/moments/plan-restore.ts';
import type { TreeId } from '../../../core/ids.ts';
import type { Input } from '../../../ipc/contract.ts';
import type { PastText, TimelineLayers, TracedLayer } from '../../../ipc/wire/timeline.ts';
import {
  ALL_RESTORED,
  CHOOSE_MOMENT,
  momentMarked,
  NO_MARK_OF_OTHERS,
  NOTHING_TO_REPLAY,
  PASSAGE_IS_THE_SAME,
  PASSAGE_RESTORED,
  REPLAY_ENDED,
  SELECT_TO_RESTORE,
  SELECT_TO_TRACE,
  WRITING_IS_SAVED,
} from '../../../ui-text/history/timeline.ts';
import type { Client } from '../../client.ts';
import type { PastTextSummary, PastTextSurface, PlaceInView } from '../../past-surface.ts';
import type { ManuscriptContent, PrunedPosition } from '../../surface.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import { FocusRequest } from '../focus.ts';
import { LiveQuery } from '../live-query.ts';
import type { IntentContext, PathIntent } from '../path/intent.ts';
import { nodesOf } from '../path/path-segments.ts';
import { showVersions } from '../rewrites/passage-request.ts';
import { createStore, readableOf, type Store } from '../store.ts';
import type { ManuscriptSurface } from '../surface-slot.ts';
import { LayerLine } from './layer-line.ts';
import { type ComparisonOfMoments, createComparisonOfMoments } from './moment-comparison.ts';

/** The time line of a manuscript, as its strip shows it. */
export interface TimelineState {
  readonly isOpen: boolean;
  /** Null until it is read. */
  readonly line: LayerLine | null;
  /** The index of the moment that was chosen; the number of layers for now. */
  readonly at: number;
  /** The text that is shown in place of the manuscript; null for the manuscript. It follows `at` as soon as it is read. */
  readonly past: PastMoment | null;
  /** Words of that text; null while they are being counted. */
  readonly words: number | null;
  /** Something is selected in that text. */
  readonly hasSelection: boolean;
}

export const CLOSED: TimelineState = {
  isOpen: false,
  line: null,
  at: 0,
  past: null,
  words: null,
  hasSelection: false,
};

interface LayersKey extends Readonly<Record<string, string | number>> {
  readonly treeId: TreeId;
  readonly chain: number;
}

export class TimelineSession {
  readonly focusRequest = new FocusRequest<'slider'>();
  readonly comparison: ComparisonOfMoments;
  readonly trace: PassageTrace;
  readonly replay: Replay;
  readonly #scope: ManuscriptScope;
  readonly #state = createStore<TimelineState>(CLOSED);
  readonly state: Store<TimelineState> = this.#state;
  readonly #layers: LiveQuery<TimelineLayers | null, LayersKey>;
  readonly #reader: PastReader;
  readonly #stops: readonly (() => void)[];
  #stopWatching: (() => void) | null = null;
  /** The text before this is read becomes a layer, if it is worth it. */
  #isOpening = false;
  #chain = 0;
  /** The layer that was chosen; null for now. */
  #chosen: number | null = null;
  /** The manuscript's scroll position when it was left. */
  #place: PlaceInView | null = null;
  #pastText: PastTextSurface | null = null;

  constructor(scope: ManuscriptScope) {
    const { client, treeId, draft, intents, notices } = scope;
    this.#scope = scope;
    this.#layers = new LiveQuery({
      initial: null,
      key: () => (this.isOpen ? { treeId, chain: this.#chain } : null),
      read: async ({ chain }) => {
        const isOpening = this.#isOpening;
        this.#isOpening = false;
        if (isOpening) await draft.flush();
        const layers = await client.call('timeline.layers', { treeId, chain, isOpening });
        const [own, ...others] = layers.chains;
        if (!isOpening || own === undefined || own.count > 1) return layers;
        // A file from another computer: its past is what someone else wrote.
        const fullest = others.reduce((most, one) => (one.count > most.count ? one : most), own);
        if (fullest === own) return layers;
        this.#chain = fullest.chain;
        return client.call('timeline.layers', { treeId, chain: fullest.chain, isOpening: false });
      },
      onError: (error) => notices.report(error),
    });
    this.#reader = new PastReader({
      client,
      treeId,
      onMoment: (moment) => this.#onMoment(moment),
      onError: (error) => {
        this.showNow();
        notices.report(error);
        this.#layers.invalidate();
      },
    });
    this.comparison = createComparisonOfMoments(scope, () =>
      this.#chosen === null ? null : { chain: this.#chain, seq: this.#chosen },
    );
    this.trace = createPassageTrace(scope);
    this.replay = createReplay(() => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches);
    this.#stops = [
      this.#layers.value.subscribe(() => this.#onLayers()),
      client.on('timeline.changed', (changed) => {
        if (changed.treeId === treeId) this.onChanged();
      }),
      // Changes of the text are made where the writer sees them.
      intents.submitting.subscribe(() => this.leavePast()),
    ];
  }

  get isOpen(): boolean {
    return this.#state.get().isOpen;
  }

  /** True if a past text is shown, or about to be. */
  get isPast(): boolean {
    return this.#chosen !== null;
  }

  /** The manuscript's scroll position when it was left; null for its top. */
  get place(): PlaceInView | null {
    return this.#place;
  }

  /** Preconditions of commands, as far as they depend on the writer. */
  get canRestore(): boolean {
    return !this.#scope.readOnly && this.#state.get().past !== null;
  }

  /** Main wrote a layer, or knows more about some. */
  onChanged(): void {
    this.#layers.invalidate();
    this.comparison.invalidate();
  }

  /** Opens the strip at now, with the keyboard there; if it is open, returns to it. */
  open(): void {
    this.focusRequest.request('slider');
    if (this.isOpen) return;
    this.#isOpening = true;
    this.#set({ ...CLOSED, isOpen: true });
    this.#layers.invalidate();
    this.#stopWatching = this.#layers.watch();
    this.#onLayers();
  }

  /** Closes the strip: the manuscript is shown as it was. */
  close(): void {
    if (!this.isOpen) return;
    this.trace.close();
    this.comparison.close();
    this.showNow();
    this.#stopWatching?.();
    this.#stopWatching = null;
    this.#chain = 0;
    this.#set(CLOSED);
  }

  /** Ends one thing: the replay, a panel, or the time line. */
  escape(): void {
    if (this.replay.state.get().isRunning) this.replay.stop();
    else if (this.trace.state.get() !== null) this.trace.close();
    else if (this.comparison.isOpen.get()) this.comparison.close();
    else this.close();
  }

  /** Closes the strip if it shows the past: something else is to be done. */
  leavePast(): void {
    if (this.isPast) this.close();
  }

  /** Another tree is shown. */
  leave(): void {
    for (const stop of this.#stops) stop();
    this.close();
  }

  // The shown moment

  /** Shows the moment with an index of the line; from the number of layers on, now. */
  async goTo(index: number): Promise<void> {
    const { line } = this.#state.get();
    if (line === null) return;
    this.replay.stop();
    await this.#show(line, index);
  }

  async step(direction: -1 | 1): Promise<void> {
    await this.goTo(this.#state.get().at + direction);
  }

  async stepSession(direction: -1 | 1): Promise<void> {
    const { line, at } = this.#state.get();
    if (line !== null) await this.goTo(line.stepSession(at, direction));
  }

  /** Shows the text as it is now; the strip stays open. */
  showNow(): void {
    this.replay.stop();
    this.#showNow();
  }

  /** Shows another chain of layers, at now. */
  async showChain(chain: number): Promise<void> {
    this.showNow();
    this.#chain = chain;
    this.#layers.follow();
  }

  /** Goes from the moment that is shown, or from the first, to now, one moment after the other. */
  async startReplay(): Promise<void> {
    const { notices } = this.#scope;
    const { line, at } = this.#state.get();
    if (line === null || line.count === 0) return void notices.tell(NOTHING_TO_REPLAY);
    if (at >= line.count) await this.goTo(0);
    const outcome = await this.replay.start(async () => {
      const state = this.#state.get();
      if (state.line === null) return false;
      const next = state.at + 1;
      if (next >= state.line.count) this.#showNow();
      else await this.#show(state.line, next);
      return next < state.line.count;
    });
    if (outcome === 'ended') notices.announce(REPLAY_ENDED);
  }

  async toggleReplay(): Promise<void> {
    if (this.replay.state.get().isRunning) this.replay.stop();
    else await this.startReplay();
  }

  // Reports of the view

  /** @param surface shows the past text; null when it is gone */
  attachPast(surface: PastTextSurface | null): void {
    this.#pastText = surface;
  }

  onPastSummary({ words, hasSelection }: PastTextSummary): void {
    const state = this.#state.get();
    if (state.past === null) return;
    if (state.words !== words || state.hasSelection !== hasSelection)
      this.#set({ ...state, words, hasSelection });
  }

  // Actions

  /** The label of the moment that is shown; empty for none, and for now. */
  get shownLabel(): string {
    const { line, at } = this.#state.get();
    return line?.labelAt(at) ?? '';
  }

  /** Returns to now, and types the text, unless it would replace a selection that the writer has not seen since. */
  returnAndType(text: string): void {
    this.close();
    const manuscript = this.#scope.surface.find();
    if (text !== '' && manuscript?.selectedText() === '') manuscript.type(text);
  }

  /** Compares the moment that is shown with now, or no longer. */
  toggleComparison(): void {
    if (this.comparison.isOpen.get()) this.comparison.close();
    else {
      this.open();
      this.comparison.open();
    }
  }

  /** Restores the passage that is selected in the past text, with its authors. One step of undo. */
  async restorePassage(): Promise<void> {
    const { notices, intents, draft } = this.#scope;
    const { past } = this.#state.get();
    const range = this.#pastText?.selectedRange();
    if (past === null || range === undefined || range.from === range.to || !this.canRestore)
      return void notices.tell(SELECT_TO_RESTORE);
    await draft.untilPathSettled();
    const manuscript = this.#scope.surface.find();
    const live = manuscript?.shownMoment() ?? null;
    if (manuscript === null || live === null) return void notices.tell(WRITING_IS_SAVED);
    const plan = planRestore(withEdits(past), range, live);
    this.close();
    if ('splices' in plan) {
      manuscript.restoreParts(plan.splices);
      return void notices.tell(plan.splices.length === 0 ? PASSAGE_IS_THE_SAME : PASSAGE_RESTORED);
    }
    const { outcome } = await intents.submit((context) => showVersions(context, plan.versions));
    if (outcome === 'nothing') notices.tell(PASSAGE_IS_THE_SAME);
    if (outcome === 'done') notices.tell(PASSAGE_RESTORED);
  }

  /** Takes the path back to the moment that is shown. One step of undo. */
  async restoreAll(): Promise<void> {
    const { notices, intents } = this.#scope;
    const { past } = this.#state.get();
    if (past === null || past.seq !== this.#chosen || !this.canRestore)
      return void notices.tell(CHOOSE_MOMENT);
    this.close();
    const { outcome } = await intents.submit((context) => restoreMoment(context, past));
    if (outcome === 'done') notices.tell(ALL_RESTORED);
  }

  /** Labels the moment that is shown, or now; an empty label removes it. */
  async mark(label: string): Promise<void> {
    const { client, treeId, draft, notices } = this.#scope;
    if (this.#chain !== 0) return void notices.tell(NO_MARK_OF_OTHERS);
    const trimmed = label.trim();
    await notices.attempt(async () => {
      if (this.#chosen === null) await draft.flush();
      await client.call('timeline.mark', { treeId, seq: this.#chosen, label: trimmed });
      this.#layers.invalidate();
      notices.tell(momentMarked(trimmed));
    });
  }

  /** Shows how the selected passage came to be; of the manuscript, if no past text is shown. */
  async traceSelection(): Promise<void> {
    const { treeId, draft, notices } = this.#scope;
    const manuscript = this.#scope.surface.find();
    const shown = this.isPast ? this.#pastText : manuscript;
    const range = shown?.selectedRange();
    const text = this.isPast ? this.#pastText?.selectedText() : manuscript?.selectedText();
    if (range === undefined || text === undefined || range.from === range.to)
      return void notices.tell(SELECT_TO_TRACE);
    const [chain, seq] = [this.#chain, this.#chosen];
    this.open();
    this.replay.stop();
    if (seq === null) await draft.flush();
    await this.trace.start(text, { treeId, chain, seq, range });
  }

  // Within

  async #show(line: LayerLine, index: number): Promise<void> {
    const seq = line.seqAt(Math.max(0, index));
    if (seq === undefined) return this.#showNow();
    if (this.#chosen === null) this.#place = this.#scope.surface.find()?.placeInView() ?? null;
    this.#chosen = seq;
    this.#set({ ...this.#state.get(), at: line.indexOf(seq) });
    this.comparison.follow();
    await this.#reader.show(line.chain, seq);
  }

  #showNow(): void {
    this.#reader.stop();
    this.#chosen = null;
    const state = this.#state.get();
    const at = state.line?.count ?? 0;
    this.#set({ ...state, at, past: null, words: null, hasSelection: false });
    this.comparison.follow();
  }

  #onMoment(past: PastMoment): void {
    if (this.#chosen !== null) this.#set({ ...this.#state.get(), past, words: null });
  }

  #onLayers(): void {
    const layers = this.#layers.value.get();
    if (!this.isOpen || layers === null || layers.chain !== this.#chain) return;
    const line = new LayerLine(layers);
    const chosen = this.#chosen;
    if (chosen === null) {
      this.#set({ ...this.#state.get(), line, at: line.count });
      return;
    }
    this.#set({ ...this.#state.get(), line, at: line.indexOf(chosen) });
    if (!line.has(chosen)) void this.#show(line, line.indexOf(chosen));
  }

  #set(state: TimelineState): void {
    this.#state.set(state);
  }
}

/** Takes path and draft back to a moment, with what is pruned now restored; one step of undo. */
function restoreMoment({ client, surface }: IntentContext<ManuscriptSurface>, past: PastMoment): PathIntent {
  return () => {
    const { chain, seq, edits } = past;
    let changed: readonly PrunedPosition[] = [];
    return {
      send: async (intent) => {
        const reply = await client.call('timeline.restore', { ...intent, chain, seq });
        changed = reply.changed;
        return reply;
      },
      restores: { edits, show: () => surface.restoreAll(past, changed) },
    };
  };
}

interface PastReaderOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  /** A text arrived that is still wanted, or leads to one that is. */
  onMoment(moment: PastMoment): void;
  /** The text that is wanted cannot be read. */
  onError(error: unknown): void;
}

/**
 * Reads past texts, one request at a time, and always the one that is wanted by then. It is no `LiveQuery`, because a past
 * text never changes, and because each answer is a difference to the one before it: a drag shows every one that arrives.
 */
class PastReader {
  readonly #options: PastReaderOptions;
  #wanted: { readonly chain: number; readonly seq: number } | null = null;
  /** The last text read, which the next is a difference to. */
  #known: PastMoment | null = null;
  #isReading = false;
  #onSettled: (() => void)[] = [];

  constructor(options: PastReaderOptions) {
    this.#options = options;
  }

  /** Wants the text after a layer; resolves when that, or one that is wanted instead by then, was passed on. */
  async show(chain: number, seq: number): Promise<void> {
    this.#wanted = { chain, seq };
    if (!this.#isReading) void this.#read();
    await new Promise<void>((resolve) => this.#onSettled.push(resolve));
  }

  /** Wants none any more. */
  stop(): void {
    this.#wanted = null;
    this.#known = null;
  }

  async #read(): Promise<void> {
    const { onMoment, onError } = this.#options;
    this.#isReading = true;
    while (this.#wanted !== null) {
      const wanted = this.#wanted;
      const known = this.#known?.chain === wanted.chain ? this.#known : null;
      try {
        const moment = await this.#readOne(wanted.chain, wanted.seq, known);
        if (this.#wanted === null) break;
        if (this.#wanted === wanted) this.#wanted = null;
        this.#known = moment;
        onMoment(moment);
      } catch (error) {
        this.#known = null;
        // The layer that it would be a difference to may be gone: then it is read whole.
        if (this.#wanted !== wanted || known !== null) continue;
        this.#wanted = null;
        onError(error);
      }
    }
    this.#isReading = false;
    for (const resolve of this.#onSettled.splice(0)) resolve();
  }

  async #readOne(chain: number, seq: number, known: PastMoment | null): Promise<PastMoment> {
    const { client, treeId } = this.#options;
    const from = known?.seq ?? null;
    return momentOf(chain, known, await client.call('timeline.show', { treeId, chain, seq, from }));
  }
}

// Past texts as they arrive: each as a difference to the one shown before (`layers.md`, *The time line*).

/** The text after a layer. */
export interface PastMoment extends Pick<ManuscriptContent, 'nodes' | 'edits' | 'buffer'> {
  readonly chain: number;
  readonly seq: number;
}

/** @param known the text that the answer is a difference to; null for a whole one */
export function momentOf(chain: number, known: PastMoment | null, answer: PastText): PastMoment {
  const { seq, keptBefore, tail, keptAfter, edits, buffer } = answer;
  const nodes = known?.nodes ?? [];
  return {
    chain,
    seq,
    nodes: [
      ...nodes.slice(0, keptBefore),
      ...nodesOf(tail),
      ...nodes.slice(nodes.length - keptAfter, nodes.length),
    ],
    edits,
    buffer,
  };
}

/** The same text, each node with the edit that it had. */
export function withEdits({ nodes, edits, buffer }: PastMoment): Moment {
  const edited = new Map(edits.map((edit) => [edit.nodeId, edit]));
  return {
    nodes: nodes.map((node) => {
      const { nodeId, positionId } = node;
      const edit = edited.get(nodeId);
      const { text, spans } = edit ?? node;
      return { nodeId, positionId, text, spans, pending: edit !== undefined };
    }),
    buffer,
  };
}

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

export const PACES = ['slow', 'steady', 'fast'] as const;
export type Pace = (typeof PACES)[number];

export interface ReplayState {
  readonly isRunning: boolean;
  readonly pace: Pace;
}

/** Time for which each moment stays, in milliseconds. */
const STAYS: Readonly<Record<Pace, number>> = { slow: 1_200, steady: 400, fast: 120 };

/**
 * Goes from moment to moment, each when the one before has been shown for the time of the pace.
 * @param isMotionReduced whether the writer wants little to move: then every moment stays as long as at the slowest pace
 */
export function createReplay(isMotionReduced: () => boolean) {
  const state = createStore<ReplayState>({ isRunning: false, pace: 'steady' });
  /** Counts replays: one that was stopped takes no further step. */
  let runs = 0;

  function stop(): void {
    runs += 1;
    state.set({ ...state.get(), isRunning: false });
  }

  return {
    stop,
    state: readableOf(state),

    setPace(pace: Pace): void {
      state.set({ ...state.get(), pace });
    },

    /** @param step shows the next moment; resolves to false at the end */
    async start(step: () => Promise<boolean>): Promise<'ended' | 'stopped'> {
      runs += 1;
      const run = runs;
      state.set({ ...state.get(), isRunning: true });
      while (run === runs) {
        if (!(await step())) break;
        if (run === runs) await stay(STAYS[isMotionReduced() ? 'slow' : state.get().pace]);
      }
      if (run !== runs) return 'stopped';
      stop();
      return 'ended';
    },
  };
}

export type Replay = ReturnType<typeof createReplay>;

function stay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
