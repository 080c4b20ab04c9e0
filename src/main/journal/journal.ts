import { Worker } from 'node:worker_threads';
import { AspenError, type ErrorCode } from '../../core/errors.ts';
import type { GroveId, NodeId } from '../../core/ids.ts';
import type {
  ClosedFile,
  DraftEntry,
  ForgottenUndo,
  JournalContents,
  JournaledPart,
  JournaledPartial,
  JournaledRequest,
  JournaledUndo,
  JournalScope,
  KnownFile,
  KnownHead,
  RecoveryJournal,
  UndoScope,
} from '../grove/writing/recovery-journal.ts';

/** The `workerData` of the journal's thread. */
export interface JournalStart {
  readonly path: string;
  readonly now: number;
  readonly nativeBinding: string | undefined;
}

/** A message to the journal's thread. */
export interface JournalRequest {
  readonly id: number;
  readonly request:
    | { readonly kind: 'append'; readonly scope: JournalScope; readonly entry: DraftEntry }
    | { readonly kind: 'forget'; readonly scope: JournalScope }
    | { readonly kind: 'read'; readonly groveId: GroveId; readonly except: readonly string[] }
    | { readonly kind: 'noteRequest'; readonly noted: JournaledRequest }
    | { readonly kind: 'beginPartial'; readonly partial: JournaledPartial }
    | {
        readonly kind: 'appendPart';
        readonly nodeId: NodeId;
        readonly ordinal: number;
        readonly part: JournaledPart;
      }
    | { readonly kind: 'readPart'; readonly nodeId: NodeId; readonly ordinal: number }
    | { readonly kind: 'forgetPartial'; readonly nodeId: NodeId }
    | { readonly kind: 'saveHead'; readonly file: KnownFile; readonly head: KnownHead }
    | { readonly kind: 'findHead'; readonly file: KnownFile }
    | { readonly kind: 'saveClosed'; readonly file: KnownFile; readonly closed: string }
    | { readonly kind: 'takeClosed' | 'forgetHeads'; readonly origin: string }
    | { readonly kind: 'saveUndo'; readonly scope: UndoScope; readonly undo: JournaledUndo }
    | { readonly kind: 'readUndo'; readonly scope: UndoScope }
    | { readonly kind: 'forgetUndo'; readonly of: ForgottenUndo }
    | { readonly kind: 'close' };
}

/** The result of a request; empty for most. */
export interface JournalReply {
  readonly remains?: JournalContents;
  readonly part?: JournaledPart | null;
  readonly head?: KnownHead | null;
  readonly closed?: ClosedFile | null;
  readonly undo?: JournaledUndo | null;
}

export type JournalAnswer =
  | { readonly id: number; readonly value: JournalReply }
  | { readonly id: number; readonly failure: { readonly code: string; readonly message: string } }
  | { readonly setAside: string };

export interface JournalOptions {
  /** Path of `journal-worker.ts`, compiled or not. */
  readonly worker: string;
  /** Path of the journal, in the app's data folder. */
  readonly path: string;
  /** better-sqlite3's addon, when its own cannot be loaded. */
  readonly nativeBinding?: string | undefined;
  now(): number;
  /** Called when an unreadable journal was set aside. */
  onSetAside(reason: string): void;
}

interface PendingRequest {
  resolve(value: JournalReply): void;
  reject(error: Error): void;
}

/** SQLite's result codes as the codes of `AspenError`. */
const CODES: readonly (readonly [prefix: string, code: ErrorCode])[] = [
  ['SQLITE_FULL', 'DISK_FULL'],
  ['SQLITE_READONLY', 'READ_ONLY'],
  ['SQLITE_PERM', 'READ_ONLY'],
];

/** Sends requests to the recovery journal's thread, which starts with the first request and runs until `close`. */
export class Journal implements RecoveryJournal {
  readonly #options: JournalOptions;
  readonly #pending = new Map<number, PendingRequest>();
  #worker: Worker | null = null;
  #lastId = 0;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  async append(scope: JournalScope, entry: DraftEntry): Promise<void> {
    await this.#send({ kind: 'append', scope, entry });
  }

  async forget(scope: JournalScope): Promise<void> {
    await this.#send({ kind: 'forget', scope });
  }

  async read(groveId: GroveId, except: readonly string[]): Promise<JournalContents> {
    const { remains } = await this.#send({ kind: 'read', groveId, except });
    return remains ?? { drafts: [], partials: [], requests: [] };
  }

  async noteRequest(noted: JournaledRequest): Promise<void> {
    await this.#send({ kind: 'noteRequest', noted });
  }

  async beginPartial(partial: JournaledPartial): Promise<void> {
    await this.#send({ kind: 'beginPartial', partial });
  }

  async appendPart(nodeId: NodeId, ordinal: number, part: JournaledPart): Promise<void> {
    await this.#send({ kind: 'appendPart', nodeId, ordinal, part });
  }

  async readPart(nodeId: NodeId, ordinal: number): Promise<JournaledPart | null> {
    const { part } = await this.#send({ kind: 'readPart', nodeId, ordinal });
    return part ?? null;
  }

  async forgetPartial(nodeId: NodeId): Promise<void> {
    await this.#send({ kind: 'forgetPartial', nodeId });
  }

  async saveHead(file: KnownFile, head: KnownHead): Promise<void> {
    await this.#send({ kind: 'saveHead', file, head });
  }

  async findHead(file: KnownFile): Promise<KnownHead | null> {
    const { head } = await this.#send({ kind: 'findHead', file });
    return head ?? null;
  }

  async saveClosed(file: KnownFile, closed: string): Promise<void> {
    await this.#send({ kind: 'saveClosed', file, closed });
  }

  async takeClosed(origin: string): Promise<ClosedFile | null> {
    const { closed } = await this.#send({ kind: 'takeClosed', origin });
    return closed ?? null;
  }

  async forgetHeads(origin: string): Promise<void> {
    await this.#send({ kind: 'forgetHeads', origin });
  }

  async saveUndo(scope: UndoScope, undo: JournaledUndo): Promise<void> {
    await this.#send({ kind: 'saveUndo', scope, undo });
  }

  async readUndo(scope: UndoScope): Promise<JournaledUndo | null> {
    const { undo } = await this.#send({ kind: 'readUndo', scope });
    return undo ?? null;
  }

  async forgetUndo(of: ForgottenUndo): Promise<void> {
    await this.#send({ kind: 'forgetUndo', of });
  }

  /** Ends the thread after its last request; SQLite then leaves only the journal file. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    await this.#send({ kind: 'close' });
    worker.ref();
    await ended;
  }

  #send(request: JournalRequest['request']): Promise<JournalReply> {
    const worker = this.start();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      // Keep the process running until the journal has stored the request.
      worker.ref();
      worker.postMessage({ id, request } satisfies JournalRequest);
    });
  }

  /** Starts the thread if it does not run, which takes a moment. */
  start(): Worker {
    if (this.#worker !== null) return this.#worker;
    const { worker: file, path, nativeBinding, now, onSetAside } = this.#options;
    const workerData: JournalStart = { path, now: now(), nativeBinding };
    const worker = new Worker(file, { workerData });
    worker.unref();
    worker.on('message', (answer: JournalAnswer) => {
      if ('setAside' in answer) {
        onSetAside(answer.setAside);
        return;
      }
      const pending = this.#pending.get(answer.id);
      this.#pending.delete(answer.id);
      if (this.#pending.size === 0) worker.unref();
      if ('failure' in answer) pending?.reject(errorOf(answer.failure.code, answer.failure.message));
      else pending?.resolve(answer.value);
    });
    let exitError: Error = new AspenError('IO_ERROR', 'the recovery journal’s thread ended');
    worker.on('error', (error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      exitError = errorOf(code, error instanceof Error ? error.message : String(error), error);
    });
    // Comes after `error`, if there was one. The next request starts another thread.
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
      for (const { reject } of this.#pending.values()) reject(exitError);
      this.#pending.clear();
    });
    this.#worker = worker;
    return worker;
  }
}

function errorOf(code: string, message: string, cause?: unknown): AspenError {
  const knownCode = CODES.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'IO_ERROR';
  return new AspenError(knownCode, `recovery journal: ${message}`, { cause });
}
