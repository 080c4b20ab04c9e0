/**
 * The process that looks at a file before the program opens it, that recovers what can be read of a damaged one, that copies
 * one without its journal, and that looks through copies: one job, named by the last argument, and it ends. Started by Electron's `utilityProcess` or by Node's `fork`.
 */
import { describeError } from '../../core/errors.ts';
import { checkCopy } from './check-copy.ts';
import { copyAsItStands } from './copy-as-it-stands.ts';
import { inspect } from './inspect.ts';
import type { ProbeAnswer, ProbeJob } from './probe.ts';
import { readThrough } from './read-through.ts';
import { recover } from './recover.ts';
import { verifyFile } from './verify-file.ts';

interface Port {
  postMessage(message: ProbeAnswer): void;
}

const { parentPort } = process as { readonly parentPort?: Port };
const job = JSON.parse(process.argv.at(-1) ?? '') as ProbeJob;

answer(carryOut());

function carryOut(): ProbeAnswer {
  try {
    switch (job.what) {
      case 'inspect':
        return { inspection: inspect(job.options) };
      case 'recover':
        return { recovery: recover(job.options) };
      case 'copy':
        copyAsItStands(job.options);
        return { isCopied: true };
      case 'verify':
        return { faults: verifyFile(job.options) };
      case 'read':
        return { isReadable: readThrough(job.options.path) };
      case 'check':
        return { faults: checkCopy(job.options) };
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
