import type { AgentId } from '../../../core/ids.ts';
import type { SlotSnapshot } from '../../../ipc/wire/generation.ts';
import {
  answerFailed,
  answerShown,
  answersAsked,
  answersReady,
  arrivedSince,
  NO_ANSWERS_YET,
  ORIGINAL,
  SHOW_ANSWERS,
  stillWriting,
} from '../../../ui-text/rewrites.ts';
import type { Notices } from '../window/notices.ts';
import type { RewriteKind } from './passage-request.ts';
import type { Answer } from './rewrite-answers.ts';

/** The text in an announcement, in UTF-16 code units. */
const MAX_SPOKEN = 160;

export interface RewriteNoticesOptions {
  readonly notices: Notices;
  findAgentName(agentId: AgentId): string | undefined;
}

/** Says what becomes of rewrites: to screen readers and, once the bar is closed, by a banner. */
export class RewriteNotices {
  readonly #options: RewriteNoticesOptions;
  /** The banner that says that something is still being written. */
  #writing: number | null = null;

  constructor(options: RewriteNoticesOptions) {
    this.#options = options;
  }

  announce(sentence: string): void {
    this.#options.notices.announce(sentence);
  }

  /** Says why nothing happened, where no bar does. */
  tell(sentence: string): void {
    this.#options.notices.tell(sentence);
  }

  onAsked(kind: RewriteKind, count: number): void {
    if (count > 0) this.announce(answersAsked(kind, count));
  }

  onFailed(kind: RewriteKind, { error }: SlotSnapshot): void {
    this.announce(answerFailed(kind, error?.sentence ?? ''));
  }

  onReady(kind: RewriteKind, count: number): void {
    if (count > 0) this.announce(answersReady(kind, count));
  }

  /** @param index 1-based; 0: the text as it was */
  onShown(index: number, answers: readonly Answer[]): void {
    this.announce(this.#describe(index, answers));
  }

  #describe(index: number, answers: readonly Answer[]): string {
    const answer = answers[index - 1];
    if (answer === undefined) return ORIGINAL;
    const name = this.#options.findAgentName(answer.agentId) ?? '';
    return answerShown(index, answers.length, name, answer.text.trim().slice(0, MAX_SPOKEN));
  }

  onNothingToShow(): void {
    this.tell(NO_ANSWERS_YET);
  }

  /** The bar was closed while something was being written. */
  onLeft(kind: RewriteKind): void {
    this.#writing = this.#options.notices.show({ ...stillWriting(kind), isDone: true, stays: true });
  }

  /** Everything has arrived since. @param show opens the bar again */
  onArrived(kind: RewriteKind, count: number, show: () => void): void {
    const { notices } = this.#options;
    this.endWriting();
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
  endWriting(): void {
    if (this.#writing !== null) this.#options.notices.dismiss(this.#writing);
    this.#writing = null;
  }
}
