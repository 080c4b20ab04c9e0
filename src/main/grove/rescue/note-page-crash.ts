import type { AgentId } from '../../../core/ids.ts';
import type { ContinuationJob, JobSnapshot } from '../../../ipc/wire/generation.ts';
import { continuationsBelong, continuationsGoOn, rewritesGoOn } from '../../../ui-text/recovery.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { GroveNotices } from '../grove-notices.ts';
import { describePlaces } from '../reading/describe-places.ts';

const RUNNING: ReadonlySet<string> = new Set(['waiting', 'thinking', 'streaming', 'saving']);

export interface PageCrashOptions {
  readonly store: Reader;
  readonly writerId: AgentId;
  readonly notices: GroveNotices;
  /** The running jobs of all trees. */
  readonly jobs: readonly JobSnapshot[];
}

/** A page that crashed is about to be loaded again: a notice lists what is still being written, and where. */
export function notePageCrash({ store, writerId, notices, jobs }: PageCrashOptions): void {
  const continued = jobs.filter((job): job is ContinuationJob => job.parentId !== null);
  const count = countRunning(continued);
  if (count > 0) {
    const detail = continuationsBelong(count, describePlaces(store, writerId, continued));
    notices.add(continuationsGoOn(count), {}, { detail, isDone: true });
  }
  const rewrites = countRunning(jobs) - count;
  if (rewrites > 0) notices.add(rewritesGoOn(rewrites), {}, { detail: '', isDone: true });
}

function countRunning(jobs: readonly JobSnapshot[]): number {
  return jobs.flatMap(({ slots }) => slots).filter(({ state }) => RUNNING.has(state)).length;
}
