/** The page on which a story is exported. */

export const EXPORT_OF = (title: string) => `Export: ${title}`;
export const EXPORT_FORMATS = 'Formats';
export const CLOSE_EXPORT = 'Close the export';

/** By format, in the order of the tabs. */
export const FORMATS = {
  docx: { title: 'Word document', about: 'For an editor, in .docx.' },
  epub: {
    title: 'E-book',
    about: 'For readers, in .epub, with a file for each chapter and a table of contents.',
  },
  pdf: { title: 'PDF', about: 'For printing, in the manuscript’s font.' },
  html: { title: 'Web page', about: 'One page that shows who wrote what, unless the book says otherwise.' },
  markdown: {
    title: 'Markdown',
    about: 'For keeping and for other programs, in .md, with every mark of the text.',
  },
  annotated: {
    title: 'Markdown with authors',
    about: 'The text as typed, in .md, with a list at its end of who wrote what, which iA Writer reads.',
  },
  plainText: { title: 'Plain text', about: 'The words without marks of headings and emphasis, in .txt.' },
  typed: { title: 'Text as typed', about: 'Every character as it was typed, in .txt.' },
  branches: {
    title: 'Every branch',
    about: 'A new folder with a text of every branch, in .md, and a list of them.',
  },
  documents: {
    title: 'Documents',
    about: 'A new folder with all documents of the grove, in .md, linked and tagged for Obsidian.',
  },
} as const;

export const PRESETS = {
  label: 'Look',
  options: {
    manuscript: {
      text: 'Manuscript',
      sentence: 'As editors ask for it: Times or Courier, double spaced, # between scenes.',
    },
    book: { text: 'Book', sentence: 'Six by nine inches, with the fonts, looks and marks of the book.' },
    plain: { text: 'Plain', sentence: 'Only styles, to be laid out elsewhere.' },
  },
} as const;

/** Marks of the text that go into a Word document. */
export const MARKS = {
  label: 'With',
  options: { withNotes: 'Notes as comments', withSuggestions: 'Suggestions as tracked changes' },
} as const;

export const WHAT = {
  label: 'What',
  whole: 'The whole text',
  selection: (words: number) => `The selection · ${words.toLocaleString('en')} words`,
  several: 'Several chapters',
  chapters: 'Chapters',
} as const;
export const chapterOption = (label: string, words: number) =>
  `${label} · ${words.toLocaleString('en')} words`;
export const OPEN_BOOK_FROM_EXPORT = 'Title page, headings and typography…';
export const EXPORT_NOW = 'Export…';
export const PREVIEW = 'Preview of the beginning';
/** After the first names of files in a preview. */
export const andMore = (count: number) => `and ${count.toLocaleString('en')} more`;
export const NO_PREVIEW = 'There is no text to export yet.';
