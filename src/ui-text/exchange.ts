/** Importing and exporting: what takes long, why a file was not read or written, encodings, files of other programs. */

import type { Encoding } from '../core/exchange/encodings.ts';
import type { DocumentKind, NoteMarks, SaveKind } from '../core/exchange/recognise-file.ts';
import type { Dimension } from '../core/history/history.ts';
import { countOf, listOf } from './plural.ts';

export function linksNowhere(fileName: string): string {
  return `${fileName} is a link to a file that does not exist. Choose another name.`;
}

export function isGroveFile(fileName: string): string {
  return `${fileName} is a grove.`;
}

export function openGroveInstead(fileName: string): string {
  return `${fileName} is a grove. Open it instead.`;
}

export function notAFile(fileName: string): string {
  return `${fileName} is not a file.`;
}

export function notText(fileName: string): string {
  return `${fileName} is not a text file.`;
}

export function tooLarge(fileName: string, megabytes: number): string {
  return `${fileName} is larger than ${megabytes} MB. Split it and import the parts.`;
}

export function changedWhileRead(fileName: string): string {
  return `${fileName} changed while it was being read.`;
}

export function notReadable(fileName: string): string {
  return `${fileName} could not be read.`;
}

export function notWritten(fileName: string): string {
  return `${fileName} could not be written.`;
}

export function writingNotPermitted(fileName: string): string {
  return `${fileName} could not be written: it or its folder is not writable, or another program has it open.`;
}

export function folderExists(folderName: string): string {
  return `There is already a ${folderName}. Choose another folder or name.`;
}

/** Why a conversation is not exported branch by branch. */
export const NO_BRANCHES = 'Only stories and documents can be exported branch by branch.';

export const NO_DOCUMENTS = 'This grove has no documents to export.';

/** The names of folders that are exported. */
export const FOLDER_TITLES = {
  branches: (title: string) => `${title}, every branch`,
  documents: (groveName: string) => `${groveName}, documents`,
} as const;

/** The list of the branches in an exported folder, as Markdown. */
export const BRANCH_INDEX = {
  file: 'Index',
  title: FOLDER_TITLES.branches,
  about: (count: number) =>
    count === 1
      ? 'One text: nothing branches off.'
      : `${countOf(count, 'text')}, each from the beginning of the story to the end of a branch. A path that leaves others several times has below it the words with which it does.`,
  words: (count: number) => countOf(count, 'word'),
  isShown: 'on the screen at the time',
  step: ' › ',
} as const;

/** The name of a report's file. */
export function reportTitle(title: string): string {
  return `Authorship of ${title}`;
}

/** Why a selection is not exported. */
export const SELECTION_CHANGED =
  'The selected text has changed. Close the page, select it again, and export that.';

/** Why chapters are not exported. */
export function chapterGone(label: string): string {
  return `There is no chapter “${label}” any more. Choose again what to export.`;
}

/** After an export with suggestions. */
export function suggestionsLeftOut(count: number): string {
  return count === 1
    ? 'A suggestion that does not fit the text, or overlaps another, was left out.'
    : `${countOf(count, 'suggestion')} that do not fit the text, or overlap others, were left out.`;
}

/** Why a conversation is not exported as an e-book or a Word document. */
export const NO_BOOK = 'A conversation is no book. Duplicate it as a manuscript, and export that.';

/** The author of imported text whose author is not known. */
export const UNKNOWN_AUTHOR = 'Unknown (import)';

/** @param fault where in the file what is wrong: `deltas[3]: …`; of one that is no history at all, `the file: …` */
export function notAHistory(fileName: string, fault: string): string {
  if (fault.startsWith('the file: ')) return `${fileName} is not a history of Aspen Grove.`;
  return `${fileName} is not a history of Aspen Grove that can be imported: ${fault.replace(/\.$/, '')}.`;
}

/** Why a history cannot be exported. */
export function noHistory(dimension: Dimension): string {
  return NO_HISTORY[dimension];
}

const NO_HISTORY: Readonly<Record<Dimension, string>> = {
  versions: 'This tree has no history yet.',
  executions: 'No prompt of this tree has been run yet.',
  levels: 'No request has read a text of this tree that has prompts.',
};

export function historyTooLarge(fileName: string, megabytes: number): string {
  return `${fileName} is larger than ${megabytes} MB.`;
}

/** @param lines of the first ones, counted from 1 */
export function badBytes(fileName: string, count: number, lines: readonly number[]): string {
  const where = `${lines.length === 1 ? 'line' : 'lines'} ${listOf(lines.map(String))}`;
  const [what, are] = count === 1 ? ['A character', 'is'] : [countOf(count, 'character'), 'are'];
  const first = count > lines.length ? ', the first ' : ' ';
  return `${what} of ${fileName} could not be read and ${are} now “�”${first}in ${where}.`;
}

/** Says why the list of authors at the end of a file is not read. */
export function authorsAreText(fileName: string): string {
  return `The list of authors at the end of ${fileName} is of another text, so it is text here like any other.`;
}

/** Says what notes of other programs have that is only text here. */
export function noteMarksAreText(fileName: string, { frontMatter, links }: NoteMarks): string {
  const parts = [
    ...(frontMatter === null ? [] : [`front matter (${frontMatter.join(', ')})`]),
    ...(links === 0 ? [] : [links === 1 ? 'a [[link]]' : countOf(links, '[[link]]', '[[links]]')]),
  ];
  const are = parts.length === 1 && links < 2 ? 'is' : 'are';
  return `${fileName} has ${listOf(parts)}, which ${are} text here like any other.`;
}

/** Long tasks: the name of the bar, and what is being done, before the name of a file or a tree. */
export const TASKS = {
  import: { label: 'Import', doing: 'Importing' },
  export: { label: 'Export', doing: 'Exporting' },
  backup: { label: 'Backup', doing: 'Backing up' },
  copy: { label: 'Copy', doing: 'Writing' },
  duplicate: { label: 'Duplicate', doing: 'Duplicating' },
  move: { label: 'Move', doing: 'Moving' },
  delete: { label: 'Delete', doing: 'Deleting' },
  merge: { label: 'Merge', doing: 'Merging' },
  count: { label: 'Count', doing: 'Counting the words of' },
  report: { label: 'Report', doing: 'Reading who wrote' },
  stamp: { label: 'Time stamp', doing: 'Waiting for' },
} as const;

// Tasks with a file for which the writer waits.

/** The work on a file that the writer waits for. @param share of the work that is done, 0 to 1; null if it is not known */
export const FILE_WORK = {
  opening: (name: string) => `Checking ${name} before opening it…`,
  finding: (name: string) => `Checking ${name}…`,
  comparing: (name: string) => `Checking ${name} to compare it…`,
  recovering: (name: string) => `Recovering what can be read of ${name}…`,
  saving: (name: string) => `Writing ${name}…`,
  fetching: (name: string, share: number | null) =>
    `Downloading ${name} · ${Math.floor(100 * (share ?? 0))} %`,
  checking: (_name: string, share: number | null) =>
    share === null ? 'Checking the file' : `Checking the file · ${Math.floor(100 * share)} %`,
} as const;

/** Names of encodings: the languages, and the name that other programs show. */
export const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'Unicode (UTF-8)',
  'windows-1252': 'Western (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Russian (KOI8-R)',
  'koi8-u': 'Ukrainian (KOI8-U)',
  ibm866: 'Cyrillic (DOS, 866)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'iso-8859-5': 'Cyrillic (ISO 8859-5)',
  'iso-8859-15': 'Western (ISO 8859-15)',
  macintosh: 'Western (old Mac)',
  'x-mac-cyrillic': 'Cyrillic (old Mac)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  gb18030: 'Chinese, simplified (GB18030)',
  big5: 'Chinese, traditional (Big5)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'euc-kr': 'Korean (EUC-KR)',
  'utf-16le': 'Unicode (UTF-16, little-endian)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
};

/** The question about a file before it is imported. */
export const IMPORT_QUESTION = {
  title: (fileName: string) => `Import ${fileName}`,
  encoding: 'Encoding',
  unclear:
    'This text is not in Unicode, and the file does not say in which encoding it is. Choose the one in which these lines read as they should.',
  save: 'Aspen Grove does not read this format. As text, everything in the file comes in as it is there, by Unknown (import): it does not count as your writing.',
  preview: 'How it reads',
  import: 'Import',
  importSave: 'Import as text',
} as const;

const SAVE_AS_TEXT = 'Save it as plain text or Markdown and import that file.';

const DOCUMENTS: Readonly<Record<DocumentKind, readonly [what: string, advice: string]>> = {
  pdf: ['a PDF', SAVE_AS_TEXT],
  rtf: ['a document in Rich Text Format', SAVE_AS_TEXT],
  word: ['a Word document', SAVE_AS_TEXT],
  office: ['a spreadsheet or a presentation', 'It cannot be imported.'],
  openDocument: ['an OpenDocument file', SAVE_AS_TEXT],
  pages: ['a Pages document', SAVE_AS_TEXT],
  epub: ['an e-book (EPUB)', 'Convert it to plain text, for example with Calibre, and import that file.'],
  archive: ['an archive', 'Unpack it and import the texts in it.'],
  card: ['a character card', 'It cannot be imported. Copy its texts from the program that reads it.'],
  picture: ['a picture', 'It has no text to import.'],
  tapestry: ['a save of Tapestry Loom', 'Export its text there and import that file.'],
  grove: [
    'a database, perhaps a grove',
    'If it is a grove, give it a name that ends with .aspen and open it.',
  ],
  recording: ['a recording', 'It has no text to import.'],
};

/** Why a file that is not text is refused, and what to do. */
export function otherDocument(fileName: string, kind: DocumentKind): string {
  const [what, advice] = DOCUMENTS[kind];
  return `${fileName} is ${what}. ${advice}`;
}

const SAVES: Readonly<Record<SaveKind, string>> = {
  aspenTree: 'a tree that was exported as JSON',
  aspenHistory: 'a history, which “Import a history” brings in',
  pyloom: 'a save of pyloom, or of another loom with its format',
  loomsidian: 'a save of Loomsidian, or of another loom with its format',
  exoloom: 'a save of exoloom',
  wool: 'a save of wool',
  logitloom: 'a save of logitloom',
  helm: 'a save of helm',
  miniloom: 'a save of miniloom',
  mikupad: 'a session of mikupad',
  koboldAi: 'a save of KoboldAI',
  sillyTavern: 'a chat of SillyTavern',
  card: 'a character card',
  lorebook: 'a lorebook',
  novelAi: 'a story or scenario of NovelAI',
  chatGpt: 'an export of ChatGPT',
  claude: 'an export of Claude',
  messages: 'messages in the format of OpenAI',
  json: 'data of another program (JSON)',
  webPage: 'a web page (HTML)',
  xml: 'data of another program (XML)',
};

/** Description of a file that decodes as text but is another program's. */
export function looksLike(fileName: string, kind: SaveKind): string {
  return `${fileName} looks like ${SAVES[kind]}.`;
}
