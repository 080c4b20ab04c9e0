import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import type { AboutProgram } from '../../ipc/wire/app.ts';
import { NO_LICENCES, programLine, supportReport } from '../../ui-text/support.ts';
import type { KeptLog } from '../log.ts';
import { LogFile } from './log-file.ts';
import { RunRecord } from './run-record.ts';

/** Facts about the program, as whatever started it knows them. */
export interface ProgramFacts {
  readonly version: string;
  /** “Electron 45.4.1, Chromium 150, Node 24”. */
  readonly runtime: string;
  /** “Linux 6.1, x64”. */
  readonly system: string;
  /** It contains another runtime than the one that it is published with. */
  readonly isForTrial: boolean;
  /** The files of licences, of which the first that exists counts. */
  readonly licences: readonly string[];
}

export interface SupportOptions {
  readonly program: ProgramFacts;
  /** The program's data folder. */
  readonly dataFolder: string;
  /** It lies beside the program. */
  readonly isPortable: boolean;
  readonly log: KeptLog;
  now(): number;
}

/** The end of the log that a report has. Bytes. */
const REPORTED_LOG = 128 * 1024;
/** The end of the log that the record of a run has that did not end. Bytes. */
const RECORDED_LOG = 4 * 1024;

/** Facts about the program, its log and its crashes, for the writer and those who help them. */
export class Support {
  readonly #options: SupportOptions;
  readonly #logFile: LogFile;
  readonly run: RunRecord;

  constructor(options: SupportOptions) {
    this.#options = options;
    const { dataFolder, log, program, now } = options;
    const folder = join(dataFolder, 'logs');
    this.#logFile = new LogFile(folder, (error) => log.warn(`the log cannot be written: ${String(error)}`));
    this.run = new RunRecord({
      folder,
      program: programLine(program),
      logTail: () => this.#logFile.tail(RECORDED_LOG),
      now,
      warn: (message) => log.warn(message),
    });
    this.run.begin();
    log.keep((line) => this.#logFile.write(line));
    log.info(`started ${programLine(program)}`);
  }

  get dataFolder(): string {
    return this.#options.dataFolder;
  }

  about(): AboutProgram {
    const { program, isPortable, dataFolder } = this.#options;
    const { version, runtime, system, isForTrial } = program;
    return { version, runtime, system, isForTrial, isPortable, dataFolder: withoutHome(dataFolder) };
  }

  licences(): string {
    const path = this.#options.program.licences.find((file) => existsSync(file));
    return path === undefined ? NO_LICENCES : readFileSync(path, 'utf8');
  }

  /** A report for people who help. @param groves paths of groves, of which it has nothing but the sizes */
  report(groves: readonly string[]): string {
    const { program, dataFolder, isPortable, now } = this.#options;
    return supportReport({
      program: programLine(program),
      time: new Date(now()).toISOString(),
      isPortable,
      data: sizesIn(dataFolder),
      groves: groves.map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? null),
      log: this.#logFile.tail(REPORTED_LOG),
    });
  }
}

/** The program's own files and folders, not those of Chromium, with their sizes in bytes. */
const OWN =
  /^(settings|keys|known-agents)\.|^recovery\.sqlite|^(backups|logs|partials|updates|Untitled|Sample\.aspen)$/;

function sizesIn(folder: string): readonly { readonly name: string; readonly size: number }[] {
  const names = readdirSync(folder).filter((name) => OWN.test(name));
  return names.sort().map((name) => ({ name, size: sizeOf(join(folder, name)) }));
}

function sizeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) return stats?.size ?? 0;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

function withoutHome(path: string): string {
  return path.startsWith(homedir() + sep) ? `~${path.slice(homedir().length)}` : path;
}
