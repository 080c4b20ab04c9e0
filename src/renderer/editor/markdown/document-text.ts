/** All that a document has and a story has not (`documents.md`, *Documents*). */
import { keymap } from '@codemirror/view';
import { checkboxClicks } from './checkboxes.ts';
import { continueItem } from './list-keys.ts';
import { markdownLanguage } from './markdown-language.ts';
import { structure } from './structure.ts';

/** The extension, in place of the look of a story's paragraphs. */
export const documentText = [
  markdownLanguage,
  structure,
  checkboxClicks,
  keymap.of([{ key: 'Enter', run: continueItem }]),
];
