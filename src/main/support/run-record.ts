import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crashText, interruptedText } from '../../ui-text/support.ts';
import { redact } from './redact.ts';

/** Crashes beyond this are not added to the record. Bytes. */
const MAX_SIZE = 64 * 1024;

export interface RunRecordOptions {
  /** The folder of the logs; it is created if it is missing. */
  readonly folder: string;
  /** The program, its runtime and the system, as one line. */
  readonly program: string;
  /** The end of the log, for a run that left no other trace. */
  logTail(): string;
  now(): number;
  warn(message: string): void;
}

/**
 * Notes that the program runs, and what ended it: a file in the logs exists while it runs, so that the next start finds
 * a run that neither quit nor recorded its crash.
 */
export class RunRecord {
  readonly #options: RunRecordOptions;
  readonly #running: string;
  readonly #crashed: string;

  constructor(options: RunRecordOptions) {
    this.#options = options;
    this.#running = join(options.folder, 'running');
    this.#crashed = join(options.folder, 'crash.txt');
  }

  /** Notes that this run begins, and records it if the last one did not end. */
  begin(): void {
    this.#attempt(() => {
      mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 });
      const last = readIfThere(this.#running);
      const { program, logTail, now } = this.#options;
      if (last !== null) this.#record(interruptedText(last.trim(), logTail()));
      writeFileSync(this.#running, `${program}, since ${new Date(now()).toISOString()}\n`, { mode: 0o600 });
    });
  }

  /** Records an error that the program did not expect. */
  recordCrash(error: unknown): void {
    const { program, now } = this.#options;
    const what = error instanceof Error ? (error.stack ?? error.message) : typeof error;
    this.#attempt(() => this.#record(crashText(program, new Date(now()).toISOString(), redact(what))));
  }

  /** Notes that the program ends as it should. */
  end(): void {
    this.#attempt(() => rmSync(this.#running, { force: true }));
  }

  /** The record of crashes that no window has shown; null for none. It stays in the folder under another name. */
  take(): string | null {
    const text = readIfThere(this.#crashed);
    if (text !== null)
      this.#attempt(() => renameSync(this.#crashed, join(this.#options.folder, 'crash-shown.txt')));
    return text;
  }

  #record(text: string): void {
    const size = statSync(this.#crashed, { throwIfNoEntry: false })?.size ?? 0;
    if (size < MAX_SIZE) appendFileSync(this.#crashed, text, { mode: 0o600 });
  }

  /** The program works without these records. */
  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.warn(`what ended the program could not be recorded: ${String(error)}`);
    }
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
