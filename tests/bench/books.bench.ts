import { epubFiles } from '../../src/core/exchange/epub.ts';
import type { ExportedPath } from '../../src/core/exchange/exported-path.ts';
import { manuscriptMarkdown } from '../../src/core/exchange/manuscript-markdown.ts';
import type { AgentId } from '../../src/core/ids.ts';
import { zipArchive } from '../../src/main/exchange/zip-archive.ts';
import type { Bench } from './harness/bench.ts';
import { compare } from './harness/compare.ts';

const WORDS = 1_000_000;
const PARAGRAPH = `${'The house stood *empty* at the end of the lane, and "nobody" went there. '.repeat(5)}\n\n`;
const WORDS_OF_PARAGRAPH = 70;
const FACTS = { id: '01KDXA00000000000000000001', modified: '2026-11-30T12:00:00Z' };

/** A long book, by what makes an e-book of it (`books.md`). */
export const booksBench: Bench = {
  name: 'books',
  async run({ log }) {
    log('writing a book');
    const chapter = `# A chapter\n\n${PARAGRAPH.repeat(50)}`;
    const text = chapter.repeat(Math.ceil(WORDS / (50 * WORDS_OF_PARAGRAPH)));
    const writerId = 'writer' as AgentId;
    const spans = [{ agent: writerId, length: text.length }];
    const path: ExportedPath = {
      title: 'A book',
      named: true,
      writerId,
      authors: [],
      messages: null,
      text,
      spans,
    };
    const ours = () => [...zipArchive(epubFiles(path, FACTS))].length;
    const baseline = () => [...manuscriptMarkdown(text)].length;
    return [
      {
        path: 'write a book of 1,000,000 words as an e-book',
        baseline: 'writing its Markdown',
        goal: { atMost: 6 },
        figure: { kind: 'timed', timing: compare({ ours, baseline, rounds: 3, warmUp: 1 }) },
      },
    ];
  },
};
