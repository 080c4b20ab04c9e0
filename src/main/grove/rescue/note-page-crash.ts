import type { AgentId } from '../../../core/ids.ts';
import type { JobSnapshot } from '../../../ipc/wire/generation.ts';
import { continuationsBelong, continuationsGoOn } from '../../../ui-text/recovery.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { GroveNotices } from '../grove-notices.ts';
import { describePlaces } from '../reading/describe-places.ts';

const RUNNING: ReadonlySet<string> = new Set(['waiting', 'streaming', 'saving']);

export interface PageCrashOptions {
  readonly store: Reader;
  readonly writerId: AgentId;
  readonly notices: GroveNotices;
  /** The running jobs of all trees. */
  readonly jobs: readonly JobSnapshot[];
}

/** A page that crashed is about to be loaded again: a notice says what is still being written, and where. */
export function notePageCrash({ store, writerId, notices, jobs }: PageCrashOptions): void {
  const count = jobs.flatMap(({ slots }) => slots).filter(({ state }) => RUNNING.has(state)).length;
  if (count === 0) return;
  const detail = continuationsBelong(count, describePlaces(store, writerId, jobs));
  notices.add(continuationsGoOn(count), {}, { detail, isDone: true });
}
