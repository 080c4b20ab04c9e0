import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import type { TreeId } from '../../../../src/core/ids.ts';
import type { Input, Output, RequestName } from '../../../../src/ipc/contract.ts';
import type { ImportReport } from '../../../../src/ipc/wire/exchange.ts';
import type { Client } from '../../../../src/renderer/client.ts';
import { ExchangeSession } from '../../../../src/renderer/session/window/exchange-session.ts';
import { Notices } from '../../../../src/renderer/session/window/notices.ts';

/** What the window tells of files that go out and come in. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A session whose main answers as it is told, and what was asked of it, in order. */
function sitDown(answer: (name: RequestName) => unknown = () => true) {
  const asked: string[] = [];
  const notices = new Notices();
  const client: Pick<Client, 'call'> = {
    call: async <N extends RequestName>(name: N, _input: Input<N>) => {
      asked.push(name);
      return answer(name) as Output<N>;
    },
  };
  const draft = {
    flush: async () => {
      asked.push('flush');
    },
  };
  const session = new ExchangeSession({
    client,
    notices,
    findTree: () => ({ treeId: 'tree' as TreeId, draft }),
  });
  const told = () => notices.log.get().map(({ text }) => text);
  const banners = () => notices.banners.get().map(({ sentence, detail }) => `${sentence} ${detail}`.trim());
  return { session, asked, told, banners };
}

test('main has all that was typed before it is asked for the text', async () => {
  const { session, asked, told } = sitDown();
  await session.exportPath('markdown');
  await session.print();
  expect(asked).toEqual(['flush', 'exchange.exportPath', 'flush', 'exchange.print']);
  expect(told()).toEqual(['Exported as Markdown.', 'Sent to the printer.']);
});

test('nothing is told where the writer closed the dialog', async () => {
  const { session, told, banners } = sitDown((name) =>
    name === 'exchange.exportTree' ? 'dismissed' : name === 'exchange.importTexts' ? null : false,
  );
  await session.exportPath('html');
  await session.exportPdf();
  await session.print();
  await session.exportTree();
  await session.importTexts();
  expect([...told(), ...banners()]).toEqual([]);
});

test('what could not be written is told in words', async () => {
  const { session, banners } = sitDown(() => {
    throw new AspenError('DISK_FULL', 'story.md could not be written.');
  });
  await session.exportPath('markdown');
  expect(banners()).toEqual([
    'The disk is full. Your text is kept in this window; make room, or save a copy elsewhere. story.md could not be written.',
  ]);
});

test('files that were refused are told together, each with its reason', async () => {
  const report: ImportReport = {
    trees: [],
    refused: [
      { name: 'a.png', reason: 'a.png is not a text.' },
      { name: 'b.pdf', reason: 'b.pdf is a PDF.' },
    ],
    stopped: true,
  };
  const { session, told, banners } = sitDown(() => report);
  await session.importTexts();
  expect(banners()).toEqual(['2 files were not imported. a.png is not a text. b.pdf is a PDF.']);
  expect(told().at(-1)).toBe('The import is stopped. What had come in is in the archive.');
});

test('what is done in a moment is not shown as under way, and what takes longer is until it is done', () => {
  const { session } = sitDown();
  const progress = (share: number) => ({ kind: 'import' as const, name: 'book.txt', share });
  session.take(progress(0));
  vi.advanceTimersByTime(299);
  session.take(null);
  vi.advanceTimersByTime(1_000);
  expect(session.progress.get()).toBeNull();

  session.take(progress(0));
  session.take(progress(0.2));
  vi.advanceTimersByTime(300);
  expect(session.progress.get()).toEqual(progress(0.2));
  session.take(progress(0.4));
  expect(session.progress.get()).toEqual(progress(0.4));
  session.take(null);
  expect(session.progress.get()).toBeNull();
});
