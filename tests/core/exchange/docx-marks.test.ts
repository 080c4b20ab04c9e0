// @vitest-environment jsdom
import '../../helpers/fast-check-runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BookMarks, editsOf, withEdits } from '../../../src/core/book/book-marks.ts';
import { chaptersAlone } from '../../../src/core/book/read-book.ts';
import { docxFiles } from '../../../src/core/exchange/docx.ts';
import type { ExportedPath } from '../../../src/core/exchange/exported-path.ts';
import type { TextRange } from '../../../src/core/text/span.ts';
import { bound, documentsOf, FACTS, MODEL, pathOf, textsOf } from '../../helpers/books.ts';

/** Notes as comments, and suggestions as tracked changes. */

const TIME = Date.UTC(2026, 10, 30, 12);
const NONE: BookMarks = { notes: [], suggestions: [], leftOut: 0 };

const rangeIn = (text: string, words: string): TextRange => ({
  from: text.indexOf(words),
  to: text.indexOf(words) + words.length,
});

const suggestion = (range: TextRange, insert: string) => ({
  ...range,
  author: 'Muse & <Co>',
  time: TIME,
  agent: MODEL,
  change: [{ ...range, insert }],
});

/** Replaces words by others in text order; of an empty insertion, after `[after]`. */
const suggesting = (
  path: ExportedPath,
  ...changes: readonly (readonly [string, string])[]
): ExportedPath => ({
  ...path,
  marks: {
    ...NONE,
    suggestions: changes.map(([words, insert]) => suggestion(rangeIn(path.text, words), insert)),
  },
});

const documentOf = (path: ExportedPath) =>
  documentsOf([...docxFiles(path, FACTS, 'plain')].filter((file) => file.path === 'word/document.xml')).get(
    'document.xml',
  );

/** The paragraphs as a word processor has them once it accepts or rejects every change, without empty ones. */
function settled(path: ExportedPath, does: 'accept' | 'reject'): readonly string[] {
  const gone = does === 'accept' ? 'w:del' : 'w:ins';
  const paragraphs: string[] = [];
  let before = '';
  for (const paragraph of documentOf(path)?.getElementsByTagName('w:p') ?? []) {
    const style = paragraph.getElementsByTagName('w:pStyle')[0]?.getAttribute('w:val') ?? '';
    const kind = style.replace(/\d$/, '').replace('FirstParagraph', 'BodyText');
    const runs = [...paragraph.getElementsByTagName('w:r')].filter(
      (run) => run.parentElement?.tagName !== gone,
    );
    const text = before + runs.map(textOfRun).join('');
    const isMarkGone = [...paragraph.getElementsByTagName('w:rPr')].some(
      ({ parentElement, firstElementChild }) =>
        parentElement?.tagName === 'w:pPr' && firstElementChild?.tagName === gone,
    );
    if (isMarkGone) before = text;
    else {
      // Runs beside each other in one form are one.
      if (text !== '') paragraphs.push(`${kind}: ${text.replaceAll('›‹', '')}`);
      before = '';
    }
  }
  expect(before).toBe('');
  return paragraphs;
}

/** The text of a run, with its emphasis. */
function textOfRun(run: Element): string {
  const text = [...run.children]
    .map(({ tagName, textContent }) => (tagName === 'w:br' ? '\n' : tagName === 'w:tab' ? '\t' : textContent))
    .join('');
  return run.getElementsByTagName('w:i').length > 0 && text !== '' ? `‹${text}›` : text;
}

const withoutMarks = ({ marks: _, ...path }: ExportedPath): ExportedPath => path;

const accepted = (path: ExportedPath) => withoutMarks(withEdits(path, editsOf(path.marks ?? NONE)));

const STORY = '# One\n\nIt froze. He *left* it.\n\nAgain.\n\n* * *\n\nIt thawed.\n\n# Two\n\nThe end.';

test('a suggestion is a tracked change of its words, by its author', () => {
  const document = documentOf(suggesting(pathOf(STORY), ['froze', 'thawed *at last*']));
  expect(textsOf(document, 'del')).toEqual(['froze']);
  expect(textsOf(document, 'ins')).toEqual(['thawed ', 'at last']);
  const [change] = document?.getElementsByTagName('w:del') ?? [];
  expect(change?.getAttribute('w:author')).toBe('Muse & <Co>');
  expect(change?.getAttribute('w:date')).toBe('2026-11-30T12:00:00Z');
  const ids = [...(document?.querySelectorAll('del, ins') ?? [])].map((one) => one.getAttribute('w:id'));
  expect(new Set(ids).size).toBe(3);
});

test('paragraphs that a suggestion adds, removes, divides or makes a heading are added and removed whole', () => {
  const added = suggesting(pathOf(STORY), ['Again.', 'Again.\n\nAnd again.'], ['* * *\n\n', '']);
  expect(textsOf(documentOf(added), 'del')).toEqual(['', '* * *']);
  expect(textsOf(documentOf(added), 'ins')).toContain('And again.');
  const divided = suggesting(pathOf(STORY), [' He', '\n\nHe'], ['# Two', 'Two, it said.']);
  expect(settled(divided, 'reject')).toEqual(settled(pathOf(STORY), 'accept'));
  expect(settled(divided, 'accept')).toContain('BodyText: Two, it said.');
  // What ends the text is removed whole, too.
  const shorter = suggesting(pathOf(STORY), ['\n\n# Two\n\nThe end.', '']);
  expect(settled(shorter, 'accept').at(-1)).toBe('BodyText: It thawed.');
  expect(settled(shorter, 'reject').at(-1)).toBe('BodyText: The end.');
});

test('a suggestion that changes only the marks of words, or spans chapters, is one', () => {
  const marks = suggesting(pathOf(STORY), ['*left*', '**left**']);
  expect(textsOf(documentOf(marks), 'del')).toEqual(['left']);
  expect(textsOf(documentOf(marks), 'ins')).toEqual(['left']);
  const across = suggesting(pathOf(STORY), ['thawed.\n\n# Two\n\nThe', 'was']);
  expect(settled(across, 'accept').at(-1)).toBe('BodyText: It was end.');
  expect(settled(across, 'reject')).toEqual(settled(pathOf(STORY), 'accept'));
});

test('a note is a comment on its words, whatever is in it and wherever it ends', () => {
  const noteOn = (words: string, text: string) => ({
    ...rangeIn(STORY, words),
    author: 'Jan Vos',
    time: TIME,
    text,
  });
  const long = 'a'.repeat(2 ** 20);
  const notes = [
    noteOn('froze', 'Really? \u0000\u0007 <b> 👩‍👩‍👧\n\nשלום'),
    noteOn('It froze. He *left* it.\n\nAgain.', long),
    { ...noteOn('# Two', ''), to: STORY.indexOf('# Two') },
    noteOn('* * *', 'A break.'),
  ];
  const files = documentsOf(docxFiles({ ...pathOf(STORY), marks: { ...NONE, notes } }, FACTS, 'plain'));
  const comments = files.get('comments.xml');
  expect(textsOf(comments, 'comment').map((text) => text?.trim())).toEqual([
    'Really? \ufffd\ufffd <b> 👩‍👩‍👧\n\nשלום',
    long,
    '',
    'A break.',
  ]);
  const [comment] = comments?.getElementsByTagName('w:comment') ?? [];
  expect(comment?.getAttribute('w:initials')).toBe('JV');
  const document = files.get('document.xml');
  const placed = [...(document?.getElementsByTagName('*') ?? [])].flatMap((element) => {
    const id = element.getAttribute('w:id');
    if (element.tagName === 'w:commentRangeStart') return [`[${id}`];
    if (element.tagName === 'w:commentRangeEnd') return [`${id}]`];
    return element.tagName === 'w:t' ? [element.textContent] : [];
  });
  expect(placed.join('|')).toBe(
    'Ice|One|[1|It |[0|froze|0]|. He |left| it.|Again.|1]|[3|* * *|3]|It thawed.|[2|Two|2]|The end.',
  );
  // The text is the same, and without notes so are the bytes.
  expect(settled({ ...pathOf(STORY), marks: { ...NONE, notes } }, 'accept')).toEqual(
    settled(pathOf(STORY), 'accept'),
  );
  expect([...docxFiles({ ...pathOf(STORY), marks: NONE }, FACTS, 'plain')].map(({ path }) => path)).toEqual(
    [...docxFiles(pathOf(STORY), FACTS, 'plain')].map(({ path }) => path),
  );
});

test('marks stay with their words in a book, and in a chapter alone', () => {
  const own = suggesting(pathOf(STORY), ['froze', 'thawed'], ['thawed.\n\n# Two', 'was.'], ['The', 'An']);
  const look = { numbers: 'arabic', word: 'Chapter', look: 'plain', startsPage: true } as const;
  const book = bound(STORY, { headings: [look] }, 'For Jan.', 'Thanks.', own.marks);
  expect(book.text.slice(book.marks?.suggestions[0]?.from).startsWith('froze')).toBe(true);
  expect(settled(book, 'reject')).toEqual(settled(withoutMarks(book), 'accept'));
  expect(settled(book, 'accept')).toEqual(settled(accepted(book), 'accept'));
  // Of a suggestion that is in two chapters, neither has all.
  const second = chaptersAlone(own, new Set([1]));
  expect(second.marks).toMatchObject({ leftOut: 1, suggestions: [{ from: 7, to: 10 }] });
  expect(settled(second, 'accept')).toEqual(['Heading: Two', 'BodyText: An end.']);
});

const words = fc.constantFrom(
  '',
  '',
  '# One',
  'Two\n====',
  '***',
  'He *came* **in**.',
  'a 👩‍👩‍👧 b',
  'שלום',
  '```prompt\nx\n```',
);
const text = fc.array(words, { maxLength: 8 }).map((lines) => lines.join('\n'));
const changed = fc
  .tuple(text, fc.array(fc.tuple(fc.nat(99), fc.nat(9), text), { maxLength: 4 }))
  .map(([own, changes]) => {
    const points = [...own];
    const offsetOf = (index: number) => points.slice(0, index).join('').length;
    let reached = 0;
    const suggestions = changes.map(([skipped, length, insert]) => {
      const from = Math.min(points.length, reached + (skipped % 20));
      reached = Math.min(points.length, from + length);
      return suggestion({ from: offsetOf(from), to: offsetOf(reached) }, insert);
    });
    return { ...pathOf(own), marks: { ...NONE, suggestions } };
  });

test('all accepted, it is the text with the suggestions; all rejected, the text without them', () => {
  fc.assert(
    fc.property(changed, (path) => {
      expect(settled(path, 'reject')).toEqual(settled(withoutMarks(path), 'accept'));
      expect(settled(path, 'accept')).toEqual(settled(accepted(path), 'accept'));
    }),
    { numRuns: 60 },
  );
});
