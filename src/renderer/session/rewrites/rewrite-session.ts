/** Rewrites and bridges in a manuscript: the bar, and the requests it makes (`edits.md`, *Rewrites and bridges*). */

import type { JobId } from '../../../core/ids.ts';
import type { TextRange } from '../../../core/text/span.ts';
import type {
  GenerationUpdate,
  JobSnapshot,
  ReplacementJob,
  ReplacementRequest,
} from '../../../ipc/wire/generation.ts';
import {
  answerFailed,
  answerShown,
  answersAsked,
  answersReady,
  arrivedSince,
  FROM_HERE_TO_THERE,
  NO_AGENT_CHOSEN,
  NO_ANSWERS_YET,
  NOTHING_TO_REWRITE,
  NOTHING_TRIMMED,
  ORIGINAL,
  PASSAGE_AWAY,
  PASSAGE_EMPTY,
  SHOW_ANSWERS,
  stillWriting,
} from '../../../ui-text/rewrites.ts';
import type { ShownPassage } from '../../passage-surface.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import { findAgent } from '../find-agent.ts';
import { FocusRequest } from '../focus.ts';
import type { PathSession } from '../path/path-session.ts';
import type { GenerationChoice } from '../settings/generation-choice.ts';
import { createStore, type Store } from '../store.ts';
import type { ManuscriptSurface } from '../surface-slot.ts';
import type { ContextTexts } from '../tree/context-texts.ts';
import { isRunning } from '../tree/generation-session.ts';
import {
  type Asked,
  type FenceRunner,
  lengthOf,
  newRequest,
  type OnStarted,
  type PassageRequest,
  type RewriteKind,
  reasonOf,
  roundOf,
  showVersions,
  startReplacement,
  withoutSlot,
  withRound,
} from './passage-request.ts';
import { ReplacementJobs, type SettledAnswer } from './replacement-jobs.ts';
import {
  type Answer,
  type AnswerVersions,
  answersOf,
  createAnswerVersions,
  findShownAnswer,
  nextShowable,
  type Round,
  versionsShowing,
} from './rewrite-answers.ts';

/** State of the bar. */
export interface RewriteState {
  readonly isOpen: boolean;
  readonly kind: RewriteKind;
  readonly instruction: string;
  /** The text as it was first asked about; empty for a bridge. */
  readonly original: string;
  readonly answers: readonly Answer[];
  /** The answer in the text, 1-based; 0: the text as it was; null: neither, because the text has changed since. */
  readonly current: number | null;
  /** The answer that is shown in place without being in the text; null for none. */
  readonly offered: number | null;
  /** There is something to keep: an answer in the text, or a complete one that is offered in place. */
  readonly canKeep: boolean;
  /** The text has the trimmed parts of the answer again. */
  readonly isPutBack: boolean;
  /** Each answer is shown as its changes. */
  readonly showsChanges: boolean;
  /** A request about the passage runs, or is about to. */
  readonly isRunning: boolean;
  /** A request runs whose bar was closed. */
  readonly runsOn: boolean;
  /** The path does not go through the passage. */
  readonly isAway: boolean;
  /** Why nothing was asked for; null if nothing is wrong. */
  readonly problem: string | null;
}

export const CLOSED: RewriteState = {
  isOpen: false,
  kind: 'rewrite',
  instruction: '',
  original: '',
  answers: [],
  current: null,
  offered: null,
  canKeep: false,
  isPutBack: false,
  showsChanges: false,
  isRunning: false,
  runsOn: false,
  isAway: false,
  problem: null,
};

export interface AnswersContext {
  readonly jobs: ReplacementJobs;
  readonly versions: AnswerVersions;
  readonly path: PathSession;
}

/** The answers to a request, and which of them the path shows. */
export function answersTo(
  request: PassageRequest,
  { jobs, versions, path }: AnswersContext,
): Pick<RewriteState, 'kind' | 'original' | 'answers' | 'isAway' | 'current' | 'offered' | 'canKeep'> {
  const { kind, original, rounds, chosen, hasChosen } = request;
  const answers = answersOf({
    rounds,
    slotsOf: (jobId) => jobs.slotsOf(jobId),
    findVersions: (jobId, slot) => versions.find(jobId, slot),
    findTrimmed: (jobId, slot) => versions.trimmed(jobId, slot),
  });
  const isAway = rounds.some(({ asked }) => [...asked.keys()].some((at) => path.indexOf(at) < 0));
  const findShown = (at: Parameters<PathSession['findHeader']>[0]) => path.findHeader(at)?.nodeId;
  const current = isAway ? null : findShownAnswer(rounds, answers, chosen, findShown);
  const offered = current === 0 && !hasChosen ? offeredOf(request, answers) : null;
  const canKeep = offered === null ? current !== 0 : answers[offered - 1]?.versions != null;
  return { kind, original, answers, isAway, current, offered, canKeep };
}

/** The first text of the newest round, if that is a bridge; 1-based. */
function offeredOf({ rounds }: PassageRequest, answers: readonly Answer[]): number | null {
  const round = rounds.at(-1);
  if (round === undefined || round.replaces) return null;
  const index = answers.findIndex(
    ({ jobId, state, text }) =>
      jobId === round.jobId && text !== '' && state !== 'failed' && state !== 'empty',
  );
  return index < 0 ? null : index + 1;
}

/** The text in an announcement, in UTF-16 code units. */
const MAX_SPOKEN = 160;

/** The most agents asked at once, and answers of each (`ipc/requests/generation-requests.ts`). */
export const MAX_REWRITES = 5;

interface RewriteSessionOptions extends ManuscriptScope {
  readonly choice: GenerationChoice;
  readonly texts: ContextTexts;
  readonly runningJobs: readonly JobSnapshot[];
  /** Continues the text at its end, where there is nothing to bridge. */
  generate(): Promise<void>;
  /** Runs the callback before the next frame. */
  schedule(callback: () => void): void;
}

export class RewriteSession {
  readonly focusRequest = new FocusRequest<'field'>();
  readonly #options: RewriteSessionOptions;
  readonly #state = createStore<RewriteState>(CLOSED);
  readonly state: Store<RewriteState> = this.#state;
  readonly #requests = new PassageRequests();
  readonly #jobs: ReplacementJobs;
  readonly #versions: AnswerVersions;
  readonly #marks: PassageMarks;
  /** The banner that something is still being written. */
  #writing: number | null = null;
  readonly #stops: readonly (() => void)[];
  #isLeft = false;
  #instruction = '';
  #problem: string | null = null;
  #showsChanges = false;
  /** The request whose next round is on its way to main, by its id. */
  #starting: number | null = null;
  /** Jobs that ran when the window was loaded, until the manuscript is on the screen. */
  readonly #found: ReplacementJob[];

  constructor(options: RewriteSessionOptions) {
    const { client, treeId, path, runningJobs } = options;
    this.#options = options;
    this.#jobs = new ReplacementJobs(options.grove.get().writerId, options.schedule, (settled) => {
      if (!this.#isLeft) void this.#onSettled(settled);
    });
    this.#versions = createAnswerVersions(client, treeId);
    this.#marks = createPassageMarks(options);
    this.#found = [...this.#jobs.track(runningJobs)];
    this.#stops = [
      this.#jobs.jobs.subscribe(() => this.#publish()),
      // The manuscript shows the path that the mirror has a moment later.
      path.mirror.subscribe(() => queueMicrotask(() => this.#publish())),
    ];
  }

  get isOpen(): boolean {
    return this.#requests.open !== null;
  }

  /** True while anything is being written, be its bar open or not. */
  get isRunning(): boolean {
    return this.#requests.all.some((request) => this.#runs(request));
  }

  /** The next request; null while the bar is closed, or about a fence. */
  get request(): ReplacementRequest | null {
    const { open } = this.#requests;
    const passage = open === null ? null : (this.#options.surface.find()?.passage() ?? null);
    if (passage === null || open?.kind === 'fence') return null;
    const { from, to } = passage;
    return { from, to, instruction: this.#instruction, length: lengthOf(this.#instruction) };
  }

  /** Opens the bar for the selection, or for the sentence at the caret; if it is open for that, returns to its field. */
  openRewrite(): void {
    if (this.#openForSelection()) this.focusRequest.request('field');
  }

  /** Asks for other texts in place of the selection, or of the sentence at the caret. */
  async rewrite(instruction: string): Promise<void> {
    if (!this.#openForSelection()) return;
    this.setInstruction(instruction);
    await this.ask();
  }

  /** Asks for texts that join both sides of the caret; at the end of the text, for continuations. */
  async bridge(instruction = ''): Promise<void> {
    const manuscript = this.#options.surface.find();
    if (manuscript === null) return;
    if (isCaretAtEnd(manuscript)) return this.#options.generate();
    if (this.#requests.open?.kind !== 'bridge' || !isCaretAtPlace(manuscript, this.#options.path)) {
      this.#leave();
      manuscript.markCaret();
      this.#open('bridge');
    }
    if (instruction !== '') this.setInstruction(instruction);
    await this.ask();
  }

  /** Asks for a text that leads from the text before the selection, or the caret, to the text after it. */
  async fromHereToThere(): Promise<void> {
    const isSelected = (this.#options.surface.find()?.selectedText() ?? '') !== '';
    await (isSelected ? this.rewrite(FROM_HERE_TO_THERE) : this.bridge(FROM_HERE_TO_THERE));
  }

  /** Opens the bar for a prompt fence, without asking yet. */
  openFence(fence: TextRange, runner: FenceRunner): void {
    this.#leave();
    this.#options.surface.find()?.markRange(fence);
    this.#open('fence', runner);
  }

  setInstruction(instruction: string): void {
    this.#instruction = instruction;
    this.#problem = null;
    this.#publish();
  }

  toggleChanges(): void {
    this.#showsChanges = !this.#showsChanges;
    this.#publish();
  }

  /** Asks about the passage as the text shows it now. The answers that are there already stay. */
  async ask({ agentIds, count, again }: Asked = {}): Promise<void> {
    const { choice, intents, texts, surface } = this.#options;
    const request = this.#requests.open;
    if (request === null || this.#starting !== null) return;
    const settings = choice.store.get();
    const asked = (agentIds ?? settings.agentIds).slice(0, MAX_REWRITES);
    const { kind, runner } = request;
    if (asked.length === 0 && runner === null) return this.#refuse(NO_AGENT_CHOSEN);
    const isGone = kind !== 'bridge' && surface.find()?.passage()?.text.trim() === '';
    if (isGone) return this.#refuse(PASSAGE_EMPTY, runner);
    const instruction = again?.instruction ?? this.#instruction.trim();
    this.#starting = request.id;
    this.#problem = null;
    this.#publish();
    const onStarted: OnStarted = (job, passage) => {
      if (again !== undefined)
        this.#requests.update(request.id, (now) => withoutSlot(now, again.jobId, again.slot));
      this.#addRound(request.id, instruction, job, passage);
      const running = job.slots.filter(({ state }) => isRunning(state)).length;
      if (running > 0) this.#options.notices.announce(answersAsked(kind, running));
      this.#jobs.add(job);
      this.#publish();
    };
    const outcome = await intents.trySubmit(
      (context) =>
        runner?.start(context, onStarted) ??
        startReplacement(context, {
          instruction,
          length: lengthOf(instruction),
          agentIds: asked,
          count: count ?? Math.min(settings.count, MAX_REWRITES),
          maxTokens: settings.maxTokens,
          parameters: choice.parameters,
          flushTexts: () => texts.saver.flush(),
          onStarted,
        }),
    );
    this.#starting = null;
    if (outcome.outcome === 'failed') this.#refuse(reasonOf(outcome.error, request), runner);
    if (outcome.outcome === 'nothing') this.#refuse(PASSAGE_AWAY, runner);
    if (!this.#runs(request)) this.#requests.drop(request.id);
    this.#publish();
  }

  /** Asks once more for an answer that produced nothing. @param index 1-based */
  async retry(index: number): Promise<void> {
    const again = this.#state.get().answers[index - 1];
    if (again !== undefined) await this.ask({ agentIds: [again.agentId], count: 1, again });
  }

  /** Shows the next or previous answer in the text, wrapping around. */
  async step(direction: 1 | -1): Promise<void> {
    const { answers, current } = this.#state.get();
    const next = nextShowable(answers, current ?? this.#requests.open?.chosen ?? 0, direction);
    if (next === null) this.#options.notices.tell(NO_ANSWERS_YET);
    else await this.show(next);
  }

  /** Shows an answer in the text, 1-based; 0: the text as it was first asked about. One step of undo. */
  async show(index: number): Promise<void> {
    const { intents, surface } = this.#options;
    const request = this.#requests.open;
    const { answers, current, isAway } = this.#state.get();
    if (request === null || (index > 0 && answers[index - 1]?.versions == null)) return;
    if (isAway) return this.#refuse(PASSAGE_AWAY);
    this.#requests.update(request.id, (now) => ({ ...now, chosen: index, hasChosen: true }));
    const isEdited = (surface.find()?.summary().pendingCount ?? 0) > 0;
    const versions = [...versionsShowing(request.rounds, answers, index).values()];
    if (current !== index || isEdited) await intents.submit((context) => showVersions(context, versions));
    this.#publish();
    this.#announceShown(index, answers);
  }

  /** Restores the trimmed parts of an answer, 1-based: by default, of the one that is shown. One step of undo. */
  async putBack(index = this.#shownIndex()): Promise<void> {
    const answer = this.#state.get().answers[index - 1];
    if (answer?.trimmed == null || answer.versions === null)
      return void this.#options.notices.tell(NOTHING_TRIMMED);
    if (this.#state.get().current !== index) await this.show(index);
    const manuscript = this.#options.surface.find();
    if (manuscript?.lacksTrimmed('passage', answer.trimmed) !== true)
      return void this.#options.notices.tell(NOTHING_TRIMMED);
    manuscript.putBack('passage', answer.trimmed, answer.agentId);
    this.#publish();
  }

  /** The text was edited: it may have the trimmed parts again, or lack them. */
  onEdited(): void {
    if (this.#state.get().answers.some(({ trimmed }) => trimmed !== null)) this.#publish();
  }

  /** Closes the bar with what the text shows; an answer that is offered in place joins it, once it is complete. */
  async keep(): Promise<void> {
    const { offered, canKeep } = this.#state.get();
    if (!canKeep) return void this.#options.notices.tell(NO_ANSWERS_YET);
    if (offered !== null) await this.show(offered);
    this.close();
  }

  /**
   * Closes the bar and moves the keyboard to the text, which stays as it is. Running requests continue: answers are
   * versions, and a notice names their places.
   */
  close(): void {
    if (!this.isOpen) return;
    const request = this.#leave();
    if (request !== null && this.#runs(request)) this.#tellLeft(request.kind);
    this.#publish();
    this.#options.surface.find()?.focus();
  }

  /** Stops everything that is being written here. */
  async stop(): Promise<void> {
    const { client, notices } = this.#options;
    const running = this.#requests.all.flatMap(({ rounds }) => this.#jobs.runningOf(rounds));
    await notices.attempt(
      Promise.all(running.map((jobId) => client.call('generation.stop', { jobId, slot: null }))),
    );
  }

  /** Scrolls no further than it takes to show the passage: the bar has grown over it. */
  reveal(): void {
    this.#options.surface.find()?.revealPassage();
  }

  update(update: GenerationUpdate): void {
    this.#jobs.update(update);
  }

  /** A manuscript is on the screen: marks the passage there, and continues what ran when the window was loaded. */
  onAttached(): void {
    this.#marks.forget();
    for (const job of this.#found.splice(0)) this.#resume(job);
    this.#publish();
  }

  /** Another tree is shown. */
  leave(): void {
    this.#isLeft = true;
    for (const stop of this.#stops) stop();
  }

  /** 0 for none. */
  #shownIndex(): number {
    const { current, offered } = this.#state.get();
    return offered ?? current ?? 0;
  }

  /** Returns true if the bar is open for the selection. */
  #openForSelection(): boolean {
    const manuscript = this.#options.surface.find();
    if (manuscript === null) return false;
    const selected = manuscript.selectedText();
    const isHere = selected === '' || selected === manuscript.passage()?.text;
    if (this.#requests.open?.kind === 'rewrite' && isHere) return true;
    this.#leave();
    const isMarked = manuscript.markSelection();
    if (isMarked) this.#open('rewrite');
    else this.#options.notices.tell(NOTHING_TO_REWRITE);
    this.#publish();
    return isMarked;
  }

  /** Opens the bar for the marked passage. */
  #open(kind: RewriteKind, runner: FenceRunner | null = null): void {
    const manuscript = this.#options.surface.find();
    this.#requests.begin(newRequest(kind, manuscript?.passage()?.text ?? '', runner));
    this.#instruction = '';
    this.#publish();
    manuscript?.revealPassage();
  }

  /** Closes the bar silently; running requests continue. */
  #leave(): PassageRequest | null {
    this.#problem = null;
    const request = this.#requests.leave((left) => this.#runs(left));
    if (request === null) return null;
    this.#marks.clear();
    return request;
  }

  /** Continues a job that ran when the window was loaded: in the bar, if the path goes through its passage. */
  #resume(job: ReplacementJob): void {
    const manuscript = this.#options.surface.find();
    const place = manuscript?.placeOfParts(job.replaces) ?? null;
    if (manuscript === null || place === null) return;
    this.#leave();
    manuscript.markPassage(place);
    const passage = manuscript.passage();
    if (passage === null) return;
    const kind = passage.text === '' ? 'bridge' : 'rewrite';
    const request = newRequest(kind, passage.text);
    this.#requests.begin(request);
    this.#addRound(request.id, '', job, passage);
  }

  /** Opens the bar again for a request that was left. */
  #reopen(request: PassageRequest): void {
    this.#leave();
    this.#requests.begin(request);
    this.#instruction = request.rounds.at(-1)?.instruction ?? '';
    this.#marks.forget();
    this.#publish();
    this.#options.surface.find()?.revealPassage();
  }

  #addRound(
    id: number,
    instruction: string,
    { jobId, replaces: parts }: ReplacementJob,
    passage: ShownPassage,
  ): void {
    const mirror = this.#options.path.mirror.get();
    const round = roundOf(mirror, { jobId, instruction, parts, rest: passage.rest });
    if (round !== null) this.#requests.update(id, (now) => withRound(now, round, passage));
  }

  #refuse(problem: string, runner: FenceRunner | null = null): void {
    this.#problem = problem;
    this.#options.notices.announce(problem);
    this.#publish();
    runner?.onRefused(problem);
  }

  #runs(request: PassageRequest): boolean {
    return this.#starting === request.id || this.#jobs.runningOf(request.rounds).length > 0;
  }

  async #onSettled({ jobId, slot }: SettledAnswer): Promise<void> {
    const asked = this.#requests.find(jobId);
    if (asked === null) return;
    await this.#options.notices.attempt(this.#versions.learn(asked.round, slot));
    if (slot.state === 'failed')
      this.#options.notices.announce(answerFailed(asked.request.kind, slot.error?.sentence ?? ''));
    const found = this.#requests.find(jobId);
    const isEnded = found !== null && !this.#jobs.isRunning(jobId);
    if (isEnded) this.#onJobEnded(found.request, found.isLeft, jobId);
    this.#publish();
    if (isEnded) found.request.runner?.onEnded(jobId);
  }

  #onJobEnded(request: PassageRequest, isLeft: boolean, jobId: JobId): void {
    const count = this.#jobs.countTexts(jobId);
    if (!isLeft) {
      if (count > 0) this.#options.notices.announce(answersReady(request.kind, count));
      return;
    }
    if (this.#runs(request)) return;
    this.#requests.drop(request.id);
    this.#tellArrived(request.kind, count, () => this.#reopen(request));
  }

  #publish(): void {
    const { path } = this.#options;
    const request = this.#requests.open;
    const runsOn = this.#requests.left.length > 0;
    if (request === null) {
      this.#state.set(runsOn ? { ...CLOSED, runsOn } : CLOSED);
      return;
    }
    const shown = answersTo(request, { jobs: this.#jobs, versions: this.#versions, path });
    const trimmed = shown.answers[(shown.current ?? 0) - 1]?.trimmed ?? null;
    const lacks = trimmed !== null && this.#options.surface.find()?.lacksTrimmed('passage', trimmed);
    const state: RewriteState = {
      ...shown,
      isPutBack: trimmed !== null && lacks === false,
      isOpen: true,
      instruction: this.#instruction,
      showsChanges: this.#showsChanges,
      isRunning: this.#runs(request),
      runsOn,
      problem: this.#problem,
    };
    this.#state.set(state);
    this.#marks.show(request, state);
  }

  /** @param index 1-based; 0: the text as it was */
  #announceShown(index: number, answers: readonly Answer[]): void {
    this.#options.notices.announce(this.#describe(index, answers));
  }

  #describe(index: number, answers: readonly Answer[]): string {
    const answer = answers[index - 1];
    if (answer === undefined) return ORIGINAL;
    const name = findAgent(this.#options.grove.get(), answer.agentId)?.name ?? '';
    return answerShown(index, answers.length, name, answer.text.trim().slice(0, MAX_SPOKEN));
  }

  /** The bar was closed while something was being written. */
  #tellLeft(kind: RewriteKind): void {
    this.#writing = this.#options.notices.show({ ...stillWriting(kind), isDone: true, stays: true });
  }

  /** Everything has arrived since. @param show opens the bar again */
  #tellArrived(kind: RewriteKind, count: number, show: () => void): void {
    const { notices } = this.#options;
    this.#endWriting();
    if (count === 0) return;
    const run = () => {
      notices.dismiss(id);
      show();
    };
    const id = notices.show({
      ...arrivedSince(kind, count),
      isDone: true,
      stays: true,
      actions: [{ label: SHOW_ANSWERS, run }],
    });
  }

  /** Nothing is being written any more, or its bar is open again. */
  #endWriting(): void {
    if (this.#writing !== null) this.#options.notices.dismiss(this.#writing);
    this.#writing = null;
  }
}

/** Returns true if nothing follows the caret. */
function isCaretAtEnd(manuscript: ManuscriptSurface): boolean {
  const { offset, length } = manuscript.caretInSegment();
  return manuscript.summary().atEnd && offset === length;
}

/** Returns true if the caret is at the marked place of a bridge that is not in the text. */
function isCaretAtPlace(manuscript: ManuscriptSurface, path: PathSession): boolean {
  const passage = manuscript.passage();
  if (passage?.text !== '') return false;
  const { at, offset } = passage.from;
  const caret = manuscript.caretInSegment();
  const nodeId = at === null ? null : path.findHeader(at)?.nodeId;
  return nodeId === caret.nodeId && offset === caret.offset;
}

/** Marks the passage in the manuscript, and shows there what is offered. */
function createPassageMarks({ path, surface }: ManuscriptScope) {
  /** The versions that the passage was last marked in; typing moves the mark by itself. */
  let markedIn = '';
  let isOffering = false;

  /** Another manuscript, or another passage, is shown. */
  function forget(): void {
    markedIn = '';
  }

  function withdraw(): void {
    if (!isOffering) return;
    isOffering = false;
    surface.find()?.showOffered(null);
  }

  return {
    forget,

    show({ rounds }: PassageRequest, { answers, current, offered, isAway }: RewriteState): void {
      const manuscript = surface.find();
      if (manuscript === null) return;
      const positions = rounds.flatMap(({ asked }) => [...asked.keys()]);
      const versions = positions.map((at) => path.findHeader(at)?.nodeId).join();
      if (versions !== markedIn) {
        markedIn = versions;
        const own = rounds.find(({ jobId }) => jobId === answers[(current ?? 0) - 1]?.jobId) ?? rounds[0];
        if (isAway) manuscript.markPassage(null);
        else if (current !== null && own !== undefined) manuscript.markPassage(own.place);
      }
      const answer = offered === null ? undefined : answers[offered - 1];
      if (answer === undefined) {
        withdraw();
        return;
      }
      const { agentId, text, state } = answer;
      isOffering = true;
      manuscript.showOffered({ agentId, text, isComplete: !isRunning(state) });
    },

    /** The bar is closed. */
    clear(): void {
      forget();
      withdraw();
      surface.find()?.markPassage(null);
    },
  };
}

type PassageMarks = ReturnType<typeof createPassageMarks>;

interface FoundRound {
  readonly request: PassageRequest;
  readonly round: Round;
  /** Its bar was closed while it ran. */
  readonly isLeft: boolean;
}

/** The passage of the bar, and running requests of earlier ones. */
class PassageRequests {
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

  /** Closes the bar. @param runsOn whether its request is still running @returns its request */
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
