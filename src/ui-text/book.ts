/** The page on which a story is made a book. */

export const BOOK_OF = (title: string) => `Book: ${title}`;
export const BOOK_SECTIONS = 'Parts of the book';
export const CLOSE_BOOK = 'Close the book';
/** The row of a story’s menu. */
export const OPEN_BOOK = 'Book…';
export const ONLY_STORY = 'Only in a story.';

export const BOOK_TABS = {
  title: 'Title page',
  parts: 'Before and after',
  headings: 'Headings',
  page: 'Typography',
} as const;

export const TITLE_FIELDS = {
  title: { label: 'Title', hint: 'Without one, exports begin as they did before.' },
  subtitle: { label: 'Subtitle', hint: '' },
  authors: { label: 'Authors', hint: 'One on each line.' },
  language: { label: 'Language', hint: 'As a tag, such as en-GB or nl: readers hyphenate and speak by it.' },
  identifier: { label: 'Identifier', hint: 'An ISBN, if there is one.' },
} as const;

export const NOT_A_LANGUAGE = 'A language is written like “nl” or “en-GB”.';
export const tooLong = (most: number) => `That is longer than ${most.toLocaleString('en')} characters.`;

export const MATTER = {
  front: 'Before the text',
  back: 'After the text',
  add: 'Add a document',
  choose: 'Choose a document',
  none: 'Nothing yet.',
  noDocuments: 'The grove has no documents for it. A dedication or an afterword is a document of its own.',
  up: (title: string) => `Move “${title}” up`,
  down: (title: string) => `Move “${title}” down`,
  remove: (title: string) => `Leave “${title}” out`,
} as const;

export const LEFT_OUT = {
  label: 'Leave out what has one of these tags',
  none: 'The grove has no tags. Passages and documents with a tag that is ticked here are not in the book.',
} as const;

export const levelName = (level: number) => `Level ${level}`;

export const HEADING_FIELDS = {
  about: 'Headings begin with one to six #. Their numbers count through the whole text.',
  numbers: 'Numbers',
  word: 'Word before them',
  look: 'Look',
  startsPage: 'Begins a page',
} as const;

export const NUMBER_NAMES = {
  none: 'None',
  arabic: '1, 2, 3',
  roman: 'I, II, III',
  words: 'One, Two, Three',
} as const;
export const LOOK_NAMES = { plain: 'Plain', centred: 'Centred', smallCaps: 'Small capitals' } as const;

export const PAGE_FIELDS = {
  sceneMark: 'Between scenes',
  ownMark: 'Mark of your own',
  font: 'Font',
  size: 'Size on paper, in points',
  paragraphs: 'Paragraphs',
  justified: 'Justified lines',
  justifiedHint: 'Both edges of the text are straight, and words are hyphenated.',
  typeset: 'Printed quotation marks',
  typesetHint:
    'Straight marks, -- and ... become those of the book’s language in e-books, Word, web pages and PDF. The text stays as you typed it.',
  authors: 'Who wrote what',
} as const;

export const MARK_NAMES = { typed: 'As typed', space: 'White space', own: 'Another…' } as const;
export const MARKS = ['* * *', '⁂', '•', '~'] as const;
export const FONT_NAMES = {
  usual: 'Literata',
  'source-sans': 'Source Sans',
  serif: 'Serif of the reader',
  sans: 'Sans-serif of the reader',
  mono: 'Monospaced',
} as const;
export const SIZE_NAMES = (size: number | null) => (size === null ? 'Usual' : `${size} pt`);
export const PARAGRAPH_NAMES = { indented: 'Indented', spaced: 'Spaced' } as const;
export const AUTHOR_NAMES = {
  usual: 'Shown on web pages',
  always: 'Shown everywhere',
  never: 'Not shown',
} as const;
