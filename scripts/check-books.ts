// `npm run check-books`: makes odd books and has epubcheck, pandoc and LibreOffice read them, which it installs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bindBook } from '../src/core/book/bind-book.ts';
import { type BookSuggestion, editsOf, withEdits } from '../src/core/book/book-marks.ts';
import { lineWords, readBook } from '../src/core/book/read-book.ts';
import type { ArchiveFile } from '../src/core/exchange/archive-file.ts';
import { docxFiles } from '../src/core/exchange/docx.ts';
import { epubFiles } from '../src/core/exchange/epub.ts';
import type { BookFacts, ExportedPath } from '../src/core/exchange/exported-path.ts';
import type { AgentId } from '../src/core/ids.ts';
import { zipArchive } from '../src/main/exchange/zip-archive.ts';
import { runScript } from './setup/run-script.mjs';
import { SetupError, say } from './setup/say.mjs';
import { installPrograms } from './system-packages.ts';

/** Debian's command is the archive itself, which few systems run. */
const EPUBCHECK = '/usr/share/java/epubcheck.jar';

const WRITER = 'writer' as AgentId;
const MODEL = 'model' as AgentId;
const FACTS: BookFacts = { id: '01KDXA00000000000000000001', modified: '2026-11-30T12:00:00Z' };

const by = (text: string, agent = WRITER) => ({ text, spans: [{ agent, length: text.length }] });

function pathOf(text: string, other: Partial<ExportedPath> = {}): ExportedPath {
  const authors = [
    { id: WRITER, name: 'Jan', type: 'human', modelRef: null, color: null },
    { id: MODEL, name: 'A & <B>', type: 'model', modelRef: 'm', color: 'rust' },
  ] as const;
  return {
    title: 'Ice & “Water”',
    named: true,
    writerId: WRITER,
    authors,
    messages: null,
    ...by(text),
    ...other,
  };
}

const HEADING = { numbers: 'roman', word: 'Chapter', look: 'smallCaps', startsPage: true } as const;
const STORY =
  '# I\n\n## One\n\n"It *froze*," he said -- **all _night_**.\nAgain.\n\n* * *\n\nשלום, 👩‍👩‍👧 e\u0301 & <b> ]]>.\n\n## Two\n\nb\n\n# II\n\nc';

/** The books that are checked, by name. */
const BOOKS: Readonly<Record<string, ExportedPath>> = {
  plain: pathOf('It froze.\nIt thawed.'),
  empty: pathOf('', { title: '', named: false }),
  whole: bindBook(
    pathOf(STORY),
    {
      title: 'Ice',
      subtitle: 'A story',
      authors: ['Jan', 'Marie'],
      language: 'en-GB',
      identifier: '978-3-16-148410-0',
      headings: [HEADING, HEADING],
      sceneMark: '⁂"\\',
      isSpaced: true,
      isJustified: true,
      showsAuthors: true,
    },
    { front: [by('For Jan.')], back: [by('# Thanks\n\nTo all.', MODEL)] },
  ),
  odd: pathOf('\u0001 \f \uffff \ud800 a\u0085b\n\nChapter 3\n\nA *b **c\n\nPrologue\n\nx', {
    title: 'Line\nend \u0000',
  }),
  long: pathOf(`# ${'Title '.repeat(99)}\n\n${'It froze. '.repeat(50_000)}\n\n`.repeat(3)),
};

/** Characters without white space, in which formats differ, and without lines that are marks between scenes. */
const lettersOf = (text: string) => text.replace(/^[^\p{L}\p{N}]+$|\s+/gmu, '');

const TIME = Date.UTC(2026, 10, 30, 12);

const MARKED_STORY =
  '# One\n\nIt *froze* all night. He said so.\n\nAgain.\n\n* * *\n\nשלום, 👩‍👩‍👧 é & <b>.\n\n# Two\n\nShe left.\n\n# Three\n\nThen it thawed.';

const rangeOf = (words: string) => {
  const from = MARKED_STORY.indexOf(words);
  return { from, to: from + words.length, author: 'A & <B>', time: TIME };
};

/** A suggestion to put words in place of others. */
const suggesting = (words: string, insert: string): BookSuggestion => {
  const range = rangeOf(words);
  return { ...range, agent: MODEL, change: [{ from: range.from, to: range.to, insert }] };
};

/** A book with suggestions of every kind, and notes. */
const MARKED = pathOf(MARKED_STORY, {
  marks: {
    notes: [
      // LibreOffice puts the beginning of one on suggested words into the deletion, where pandoc does not look.
      { ...rangeOf('night. He said'), text: 'Why?\n"Ice"' },
      { ...rangeOf(MARKED_STORY), author: 'Marie', text: 'On all.' },
    ],
    suggestions: [
      suggesting('froze* all', 'thawed* **at last** all'),
      suggesting('Again.', 'Again.\n\nAnd again.\n\nAnd so on.'),
      suggesting('* * *\n\n', ''),
      suggesting('שלום', 'שלום עולם'),
      suggesting('# Two\n\nShe left', 'It went on'),
      suggesting('it thawed.', 'he went.\n\nThe end.'),
    ],
    leftOut: 0,
  },
});

/** All that a book shows, as other programs should read it. */
function wordsOf(path: ExportedPath): string {
  const blocks = [...readBook(path)].filter(({ kind }) => kind !== 'break');
  const lines = blocks.flatMap(({ kind, lines }) => (kind === 'heading' ? [lines[0]] : lines));
  return lettersOf(
    lines
      .map(lineWords)
      .join('')
      .toWellFormed()
      .replace(/[^\t\n\u0020-\u007e\u00a0-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd'),
  );
}

/** A file as pandoc reads it. */
const read = (file: string, format: string, ...options: readonly string[]) =>
  execFileSync('pandoc', ['-f', format, '--wrap=none', ...options, file], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });

/** Fails if pandoc reads another text from a file than its book has. */
function requireSameText(
  file: string,
  format: string,
  path: ExportedPath,
  ...options: readonly string[]
): void {
  const text = read(file, format, '-t', 'plain', ...options);
  if (!lettersOf(text).includes(wordsOf(path)))
    throw new SetupError(`pandoc reads another text from ${basename(file)}:\n${text.slice(0, 2_000)}`);
}

/** Fails unless a document has all changes to accept or reject, and its comments. */
function requireMarks(file: string): void {
  const { marks = { notes: [], suggestions: [], leftOut: 0 }, ...path } = MARKED;
  requireSameText(file, 'docx', path, '--track-changes=reject');
  requireSameText(file, 'docx', withEdits(path, editsOf(marks)), '--track-changes=accept');
  const all = read(file, 'docx', '-t', 'html', '--track-changes=all');
  for (const wanted of [
    '"deletion"',
    '"insertion"',
    'data-author="A &amp; &lt;B&gt;"',
    'data-author="Marie"',
  ])
    if (!all.includes(wanted)) throw new SetupError(`${basename(file)} has no ${wanted}:\n${all}`);
  for (const [what, count] of [
    ['data-date="2026-11-30T12:00:00Z"', 1],
    ['class="comment-start"', marks.notes.length],
  ] as const)
    if (all.split(what).length <= count) throw new SetupError(`${basename(file)} lacks ${what}:\n${all}`);
}

await runScript(async () => {
  await installPrograms(['java', 'epubcheck', 'pandoc', 'soffice'], 'checking books');
  const folder = mkdtempSync(join(tmpdir(), 'aspen-books-'));
  const saved = join(folder, 'saved');
  const write = (name: string, files: Iterable<ArchiveFile>) => {
    const file = join(folder, name);
    writeFileSync(file, Buffer.concat([...zipArchive(files)]));
    return file;
  };
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const resave = (...files: readonly string[]) =>
    execFileSync('soffice', [profile, '--headless', '--convert-to', 'docx', '--outdir', saved, ...files], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  try {
    for (const [name, path] of Object.entries(BOOKS)) {
      const epub = write(`${name}.epub`, epubFiles(path, FACTS));
      execFileSync('java', ['-jar', EPUBCHECK, '--failonwarnings', '-q', epub], {
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      requireSameText(epub, 'epub', path);
      say(`${name}.epub: no error, no warning, and the same text.`);
      const words = (['manuscript', 'book', 'plain'] as const).map((preset) =>
        write(`${name}-${preset}.docx`, docxFiles(path, FACTS, preset)),
      );
      for (const file of words) requireSameText(file, 'docx', path);
      resave(...words);
      for (const file of words) requireSameText(join(saved, basename(file)), 'docx', path);
      say(`${name}.docx: LibreOffice reads and saves the same text.`);
    }
    const marked = write('marked.docx', docxFiles(MARKED, FACTS, 'manuscript'));
    requireMarks(marked);
    resave(marked);
    requireMarks(join(saved, basename(marked)));
    say('marked.docx: LibreOffice reads and saves the same comments and tracked changes.');
  } finally {
    rmSync(folder, { recursive: true });
  }
  return 0;
});
