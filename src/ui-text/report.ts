/** The page that says how much of a text its writer wrote. */
import type { AuthorshipReport, Evidence } from '../core/exchange/authorship-report.ts';
import type { Verdict } from '../core/provenance/verify.ts';
import { percentText } from './page/authors.ts';
import { countOf } from './plural.ts';
import { dateAndTime } from './time.ts';

type Kind = AuthorshipReport['agents'][number]['kind'];

export const REPORT = 'How much is mine';
export const REPORT_PARTS = 'Parts of the report';
export const CLOSE_REPORT = 'Close the report';
export const REPORT_SECTIONS = {
  all: 'In all',
  chapters: 'By chapter',
  days: 'By day',
  models: 'By model',
  proof: 'Proof',
} as const;
export const READING_AUTHORS = 'Reading who wrote what…';
export const AUTHORS_NOT_READ = 'Who wrote what was not read.';
export const READ_AUTHORS_AGAIN = 'Read again';
export const NOTHING_TO_REPORT = 'Nothing has been written here yet.';

/** The first sentence. @param percent of the text, whole; 0 for less than one; null for none */
export function shareOfWriter(title: string, percent: number | null): string {
  const text = title === '' ? 'this text' : `“${title}”`;
  if (percent === null) return `None of ${text} is yours.`;
  if (percent === 100) return `All of ${text} is yours.`;
  const share = percentText(percent);
  return `${share.slice(0, 1).toUpperCase()}${share.slice(1)} of ${text} is yours.`;
}

/** The size of the text. @param madeAt as in the report */
export function sizeOfText(words: number, characters: number, madeAt: string): string {
  return `${countOf(words, 'word')}, ${countOf(characters, 'character')}, on ${dateAndTime(Date.parse(madeAt))}. Shares are of the characters.`;
}

export const KINDS: Readonly<Record<Kind, string>> = {
  writer: 'You',
  person: 'Another person',
  model: 'A model',
  unknown: 'Author not known',
};
/** Of a column with the shares of one kind of author. */
export const KIND_COLUMNS: Readonly<Record<Kind, string>> = {
  writer: 'Yours',
  person: 'Other people’s',
  model: 'Models’',
  unknown: 'Not known',
};
export const BY_AUTHOR = 'By author';
export const COLUMNS = {
  author: 'Author',
  words: 'Words',
  share: 'Share',
  chapter: 'Chapter',
  day: 'Day',
  model: 'Model',
  characters: 'Characters',
} as const;

/** The evidence for who wrote something: its column, and what it means. */
export const EVIDENCE: Readonly<Record<Evidence, { readonly title: string; readonly about: string }>> = {
  exact: { title: 'Seen', about: 'Written here: the program saw each character come in, and from whom.' },
  inferred: {
    title: 'Inferred',
    about: 'Found by comparing the text before and after, where it could not be followed.',
  },
  imported: {
    title: 'Imported',
    about: 'Came in with a file. The author is the one that the file names, or you chose.',
  },
};
export const UNKNOWN_ABOUT = 'Text from elsewhere that came without its author.';
export const WHAT_IT_MEANS = 'What the columns say';
export const LIMITS_TITLE = 'What it cannot show';

/** A share of a text in a table; a dash for none. @param share from 0 to 1 */
export function shareText(share: number): string {
  if (share === 0) return '–';
  const percent = 100 * share;
  return percent < 0.1 ? '< 0.1 %' : `${percent.toFixed(1)} %`;
}

export const NO_MODELS = 'No model wrote any of it.';
export function rowsLeftOut(count: number): string {
  return `The saved report has ${count.toLocaleString('en')} more.`;
}

export const SAVE_AS = { html: 'Save as a web page…', json: 'Save as JSON…' } as const;

export const PASSAGES = 'Passages';
export const PASSAGES_ABOUT: Readonly<Record<Verdict, string>> = {
  valid: 'Text, author, time and what it continues are as they were recorded.',
  invalid: 'Something about them is not as it was recorded.',
  incomplete: 'Nothing is wrong, but a record is missing, such as a model’s answer.',
};
export function notInPassages(uncommitted: number): string {
  return `${countOf(uncommitted, 'character')} ${uncommitted === 1 ? 'is' : 'are'} typed and in no passage yet.`;
}
export function notInText(others: number): string {
  return `${countOf(others, 'other version or passage', 'other versions and passages')} of the tree ${others === 1 ? 'is' : 'are'} not in this text.`;
}
export const HASHES = 'Fingerprints';
export const HASHES_ABOUT =
  'Whoever has the report, the text as typed and the grove can compute these again (SHA-256). A single other character gives another one.';
export const HASH_ROWS = {
  text: 'Of the text',
  spans: 'Of who wrote what',
  log: (row: number) => `Of the grove’s log, up to row ${row.toLocaleString('en')}`,
} as const;
export const VERIFY_ABOUT =
  'The report saved as JSON is checked without this program, by a script in Python that comes with its source:';
export const VERIFY_COMMAND = 'python3 verify_report.py report.json text.txt grove.aspen';

export const STAMP = {
  title: 'Time stamp',
  about:
    'A service of time stamps can certify that the report existed at a time, with a signature that anybody can check. The program sends it the report’s fingerprint, never the text.',
  none: 'No service is entered.',
  enter: 'Enter a service…',
  save: 'Save with a time stamp…',
  check:
    'The stamp is written beside the report, as .tsr. With the certificate of the service, it is checked by:',
  command: 'openssl ts -verify -data report.json -in report.tsr -CAfile ca.pem',
  send: 'Send',
  without: 'Leave it without',
} as const;
/** The question before a fingerprint is sent. */
export const sendFingerprint = (host: string) => `Send this fingerprint to ${host}?`;
export const sentFingerprint = (fileName: string) =>
  `${fileName} is saved. Only this is sent, with a random number; the service sees neither the report nor the text.`;
