import type { PathSession } from '../path/path-session.ts';
import type { AnswerVersions } from './answer-versions.ts';
import type { PassageRequest, RewriteKind } from './passage-request.ts';
import type { ReplacementJobs } from './replacement-jobs.ts';
import { type Answer, answersOf, findShownAnswer } from './rewrite-answers.ts';

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
