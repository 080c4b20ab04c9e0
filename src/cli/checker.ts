/** The process that checks the copy of a grove: one job, in the last argument. */
import { AspenError, type ErrorCode } from '../core/errors.ts';
import { openFile } from '../main/store/connection/open-file.ts';
import { describeError } from '../ui-text/errors.ts';
import type { CheckAnswer, CheckJob } from './check-in-child.ts';
import { examine } from './doctor/examine.ts';
import { verifyCopy } from './verify-copy.ts';

const job = JSON.parse(process.argv.at(-1) ?? '') as CheckJob;
process.send?.(answer(), undefined, undefined, () => process.exit());

function answer(): CheckAnswer<unknown> {
  try {
    refuseForeign();
    return {
      result: job.kind === 'doctor' ? examine(job.copy, job, job.original) : verifyCopy(job.copy, job),
    };
  } catch (error) {
    const { code, detail } = describeError(error);
    return { failure: { code, detail: code === 'INTERNAL' ? String(error) : detail } };
  }
}

/** Refuses what is no grove, or one of a newer version; anything else that is wrong is for the check to find. */
function refuseForeign(): void {
  const refused: readonly ErrorCode[] = ['NOT_A_GROVE', 'NEWER_VERSION'];
  try {
    openFile(job.copy, { ...job, now: Date.now, readonly: true, allowOlder: true }).close();
  } catch (error) {
    if (!(error instanceof AspenError) || refused.includes(error.code)) throw error;
  }
}
