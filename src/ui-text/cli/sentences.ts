/** The sentences of the command line besides its help and the doctor's. */
import { FINDINGS, LAYERS_CHANGED } from './doctor.ts';

export const PROGRAM = 'aspen';

/** @param version of the Node that runs it */
export function nodeTooOld(version: string): string {
  return `aspen needs Node 22 or later; the node on the path is ${version}.`;
}

export function unknownVerb(verb: string): string {
  return `There is no command “${verb}”. The commands are export, report, import, list, doctor and verify.`;
}

/** @param problem as Node's own parser puts it, with advice after the first sentence */
export function badUse(problem: string): string {
  const [sentence = problem] = problem.split('. To specify');
  const isFileName = /^Unknown option '-[^-]/.test(sentence);
  const advice = isFileName ? ' A file whose name begins with “-” goes after “--”.' : '';
  return `${/[.!?]$/.test(sentence) ? sentence : `${sentence}.`}${advice}`;
}

/** @param verb undefined for the program as a whole */
export function seeHelp(verb: string | undefined): string {
  return `Try: aspen ${verb === undefined ? '' : `${verb} `}--help`;
}

export const NAME_ONE_GROVE = 'Name the file of one grove.';
export const NAME_TEXTS = 'Name the grove, and then the files to import.';

export function unknownFormat(format: string): string {
  return `There is no format “${format}”. The formats are md, txt, plain, html, epub, docx, json, branches and vault.`;
}

export function unknownReportFormat(format: string): string {
  return `There is no format “${format}” of a report. The formats are html and json.`;
}

export const ONLY_WORD_HAS_MARKS =
  'Only a Word document (--format docx) can have notes (--with-notes) and suggestions (--with-suggestions).';

export function unknownPreset(preset: string): string {
  return `There is no preset “${preset}” for this format. A Word document (docx) has manuscript, book and plain.`;
}

/** The format is no text, which JSON could have. */
export function needsOut(format: string): string {
  return `Name the file to write with --out: ${format} is not text.`;
}

export function needsFolder(format: string): string {
  return `Name the folder to make with --out: ${format} is several files.`;
}

export function noSuchTree(tree: string): string {
  return `No tree has the id or the title “${tree}”. “aspen list” shows the trees of a grove.`;
}

/** @param ids of the trees that have the title */
export function severalTrees(tree: string, ids: readonly string[]): string {
  return `${ids.length} trees are called “${tree}”. Give the id of one: ${ids.join(', ')}.`;
}

export function chooseTree(count: number): string {
  return `The grove has ${count} trees. Choose one with --tree; “aspen list” shows them.`;
}

export function outExists(file: string): string {
  return `${file} exists. Add --force to replace it.`;
}

export function outIsFolder(file: string): string {
  return `${file} is a folder. Name a file.`;
}

export function noFolder(folder: string): string {
  return `There is no folder ${folder}.`;
}

export function wrote(file: string): string {
  return `Wrote ${file}.`;
}

export function groveMissing(file: string): string {
  return `There is no grove ${file}. Add --create to make it.`;
}

export function importedAs(title: string, id: string): string {
  return `Imported “${title}” (${id}).`;
}

/** @param encodings that it may be in, the most likely first */
export function needsEncoding(file: string, encodings: readonly string[]): string {
  return `${file} is not in Unicode and does not say in which encoding it is. Name one with --encoding, such as ${encodings.join(' or ')}.`;
}

/** @param looksLike a sentence that names the format */
export function needsAsText(looksLike: string): string {
  return `${looksLike} Add --as-text to import everything in it as text, by Unknown (import).`;
}

export function noSuchEncoding(encoding: string): string {
  return `There is no encoding “${encoding}” to read this file in.`;
}

export const OPEN_IN_PROGRAM =
  'This grove is open in Aspen Grove, or another import is writing it. Close it there first.';

export function openElsewhere(host: string): string {
  return `This grove was opened on ${host} and not closed there. If nobody is writing in it, open it in Aspen Grove once.`;
}

export const INTERRUPTED_IMPORT = 'The import was stopped. What was not imported to its end was removed.';

export const STALE_JOURNAL_LEFT_OUT =
  'The journal beside the file is out of date and was left out. “aspen doctor” says more.';

export const OUTPUT_FULL = 'The disk is full: the output is incomplete.';
export const NO_ROOM_FOR_OUT = 'The disk is full. Nothing was written.';
export const NO_ROOM_FOR_COPY =
  'There is not enough room among the temporary files for a copy of the grove, which is read in its place.';

export function notReadableFile(file: string): string {
  return `${file} could not be read. It was not changed.`;
}

export const CHECK_BROKE_OFF = 'The file cannot be checked to its end.';

export const READING = 'Reading';
export const CHECKING = 'Checking';

/** @param share from 0 to 1; null if it is not known */
export function progressOf(doing: string, name: string, share: number | null): string {
  return share === null ? `${doing} ${name}…` : `${doing} ${name}… ${Math.floor(100 * share)} %`;
}

/** The headings of a list of trees. */
export const LIST_HEADINGS = ['ID', 'KIND', 'WORDS', 'TITLE'] as const;

/** The headings of a list of lore. */
export const LORE_HEADINGS = ['TOKENS', 'SENT', 'ENTRY'] as const;
export const loreState = (isSent: boolean) => (isSent ? 'yes' : 'no');

/** The headings of a list of tags. */
export const TAG_HEADINGS = ['PLACES', 'TAG'] as const;

export const PUT_AWAY = 'put away';

/** A tree in a list. @param isConversation it is a dialogue, with or without a manuscript that it is about */
export function kindOfTree(kind: 'story' | 'document', isConversation: boolean): string {
  return isConversation ? 'conversation' : kind;
}

/** Of a verification: what was checked, before the faults that were found. */
export const VERIFIED = {
  file: FINDINGS.file.fails,
  violations: 'The invariants do not hold.',
  log: 'The log is not as it was written.',
  records: FINDINGS.records.fails,
  layers: LAYERS_CHANGED,
} as const;

export const ALL_VERIFIED = 'No problems found.';
export const NOT_VERIFIED = 'Problems found. Nothing was changed.';
