import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { AspenError, type ErrorCode } from '../../core/errors.ts';
import type { AgentId, GroveId } from '../../core/ids.ts';
import { beginPartial } from '../store/connection/partial-file.ts';
import type { ResolvedFile } from '../store/connection/resolve-file.ts';
import type { KeepOptions } from './copy-file.ts';
import type { CopyOptions } from './copy-without-journal.ts';
import type { Inspection, InspectOptions } from './inspection.ts';
import type { RecoverOptions, RecoveryReport } from './recover.ts';

export type ProbeJob =
  | { readonly kind: 'inspect'; readonly options: InspectOptions }
  | { readonly kind: 'recover'; readonly options: RecoverOptions }
  | { readonly kind: 'copy'; readonly options: CopyOptions }
  | { readonly kind: 'keep'; readonly options: KeepOptions }
  | { readonly kind: 'check' | 'verify'; readonly options: InspectOptions }
  | { readonly kind: 'read'; readonly options: { readonly path: string } };

export type ProbeAnswer =
  | { readonly inspection: Inspection }
  | { readonly recovery: RecoveryReport }
  | { readonly isCopied: true }
  | { readonly isReadable: boolean }
  | { readonly faults: readonly string[] }
  | { readonly failure: { readonly code: ErrorCode; readonly detail: string } };

/** A child process that can be killed. */
export interface Child {
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: () => void): void;
  kill(): void;
}

export interface ProbeOptions {
  /** Starts `child.ts` with one argument. */
  start(argument: string): Child;
  readonly migrations: string;
  readonly nativeBinding?: string | undefined;
  /** The folder for temporary copies. It contains nothing else, and need not exist. */
  readonly folder: string;
  /** Called when something could not be removed. */
  warn(message: string): void;
  /** A file that takes a child longer is not opened. Milliseconds; only tests set it. */
  readonly timeout?: number;
}

const DEFAULT_TIMEOUT = 300_000;

/** A killed child may hang on a disk that does not answer: wait this long for it to exit. Milliseconds. */
const EXIT_TIMEOUT = 3_000;

/** The party that opens a file. */
export interface Opener {
  /** The person who writes on this computer. */
  readonly writerId: AgentId;
  /** Resolves to true if closed sessions left text in the recovery journal for this grove, to write to its file. */
  hasJournaled(groveId: GroveId): Promise<boolean>;
}

/** Inspects files in a child process, so that no malformed file can hang or crash the program. */
export class Probe {
  readonly #options: ProbeOptions;

  constructor(options: ProbeOptions) {
    this.#options = options;
  }

  /** Removes what a killed program left behind. Call this before any inspection. */
  sweep(): void {
    this.#removeFolder(this.#options.folder);
  }

  /** @param signal stops the inspection @throws what `signal` is aborted with */
  async inspect(
    path: string | ResolvedFile,
    signal: AbortSignal,
    how: Pick<InspectOptions, 'whole' | 'writerId'> = {},
  ): Promise<Inspection> {
    const { migrations, nativeBinding } = this.#options;
    const folder = this.#newFolder();
    const options = { path, migrations, nativeBinding, folder, ...how };
    const answer = await this.#run({ kind: 'inspect', options }, signal, () => this.#removeFolder(folder));
    if (answer === null) return { kind: 'damaged', faults: ['the file cannot be checked to its end'] };
    if ('inspection' in answer) return answer.inspection;
    return { kind: 'damaged', faults: ['failure' in answer ? answer.failure.detail : 'no answer'] };
  }

  /**
   * Inspects a file before a window opens it: all of it, if opening it writes anything by itself.
   * @throws what `signal` is aborted with
   */
  async inspectForOpening(
    path: string | ResolvedFile,
    signal: AbortSignal,
    { writerId, hasJournaled }: Opener,
  ): Promise<Inspection> {
    const inspection = await this.inspect(path, signal, { writerId });
    if (inspection.kind !== 'sound' || inspection.whole) return inspection;
    if (!(await hasJournaled(inspection.groveId))) return inspection;
    return this.inspect(path, signal, { writerId, whole: true });
  }

  /**
   * Writes the readable contents of a damaged grove into a new one.
   * @throws {AspenError} CORRUPT when nothing can be read; DISK_FULL, IO_ERROR; what `signal` is aborted with
   */
  async recover(path: string, target: string, signal: AbortSignal): Promise<RecoveryReport> {
    const { migrations, nativeBinding } = this.#options;
    const folder = this.#newFolder();
    const now = Date.now();
    const answer = await this.#withPartial(target, (partial) => {
      const options = { path, target, partial, migrations, nativeBinding, folder, now };
      return this.#run({ kind: 'recover', options }, signal, () => this.#removeFolder(folder));
    });
    if (answer === null) throw new AspenError('CORRUPT', 'the file cannot be read to its end');
    if ('recovery' in answer) return answer.recovery;
    const { code, detail } = 'failure' in answer ? answer.failure : { code: 'INTERNAL' as const, detail: '' };
    throw new AspenError(code, detail);
  }

  /**
   * Copies a file without the journal beside it; neither is touched.
   * @throws {AspenError} INVALID_ARGUMENT, CORRUPT, DISK_FULL, IO_ERROR; what `signal` is aborted with
   */
  async copy(path: string, target: string, signal: AbortSignal): Promise<void> {
    const { migrations, nativeBinding } = this.#options;
    const answer = await this.#withPartial(target, (partial) =>
      this.#run({ kind: 'copy', options: { path, target, partial, migrations, nativeBinding } }, signal),
    );
    requireCopied(answer);
  }

  /**
   * Copies a file byte for byte, whatever it is, even while this process has it open.
   * @param target where there must be no file
   * @throws {AspenError} DISK_FULL, IO_ERROR
   */
  async keep(path: string, target: string): Promise<void> {
    const answer = await this.#withPartial(target, (partial) =>
      this.#run({ kind: 'keep', options: { path, target, partial } }, new AbortController().signal),
    );
    requireCopied(answer);
  }

  /**
   * The faults of a copy that the program has just written; empty when there are none.
   * @throws {AspenError} CORRUPT when it cannot be checked; what `signal` is aborted with
   */
  check(path: string, signal?: AbortSignal): Promise<readonly string[]> {
    return this.#findFaults('check', path, signal);
  }

  /**
   * The faults of a file that must not be written to, including its hashes; empty when there are none.
   * Inspect the file first.
   * @throws {AspenError} CORRUPT when it cannot be checked; what `signal` is aborted with
   */
  verify(path: string, signal?: AbortSignal): Promise<readonly string[]> {
    return this.#findFaults('verify', path, signal);
  }

  async #findFaults(
    kind: 'check' | 'verify',
    path: string,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<readonly string[]> {
    const { migrations, nativeBinding } = this.#options;
    const answer = await this.#run({ kind, options: { path, migrations, nativeBinding } }, signal);
    if (answer !== null && 'faults' in answer) return answer.faults;
    throw new AspenError(
      'CORRUPT',
      answer !== null && 'failure' in answer ? answer.failure.detail : 'the file cannot be checked',
    );
  }

  /** Resolves to true if every byte of a file can be read, regardless of its contents. */
  async canRead(path: string): Promise<boolean> {
    const answer = await this.#run({ kind: 'read', options: { path } }, new AbortController().signal);
    return answer !== null && 'isReadable' in answer && answer.isReadable;
  }

  /** Reserves the target while a child writes to it; removes what a child that crashed has left. */
  async #withPartial<T>(target: string, run: (partial: string) => Promise<T>): Promise<T> {
    const partial = beginPartial(target);
    try {
      return await run(partial.path);
    } finally {
      partial.release();
    }
  }

  /** The name of a folder for one child, which creates it only when needed. */
  #newFolder(): string {
    return join(this.#options.folder, randomUUID());
  }

  #removeFolder(folder: string): void {
    this.#remove(() => rmSync(folder, { recursive: true, force: true }));
  }

  #remove(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.warn(`Could not remove temporary files of an inspection: ${String(error)}`);
    }
  }

  /**
   * Runs a job in a child. Null when the child exited, or was killed, without an answer.
   * @param cleanUp removes what such a child leaves, once it has exited; a child that answers has done so
   *   itself
   * @throws what `signal` is aborted with
   */
  async #run(job: ProbeJob, signal: AbortSignal, cleanUp?: () => void): Promise<ProbeAnswer | null> {
    signal.throwIfAborted();
    const child = this.#options.start(JSON.stringify(job));
    const exited = new Promise<null>((resolve) => child.onExit(() => resolve(null)));
    const answer = await new Promise<ProbeAnswer | null>((resolve) => {
      const end = (found: ProbeAnswer | null) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        child.kill();
        resolve(found);
      };
      const stop = () => end(null);
      const timer = setTimeout(stop, this.#options.timeout ?? DEFAULT_TIMEOUT);
      signal.addEventListener('abort', stop, { once: true });
      child.onMessage((message) => end(message as ProbeAnswer));
      child.onExit(stop);
    });
    if (answer !== null) return answer;
    await new Promise<void>((resolve) => {
      const exitTimer = setTimeout(resolve, EXIT_TIMEOUT);
      void exited.then(() => {
        clearTimeout(exitTimer);
        cleanUp?.();
        resolve();
      });
    });
    signal.throwIfAborted();
    return null;
  }
}

/** @throws {AspenError} why a file was not copied */
function requireCopied(answer: ProbeAnswer | null): void {
  if (answer === null) throw new AspenError('IO_ERROR', 'the copy was not finished');
  if ('isCopied' in answer) return;
  const { code, detail } = 'failure' in answer ? answer.failure : { code: 'INTERNAL' as const, detail: '' };
  throw new AspenError(code, detail);
}
