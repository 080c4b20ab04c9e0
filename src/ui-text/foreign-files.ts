/** Files of other programs: what they are, and what to do with them. */
import type { DocumentKind, SaveKind } from '../core/exchange/recognise-file.ts';

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
