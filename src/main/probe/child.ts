/**
 * The child process that inspects a file before the program opens it, recovers what can be read of a damaged
 * one, copies one without its journal, or checks a copy. It runs one job, given by the last argument, and
 * exits. Started by Electron's `utilityProcess` or by Node's `fork`.
 */

import { describeError } from '../../ui-text/errors.ts';
import type { ProbeAnswer, ProbeJob } from './probe.ts';

const { parentPort } = process as { readonly parentPort?: { postMessage(message: ProbeAnswer): void } };
const job = JSON.parse(process.argv.at(-1) ?? '') as ProbeJob;

answer(await run());

/** Each job loads only the modules it needs: opening a file waits for this process to start. */
async function run(): Promise<ProbeAnswer> {
  try {
    switch (job.kind) {
      case 'inspect':
        return { inspection: (await import('./inspect.ts')).inspect(job.options) };
      case 'recover':
        return { recovery: (await import('./recover.ts')).recover(job.options) };
      case 'copy':
        (await import('./copy-without-journal.ts')).copyWithoutJournal(job.options);
        return { isCopied: true };
      case 'keep':
        (await import('./copy-file.ts')).keepFile(job.options);
        return { isCopied: true };
      case 'verify':
        return { faults: (await import('./verify-file.ts')).verifyFile(job.options) };
      case 'read':
        return { isReadable: (await import('./copy-file.ts')).isFileReadable(job.options.path) };
      case 'check':
        return { faults: (await import('./check-copy.ts')).checkCopy(job.options) };
    }
  } catch (error) {
    const { code, detail } = describeError(error);
    return { failure: { code, detail: detail === '' ? String(error) : detail } };
  }
}

function answer(message: ProbeAnswer): void {
  if (parentPort !== undefined) {
    parentPort.postMessage(message);
    return;
  }
  process.send?.(message, undefined, undefined, () => process.exit());
}
