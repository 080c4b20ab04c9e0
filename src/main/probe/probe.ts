import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { AspenError, type ErrorCode } from '../../core/errors.ts';
import { beginPartial } from '../store/connection/partial-file.ts';
import type { CopyOptions } from './copy-as-it-stands.ts';
import type { Inspection, InspectOptions } from './inspect.ts';
import type { RecoverOptions, RecoveryReport } from './recover.ts';

export type ProbeJob =
  | { readonly what: 'inspect'; readonly options: InspectOptions }
  | { readonly what: 'recover'; readonly options: RecoverOptions }
  | { readonly what: 'copy'; readonly options: CopyOptions }
  | { readonly what: 'check' | 'verify'; readonly options: InspectOptions }
  | { readonly what: 'read'; readonly options: Pick<InspectOptions, 'path'> };

export type ProbeAnswer =
  | { readonly inspection: Inspection }
  | { readonly recovery: RecoveryReport }
  | { readonly isCopied: true }
  | { readonly isReadable: boolean }
  | { readonly faults: readonly string[] }
  | { readonly failure: { readonly code: ErrorCode; readonly detail: string } };

/** A process of its own that can be killed. */
export interface Child {
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: () => void): void;
  kill(): void;
}

export interface ProbeOptions {
  /** Starts the program of `child.ts` with one argument. */
  start(argument: string): Child;
  readonly migrations: string;
  readonly nativeBinding?: string | undefined;
  /** Files are copied into it that have to be; nothing else is in it, and it need not be there. */
  readonly folder: string;
  /** Told of what could not be removed. */
  warn(message: string): void;
  /** A file that keeps a child busy for longer is not opened. Milliseconds; the design's unless a test says otherwise. */
  readonly limit?: number;
}

const LIMIT = 300_000;

/** A disk that does not answer keeps even a killed child so long, and whoever stopped it no longer. Milliseconds. */
const PATIENCE = 3_000;

/** Looks at files in a child process, so that no file, however made, can hang or end the program. */
export class Probe {
  readonly #options: ProbeOptions;

  constructor(options: ProbeOptions) {
    this.#options = options;
  }

  /** Removes what a program that was killed left; to be called before anything is looked at. */
  sweep(): void {
    this.#removeFolder(this.#options.folder);
  }

  /**
   * @param signal stops looking
   * @throws what `signal` is aborted with
   */
  async inspect(path: string, signal: AbortSignal): Promise<Inspection> {
    const { migrations, nativeBinding } = this.#options;
    const folder = this.#newFolder();
    const options = { path, migrations, nativeBinding, folder };
    const answer = await this.#run({ what: 'inspect', options }, signal, () => this.#removeFolder(folder));
    if (answer === null) return { kind: 'damaged', faults: ['the file cannot be looked through to its end'] };
    if ('inspection' in answer) return answer.inspection;
    return { kind: 'damaged', faults: ['failure' in answer ? answer.failure.detail : 'no answer'] };
  }

  /**
   * Writes what can be read of a damaged grove into a new one.
   * @throws {AspenError} CORRUPT where nothing can be read; DISK_FULL, IO_ERROR; what `signal` is aborted with
   */
  async recover(path: string, target: string, signal: AbortSignal): Promise<RecoveryReport> {
    const { migrations, nativeBinding } = this.#options;
    const folder = this.#newFolder();
    const options = { path, target, migrations, nativeBinding, folder, now: Date.now() };
    const answer = await this.#bring(target, () =>
      this.#run({ what: 'recover', options }, signal, () => this.#removeFolder(folder)),
    );
    if (answer === null) throw new AspenError('CORRUPT', 'the file cannot be read to its end');
    if ('recovery' in answer) return answer.recovery;
    const { code, detail } = 'failure' in answer ? answer.failure : { code: 'INTERNAL' as const, detail: '' };
    throw new AspenError(code, detail);
  }

  /**
   * Writes a copy of a file as it stands, without the journal beside it; neither is touched.
   * @throws {AspenError} INVALID_ARGUMENT, CORRUPT, DISK_FULL, IO_ERROR; what `signal` is aborted with
   */
  async copy(path: string, target: string, signal: AbortSignal): Promise<void> {
    const { migrations, nativeBinding } = this.#options;
    const options = { path, target, migrations, nativeBinding };
    const answer = await this.#bring(target, () => this.#run({ what: 'copy', options }, signal));
    if (answer === null) throw new AspenError('IO_ERROR', 'the copy was not finished');
    if ('isCopied' in answer) return;
    const { code, detail } = 'failure' in answer ? answer.failure : { code: 'INTERNAL' as const, detail: '' };
    throw new AspenError(code, detail);
  }

  /**
   * What is wrong with a copy that the program has just written; empty where all holds.
   * @throws {AspenError} CORRUPT where it cannot be looked through; what `signal` is aborted with
   */
  check(path: string, signal?: AbortSignal): Promise<readonly string[]> {
    return this.#findFaults('check', path, signal);
  }

  /**
   * What is wrong with a file that is not to be written to, its hashes too; empty where all holds. It was inspected before.
   * @throws {AspenError} CORRUPT where it cannot be looked through; what `signal` is aborted with
   */
  verify(path: string, signal?: AbortSignal): Promise<readonly string[]> {
    return this.#findFaults('verify', path, signal);
  }

  async #findFaults(
    what: 'check' | 'verify',
    path: string,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<readonly string[]> {
    const { migrations, nativeBinding } = this.#options;
    const answer = await this.#run({ what, options: { path, migrations, nativeBinding } }, signal);
    if (answer !== null && 'faults' in answer) return answer.faults;
    throw new AspenError(
      'CORRUPT',
      answer !== null && 'failure' in answer ? answer.failure.detail : 'the file cannot be looked through',
    );
  }

  /** Whether every byte of a file can be read, whatever they say. */
  async canRead(path: string): Promise<boolean> {
    const answer = await this.#run({ what: 'read', options: { path } }, new AbortController().signal);
    return answer !== null && 'isReadable' in answer && answer.isReadable;
  }

  /** While a child brings a file to a place, nothing else is on its way there; of a child that is gone nothing is left. */
  async #bring<T>(target: string, run: () => Promise<T>): Promise<T> {
    const partial = beginPartial(target);
    try {
      return await run();
    } finally {
      this.#remove(() => partial.end());
    }
  }

  /** A name for a folder of one child: it makes the folder only where it needs it. */
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
      this.#options.warn(`What a look at a file left could not be removed: ${String(error)}`);
    }
  }

  /**
   * Null where the child ended, or was ended, without an answer.
   * @param clear removes what such a child leaves, once it is gone: one that answers has done so itself
   * @throws what `signal` is aborted with
   */
  async #run(job: ProbeJob, signal: AbortSignal, clear?: () => void): Promise<ProbeAnswer | null> {
    signal.throwIfAborted();
    const child = this.#options.start(JSON.stringify(job));
    const gone = new Promise<null>((resolve) => child.onExit(() => resolve(null)));
    const answer = await new Promise<ProbeAnswer | null>((resolve) => {
      const end = (found: ProbeAnswer | null) => {
        clearTimeout(limit);
        signal.removeEventListener('abort', stop);
        child.kill();
        resolve(found);
      };
      const stop = () => end(null);
      const limit = setTimeout(stop, this.#options.limit ?? LIMIT);
      signal.addEventListener('abort', stop, { once: true });
      child.onMessage((message) => end(message as ProbeAnswer));
      child.onExit(stop);
    });
    if (answer !== null) return answer;
    await new Promise<void>((resolve) => {
      const patience = setTimeout(resolve, PATIENCE);
      void gone.then(() => {
        clearTimeout(patience);
        clear?.();
        resolve();
      });
    });
    signal.throwIfAborted();
    return null;
  }
}
