/** About the program; its log, its crashes, and the report for people who help. */
import { APP_NAME } from './app.ts';

export const ABOUT = {
  title: `About ${APP_NAME}`,
  version: 'Version',
  runtime: 'Runtime',
  system: 'System',
  data: 'Data folder',
  forTrial: 'This build is for trial: it runs on another runtime than the one it is published with.',
  portable: 'The data folder lies beside the program. Keys are kept until you quit.',
  licence: 'Free software under the MIT licence. Fonts, dictionaries and libraries have their own.',
  show: 'Show',
  showData: 'Show the data folder',
  licences: 'Licences',
} as const;

export const UPDATES = {
  look: 'Look for a newer version',
  newest: (version: string) => `${APP_NAME} ${version} is the newest version.`,
  found: (version: string) => `${APP_NAME} ${version} is available.`,
  size: (bytes: number) => `The download is ${Math.max(1, Math.round(bytes / 1e6))} MB.`,
  notHere: 'There is no package of it for this computer, or for the way the program was installed.',
  fetch: 'Download',
  fetched: (version: string) => `${APP_NAME} ${version} is ready to install.`,
  backup: 'Every open grove is saved and backed up first.',
  install: 'Install…',
  opened: `The installer is open. Quit ${APP_NAME} when it asks you to.`,
} as const;

export const NO_LICENCES = 'MIT licence. The licences of what comes with the program are in its package.';

export const SUPPORT_REPORT = {
  title: 'A report for support',
  text: 'This is all that the report has: versions, sizes and the log, without your texts, keys and folders. It goes nowhere unless you send it.',
  contents: 'The report',
  save: 'Save…',
  saved: 'The report was saved.',
} as const;

export const CRASH_REPORT = {
  sentence: `${APP_NAME} did not end as it should last time.`,
  detail: 'Everything you typed, up to a moment before, is kept.',
  show: 'Show it',
  title: 'What happened last time',
  text: 'This was recorded when the program ended, without your texts, keys and folders. It goes nowhere unless you send it.',
} as const;

export const LICENCES_TEXT = 'Whoever wrote what this program is made of, and on which terms you may use it.';

/** An error that ends the program at once. */
export const CRASHED = `Something went wrong inside ${APP_NAME}, and it has to end. Everything you typed, up to a moment ago, is kept. The next start can show what happened.`;

interface Program {
  readonly version: string;
  readonly runtime: string;
  readonly system: string;
  readonly isForTrial: boolean;
}

/** `Aspen Grove 0.1.0 (Electron 45.4.1, …; Linux 6.1, x64)`. */
export function programLine({ version, runtime, system, isForTrial }: Program): string {
  return `${APP_NAME} ${version}${isForTrial ? ' for trial' : ''} (${runtime}; ${system})`;
}

/** @param time in ISO 8601 @param error with its stack, redacted */
export function crashText(program: string, time: string, error: string): string {
  return `${program}\nIt met an error that it did not expect, at ${time}.\n\n${error}\n\n`;
}

/** @param run the program and since when it ran @param log the last lines of its log */
export function interruptedText(run: string, log: string): string {
  const why =
    'It neither quit nor crashed in a way that it could record: it was killed, or the computer went off.';
  return `${run}\n${why}\n\nThe end of its log:\n${log === '' ? '(empty)\n' : log}\n`;
}

interface ReportFacts {
  readonly program: string;
  readonly time: string;
  readonly isPortable: boolean;
  /** The program's own files, with their sizes in bytes. */
  readonly data: readonly { readonly name: string; readonly size: number }[];
  /** The sizes of recent groves; null for one that is gone. */
  readonly groves: readonly (number | null)[];
  readonly log: string;
}

export function supportReport({ program, time, isPortable, data, groves, log }: ReportFacts): string {
  const sizes = data.map(({ name, size }) => `  ${name}: ${size.toLocaleString('en')} bytes`);
  const files = groves.map((size) => (size === null ? '  missing' : `  ${size.toLocaleString('en')} bytes`));
  return [
    program,
    `Report of ${time}`,
    '',
    isPortable ? 'Data folder, beside the program:' : 'Data folder:',
    ...sizes,
    '',
    'Recent groves:',
    ...(files.length === 0 ? ['  none'] : files),
    '',
    'Log:',
    log === '' ? '(empty)\n' : log,
  ].join('\n');
}

/** @param date as YYYY-MM-DD */
export function reportFileName(date: string): string {
  return `Aspen Grove report ${date}.txt`;
}
