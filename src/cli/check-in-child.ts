import { basename, join } from 'node:path';
import { AspenError, type ErrorCode } from '../core/errors.ts';
import type { ResolvedFile } from '../main/store/connection/resolve-file.ts';
import { CHECK_BROKE_OFF, CHECKING } from '../ui-text/cli/sentences.ts';
import { type CommandContext, migrationsOf } from './command-context.ts';
import { startChild } from './start-child.ts';

/** A check of a whole copy: it may take long and cannot be interrupted, so it runs in a process that can be killed. */
export interface CheckJob {
  readonly kind: 'doctor' | 'verify';
  readonly copy: ResolvedFile;
  /** The file that was copied. */
  readonly original: string;
  readonly migrations: string;
  readonly nativeBinding?: string;
}

export type CheckAnswer<T> =
  | { readonly result: T }
  | { readonly failure: { readonly code: ErrorCode; readonly detail: string } };

/**
 * Runs a check on a copy of a grove.
 * @throws {AspenError} why it cannot be checked; the reason of the context's signal
 */
export async function checkInChild<T>(
  kind: CheckJob['kind'],
  copy: ResolvedFile,
  original: string,
  context: CommandContext,
): Promise<T> {
  const { installation, terminal, signal } = context;
  const { ASPEN_SQLITE_BINDING: nativeBinding } = process.env;
  const job: CheckJob = {
    kind,
    copy,
    original,
    migrations: migrationsOf(context),
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  };
  terminal.showProgress(CHECKING, basename(copy.given), null);
  const child = startChild(join(installation.workers, 'checker.js'), JSON.stringify(job));
  const answer = await new Promise<CheckAnswer<T>>((resolve, reject) => {
    child.onMessage((message) => resolve(message as CheckAnswer<T>));
    child.onExit(() => reject(new AspenError('CORRUPT', CHECK_BROKE_OFF)));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  }).finally(() => child.kill());
  terminal.clearProgress();
  if ('failure' in answer) throw new AspenError(answer.failure.code, answer.failure.detail);
  return answer.result;
}
