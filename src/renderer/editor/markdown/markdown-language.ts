/** Reads a document as Markdown while it is edited: what is on the screen at once, more of it in idle time. */
import { defineLanguageFacet, ensureSyntaxTree, Language, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { editedTextParser } from '../../../core/markdown/parser.ts';

/** The extension. */
export const markdownLanguage = new Language(defineLanguageFacet(), editedTextParser).extension;

/** Parts of Markdown that are not prose. */
const CODE: ReadonlySet<string> = new Set(['InlineCode', 'CodeText', 'CodeInfo', 'URL']);

/** Returns true if a character of a document is in code or in an address; in a story, none is. */
export function isCode(state: EditorState, at: number): boolean {
  return CODE.has(syntaxUntil(state, at + 1).resolveInner(at, 1).name);
}

/** So far into a text, what is on the screen waits for its structure; beyond, only a moment. UTF-16 code units. */
const NEAR = 50_000;

/** The longest waits. Milliseconds. */
const PATIENCE = { near: 1_000, far: 20 } as const;

/** The syntax tree as far as an offset, or as far as it could be read in a moment. */
export function syntaxUntil(state: EditorState, to: number): ReturnType<typeof syntaxTree> {
  const patience = to <= NEAR ? PATIENCE.near : PATIENCE.far;
  return ensureSyntaxTree(state, Math.min(to, state.doc.length), patience) ?? syntaxTree(state);
}
