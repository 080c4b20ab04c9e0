/**
 * The process that looks at a file before the program opens it, that recovers what can be read of a damaged one, that copies
 * one without its journal, and that looks through copies: one job, named by the last argument, and it ends. Started by Electron's `utilityProcess` or by Node's `fork`.
 */
import { describeError } from '../../core/errors.ts';
import type { ProbeAnswer, ProbeJob } from './probe.ts';

interface Port {
  postMessage(message: ProbeAnswer): void;
}

const { parentPort } = process as { readonly parentPort?: Port };
const job = JSON.parse(process.argv.at(-1) ?? '') as ProbeJob;

answer(await carryOut());

/** Each job loads what it takes and no more: whoever opens a file waits for the process to start. */
async function carryOut(): Promise<ProbeAnswer> {
  try {
    switch (job.what) {
      case 'inspect':
        return { inspection: (await import('./inspect.ts')).inspect(job.options) };
      case 'recover':
        return { recovery: (await import('./recover.ts')).recover(job.options) };
      case 'copy':
        (await import('./copy-as-it-stands.ts')).copyAsItStands(job.options);
        return { isCopied: true };
      case 'verify':
        return { faults: (await import('./verify-file.ts')).verifyFile(job.options) };
      case 'read':
        return { isReadable: (await import('./read-through.ts')).readThrough(job.options.path) };
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
