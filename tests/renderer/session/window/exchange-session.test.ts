import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import type { TreeId } from '../../../../src/core/ids.ts';
import type { Input, Output, RequestName } from '../../../../src/ipc/contract.ts';
import type { ImportReport } from '../../../../src/ipc/wire/exchange.ts';
import type { Client } from '../../../../src/renderer/client.ts';
import { ExchangeSession } from '../../../../src/renderer/session/window/exchange-session.ts';
import { Notices } from '../../../../src/renderer/session/window/notices.ts';

/** The window's notices about exports and imports. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A session with a scripted main, and the requests sent to it, in order. */
function openExchange(answer: (name: RequestName) => unknown = () => true) {
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
  const messages = () => notices.log.get().map(({ text }) => text);
  const banners = () => notices.banners.get().map(({ sentence, detail }) => `${sentence} ${detail}`.trim());
  return { session, asked, messages, banners };
}

test('all typed text reaches main before the text is requested', async () => {
  const { session, asked, messages } = openExchange();
  await session.exportPath('markdown');
  await session.print();
  expect(asked).toEqual(['flush', 'exchange.exportPath', 'flush', 'exchange.print']);
  expect(messages()).toEqual(['Exported as Markdown.', 'Sent to the printer.']);
});

test('nothing is shown when the writer cancels the dialog', async () => {
  const { session, messages, banners } = openExchange((name) =>
    name === 'exchange.exportTree' ? 'dismissed' : name === 'exchange.importTexts' ? null : false,
  );
  await session.exportPath('html');
  await session.exportPdf();
  await session.print();
  await session.exportTree();
  await session.importTexts();
  expect([...messages(), ...banners()]).toEqual([]);
});

test('a failed export is explained', async () => {
  const { session, banners } = openExchange(() => {
    throw new AspenError('DISK_FULL', 'story.md could not be written.');
  });
  await session.exportPath('markdown');
  expect(banners()).toEqual([
    'The disk is full. Your text is kept in this window. Free some space, or save a copy elsewhere. story.md could not be written.',
  ]);
});

test('refused files are reported together, each with its reason', async () => {
  const report: ImportReport = {
    trees: [],
    refused: [
      { name: 'a.png', reason: 'a.png is not a text.' },
      { name: 'b.pdf', reason: 'b.pdf is a PDF.' },
    ],
    stopped: true,
  };
  const { session, messages, banners } = openExchange(() => report);
  await session.importTexts();
  expect(banners()).toEqual(['2 files were not imported. a.png is not a text. b.pdf is a PDF.']);
  expect(messages().at(-1)).toBe('Stopped. The texts imported so far are in the archive.');
});

test('progress is shown only for slow work, until it is done', () => {
  const { session } = openExchange();
  const progress = (share: number) => ({ kind: 'import' as const, name: 'book.txt', share });
  session.onProgress(progress(0));
  vi.advanceTimersByTime(299);
  session.onProgress(null);
  vi.advanceTimersByTime(1_000);
  expect(session.progress.get()).toBeNull();

  session.onProgress(progress(0));
  session.onProgress(progress(0.2));
  vi.advanceTimersByTime(300);
  expect(session.progress.get()).toEqual(progress(0.2));
  session.onProgress(progress(0.4));
  expect(session.progress.get()).toEqual(progress(0.4));
  session.onProgress(null);
  expect(session.progress.get()).toBeNull();
});
