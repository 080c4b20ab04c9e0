import { Worker } from 'node:worker_threads';
import { AspenError, type ErrorCode } from '../../core/errors.ts';
import type { GroveId, NodeId } from '../../core/ids.ts';
import type {
  DraftEntry,
  JournaledPartial,
  JournalPlace,
  JournalRemains,
  KnownFile,
  KnownHead,
  RecoveryJournal,
} from '../grove/writing/recovery-journal.ts';

/** What the thread is started with. */
export interface JournalStart {
  readonly path: string;
  readonly now: number;
  readonly nativeBinding: string | undefined;
}

/** What crosses to the thread of the journal, and back. */
export interface JournalRequest {
  readonly id: number;
  readonly ask:
    | { readonly what: 'append'; readonly place: JournalPlace; readonly entry: DraftEntry }
    | { readonly what: 'forget'; readonly place: JournalPlace }
    | { readonly what: 'read'; readonly groveId: GroveId; readonly except: readonly string[] }
    | { readonly what: 'keepPartial'; readonly partial: JournaledPartial }
    | { readonly what: 'forgetPartial'; readonly nodeId: NodeId }
    | { readonly what: 'keepHead'; readonly file: KnownFile; readonly head: KnownHead }
    | { readonly what: 'findHead'; readonly file: KnownFile }
    | { readonly what: 'forgetHeads'; readonly origin: string }
    | { readonly what: 'close' };
}

/** What the thread answers; of most questions only that it is done. */
export interface JournalReply {
  readonly remains?: JournalRemains;
  readonly head?: KnownHead | null;
}

export type JournalAnswer =
  | { readonly id: number; readonly value: JournalReply }
  | { readonly id: number; readonly failure: { readonly code: string; readonly message: string } }
  | { readonly setAside: string };

export interface JournalOptions {
  /** The file of `worker.ts`, built or not. */
  readonly worker: string;
  /** Of the journal, in the app's data folder. */
  readonly path: string;
  /** better-sqlite3's addon, where its own cannot be loaded. */
  readonly nativeBinding?: string | undefined;
  now(): number;
  /** A journal that could not be read was set aside. */
  onSetAside(reason: string): void;
}

interface Waiting {
  resolve(value: JournalReply): void;
  reject(error: Error): void;
}

/** What went wrong, in the words of the file's own errors. */
const CODES: readonly (readonly [prefix: string, code: ErrorCode])[] = [
  ['SQLITE_FULL', 'DISK_FULL'],
  ['SQLITE_READONLY', 'READ_ONLY'],
  ['SQLITE_PERM', 'READ_ONLY'],
];

/** Asks the thread that keeps the recovery journal, which starts with the first question and goes on until `close`. */
export class Journal implements RecoveryJournal {
  readonly #options: JournalOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  async append(place: JournalPlace, entry: DraftEntry): Promise<void> {
    await this.#ask({ what: 'append', place, entry });
  }

  async forget(place: JournalPlace): Promise<void> {
    await this.#ask({ what: 'forget', place });
  }

  async read(groveId: GroveId, except: readonly string[]): Promise<JournalRemains> {
    const { remains } = await this.#ask({ what: 'read', groveId, except });
    return remains ?? { drafts: [], partials: [] };
  }

  async keepPartial(partial: JournaledPartial): Promise<void> {
    await this.#ask({ what: 'keepPartial', partial });
  }

  async forgetPartial(nodeId: NodeId): Promise<void> {
    await this.#ask({ what: 'forgetPartial', nodeId });
  }

  async keepHead(file: KnownFile, head: KnownHead): Promise<void> {
    await this.#ask({ what: 'keepHead', file, head });
  }

  async findHead(file: KnownFile): Promise<KnownHead | null> {
    const { head } = await this.#ask({ what: 'findHead', file });
    return head ?? null;
  }

  async forgetHeads(origin: string): Promise<void> {
    await this.#ask({ what: 'forgetHeads', origin });
  }

  /** Ends the thread when it has done what it was asked; leaves one file. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    await this.#ask({ what: 'close' });
    worker.ref();
    await ended;
  }

  #ask(ask: JournalRequest['ask']): Promise<JournalReply> {
    const worker = this.#worker ?? this.#start();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // No program ends before what it asked to be kept is kept.
      worker.ref();
      worker.postMessage({ id, ask } satisfies JournalRequest);
    });
  }

  #start(): Worker {
    const { worker: file, path, nativeBinding, now, onSetAside } = this.#options;
    const workerData: JournalStart = { path, now: now(), nativeBinding };
    const worker = new Worker(file, { workerData });
    worker.unref();
    worker.on('message', (answer: JournalAnswer) => {
      if ('setAside' in answer) {
        onSetAside(answer.setAside);
        return;
      }
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (this.#waiting.size === 0) worker.unref();
      if ('failure' in answer) waiting?.reject(errorOf(answer.failure.code, answer.failure.message));
      else waiting?.resolve(answer.value);
    });
    let reason: Error = new AspenError('IO_ERROR', 'the thread of the recovery journal ended');
    worker.on('error', (error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      reason = errorOf(code, error instanceof Error ? error.message : String(error), error);
    });
    // After `error`, if there was one. The next question starts another thread.
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
      for (const { reject } of this.#waiting.values()) reject(reason);
      this.#waiting.clear();
    });
    this.#worker = worker;
    return worker;
  }
}

function errorOf(code: string, message: string, cause?: unknown): AspenError {
  const known = CODES.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'IO_ERROR';
  return new AspenError(known, `recovery journal: ${message}`, { cause });
}
