/** Books for tests of their exports, and the XML that these are made of. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { bindBook } from '../../src/core/book/bind-book.ts';
import type { BookMarks } from '../../src/core/book/book-marks.ts';
import type { BookSettings } from '../../src/core/book/book-settings.ts';
import type { ArchiveFile } from '../../src/core/exchange/archive-file.ts';
import type { BookFacts, ExportedPath, PathAuthor } from '../../src/core/exchange/exported-path.ts';
import type { AgentId } from '../../src/core/ids.ts';

export const WRITER = 'writer' as AgentId;
export const MODEL = 'model' as AgentId;
const AUTHORS: readonly PathAuthor[] = [
  { id: WRITER, name: 'Jan', type: 'human', modelRef: null, color: null },
  { id: MODEL, name: 'A <b>', type: 'model', modelRef: 'm', color: 'rust' },
];
export const FACTS: BookFacts = { id: '01KDXA00000000000000000001', modified: '2026-11-30T12:00:00Z' };
export const by = (text: string, agent = WRITER) => ({
  text,
  spans: text === '' ? [] : [{ agent, length: text.length }],
});

export function pathOf(text: string, other: Partial<ExportedPath> = {}): ExportedPath {
  return {
    title: 'Ice',
    named: true,
    writerId: WRITER,
    authors: AUTHORS,
    messages: null,
    ...by(text),
    ...other,
  };
}

/** @param back by a model */
export const bound = (text: string, book: BookSettings, front = '', back = '', marks?: BookMarks) =>
  bindBook(pathOf(text, marks && { marks }), book, { front: [by(front)], back: [by(back, MODEL)] });

export const textsOfFiles = (files: Iterable<ArchiveFile>) =>
  new Map([...files].map(({ path, pieces }) => [path, [...pieces].join('')]));

/** Files that are XML, parsed: none has a fault. */
export function documentsOf(files: Iterable<ArchiveFile>): ReadonlyMap<string, Document> {
  const parsed = [...textsOfFiles(files)].filter(([name]) => /\.(?:xhtml|opf|xml|rels)$/.test(name));
  return new Map(
    parsed.map(([name, text]) => {
      const document = new DOMParser().parseFromString(text, 'application/xml');
      expect(document.querySelector('parsererror')?.textContent).toBe(undefined);
      return [name.replace(/^(?:EPUB|word)\//, ''), document];
    }),
  );
}

export const textsOf = (document: Document | undefined, selector: string) =>
  [...(document?.querySelectorAll(selector) ?? [])].map(({ textContent }) => textContent);

const odd = fc.string({
  unit: fc.constantFrom(
    ...'\0 \f \v \u007f \uffff \ud800 & < ]]> " é e\u0301 👩‍👩‍👧 שלום \u202e \t'.split(' '),
    ' ',
  ),
});
const line = fc.oneof(
  odd,
  fc.constantFrom('', '', '# One', '## Two', 'Three\n====', '***', 'He *came* **in _and** went_.', '*a'),
);

/** A book with odd text, and its shown characters without white space and underlines of headings. */
export const oddBooks = fc.tuple(fc.array(line, { maxLength: 9 }), odd).map(([lines, title]) => {
  const path = pathOf(lines.join('\n'), { title });
  const shown = path.text
    .split('\n')
    .filter((one) => one.trim() !== '')
    .join('\n')
    .replace(/^(?:====|\*\*\*|#+ )/gm, '')
    .replaceAll('He *came* **in _and** went_.', 'He came in _and went_.')
    .replace(/[^\t\n\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
  return {
    book: bindBook(path, { title, authors: [title] }, { front: [], back: [] }),
    characters: charactersOf(shown),
  };
});

/** An underline shows if nothing stands above it. */
export const charactersOf = (text: string) => text.replace(/[\s=]/g, '');
