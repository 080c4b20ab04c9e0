import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import type { TreeId } from '../../../../src/core/ids.ts';
import type { LoomTree } from '../../../../src/core/tree/loom-tree.ts';
import type { Input, Output, RequestName } from '../../../../src/ipc/contract.ts';
import type { Preferences } from '../../../../src/ipc/preferences.ts';
import type {
  ExportedTree,
  ImportQuestion,
  ImportReport,
  PathExport,
} from '../../../../src/ipc/wire/exchange.ts';
import type { Client } from '../../../../src/renderer/client.ts';
import { Notices } from '../../../../src/renderer/session/notices.ts';
import { createStore } from '../../../../src/renderer/session/store.ts';
import { createExchangeSession } from '../../../../src/renderer/session/window/exchange-session.ts';

/** The window's notices about exports and imports. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An answer of main: a text of 1,234 words, in a file. */
const exported = (more: Partial<PathExport> = {}): PathExport => ({
  fencesLeftOut: 0,
  suggestionsLeftOut: 0,
  words: 1_234,
  chapters: 0,
  file: { handle: 7, name: 'story.md' },
  ...more,
});

/** A session with a scripted main, and the requests sent to it, in order. */
function openExchange(answer: (name: RequestName) => unknown = () => exported()) {
  const asked: string[] = [];
  const sent: Partial<ExportedTree>[] = [];
  const preferences = createStore<
    Pick<Preferences, 'exportedFences' | 'exportedNames' | 'exports' | 'formatMessages'>
  >({
    exports: {},
    exportedFences: 'markdown',
    exportedNames: 'bold',
    formatMessages: true,
  });
  const notices = new Notices();
  const client: Pick<Client, 'call'> = {
    call: async <N extends RequestName>(name: N, input: Input<N>) => {
      asked.push(name);
      sent.push(input as Partial<ExportedTree>);
      return answer(name) as Output<N>;
    },
  };
  const draft = {
    flush: async () => {
      asked.push('flush');
    },
  };
  const session = createExchangeSession({
    client,
    notices,
    preferences,
    setPreferences: (patch) => preferences.set({ ...preferences.get(), ...patch }),
    findTree: () => ({ treeId: 'tree' as TreeId, draft }),
  });
  const messages = () => notices.log.get().map(({ text }) => text);
  const problems = () => notices.banners.get().filter(({ stays }) => stays);
  const banners = () => problems().map(({ sentence, detail }) => `${sentence} ${detail}`.trim());
  return { session, notices, asked, sent, preferences, messages, banners };
}

test('all typed text reaches main before the text is requested', async () => {
  const { session, asked, messages } = openExchange((name) =>
    exported(name === 'exchange.print' ? { file: null } : { chapters: 3 }),
  );
  await session.exportAs('markdown');
  await session.print();
  expect(asked).toEqual(['flush', 'exchange.exportPath', 'flush', 'exchange.print']);
  expect(messages()).toEqual([
    'Exported 3 chapters and 1,234 words to story.md.',
    'Sent 1,234 words to the printer.',
  ]);
});

test('prompt fences are exported as the writer has set it, and those left out are counted', async () => {
  const { session, sent, preferences, messages } = openExchange(() => exported({ fencesLeftOut: 2 }));
  await session.exportAs('markdown');
  await session.exportAs('html');
  preferences.set({ ...preferences.get(), exportedFences: 'always' });
  await session.exportAs('pdf');
  preferences.set({ ...preferences.get(), exportedFences: 'never' });
  await session.exportAs('markdown');
  expect(sent.map(({ withFences }) => withFences)).toEqual([true, false, true, false]);
  expect(messages().at(-1)).toBe('Exported 1,234 words to story.md. 2 prompts were left out.');
});

test('messages are formatted, or as typed, as the writer has set it', async () => {
  const { session, sent, preferences } = openExchange();
  await session.exportAs('html');
  preferences.set({ ...preferences.get(), formatMessages: false });
  await session.exportAs('html');
  await session.exportAs('pdf');
  await session.print();
  expect(sent.map(({ formatMessages }) => formatMessages)).toEqual([true, false, false, false]);
});

test('what was written can be shown in its folder, and opened', async () => {
  const { session, notices, asked } = openExchange();
  await session.exportAs('markdown');
  const [written] = notices.banners.get();
  expect(written).toMatchObject({ stays: false, actions: [{ label: 'Show' }, { label: 'Open' }] });
  for (const { run } of written?.actions ?? []) run();
  expect(asked.slice(-2)).toEqual(['exchange.showFile', 'exchange.openFile']);
});

test('nothing is shown when the writer cancels the dialog', async () => {
  const { session, messages, banners } = openExchange((name) =>
    name === 'exchange.exportTree' ? 'dismissed' : null,
  );
  await session.exportAs('html');
  await session.exportAs('pdf');
  await session.print();
  await session.exportTree();
  await session.importTexts();
  expect([...messages(), ...banners()]).toEqual([]);
});

test('the choices of a tree are kept, except of a selection or of very many chapters', async () => {
  const { session, preferences, sent } = openExchange();
  const tree = 'tree' as TreeId;
  expect(session.wasExported(tree)).toBe(false);
  const chapters = [{ index: 1, label: 'Ice' }];
  const choice = { ...session.choiceOf(tree), format: 'epub', chapters } as const;
  await session.exportChosen({ ...choice, selection: { from: 3, text: 'It froze.' } });
  expect(sent.at(-1)).toMatchObject({
    part: { kind: 'selection', from: 3, to: 12, beginning: 'It froze.' },
  });
  expect(session.wasExported(tree)).toBe(false);
  await session.exportChosen(choice);
  expect(sent.at(-1)).toMatchObject({ part: { kind: 'chapters', chapters } });
  expect(preferences.get().exports).toEqual({
    tree: { format: 'epub', preset: 'manuscript', withNotes: false, withSuggestions: false, chapters },
  });
  expect(session.choiceOf(tree)).toEqual(choice);
  const all = Array.from({ length: 101 }, (_, index) => ({ index, label: 'Ice' }));
  await session.exportChosen({ ...choice, chapters: all });
  expect(session.wasExported(tree)).toBe(false);
});

test('a failed export is explained', async () => {
  const { session, banners } = openExchange(() => {
    throw new AspenError('DISK_FULL', 'story.md could not be written.');
  });
  await session.exportAs('markdown');
  expect(banners()).toEqual([
    'The disk is full. Your text is kept in this window. Free some space, or save a copy elsewhere. story.md could not be written.',
  ]);
});

test('refused files are reported together, each with its reason', async () => {
  const report: ImportReport = {
    trees: [],
    remarks: [],
    questions: [],
    refused: [
      { name: 'a.png', reason: 'a.png is not a text.' },
      { name: 'b.pdf', reason: 'b.pdf is a PDF.' },
    ],
    stopped: true,
  };
  const { session, messages, banners } = openExchange(() => report);
  await session.importTexts();
  expect(banners()).toEqual(['2 files were not imported. a.png is not a text. b.pdf is a PDF.']);
  expect(messages().at(-1)).toBe('Stopped. The texts imported so far are put away, below the trees.');
});

/** A report of an import in which nothing happened but `more`. */
const reportOf = (more: Partial<ImportReport>): ImportReport => ({
  trees: [],
  remarks: [],
  questions: [],
  refused: [],
  stopped: false,
  ...more,
});

test('files are asked about one after another, and one that is left out is not imported', async () => {
  const question = (handle: number): ImportQuestion => ({
    handle,
    name: `${handle}.txt`,
    looksLike: null,
    readings: [{ encoding: 'Unicode (UTF-8)', lines: '' }],
  });
  const { session, asked } = openExchange((name) =>
    reportOf(name === 'exchange.importTexts' ? { questions: [question(1), question(2)] } : {}),
  );
  await session.importTexts();
  expect(session.question.get()?.name).toBe('1.txt');
  await session.decide(null);
  expect(session.question.get()?.name).toBe('2.txt');
  await session.decide(0);
  expect(session.question.get()).toBeNull();
  expect(asked).toEqual(['exchange.importTexts', 'exchange.importAs']);
});

test('what is to be known of an imported text stays until it is dismissed', async () => {
  const tree = { title: 'Lake' } as LoomTree;
  const { session, notices, messages } = openExchange(() =>
    reportOf({ trees: [tree], remarks: ['Line 3 is bad.'] }),
  );
  await session.importTexts();
  expect(notices.banners.get()).toMatchObject([
    { sentence: 'Imported “Lake”.', detail: 'Line 3 is bad.', isDone: true, stays: true },
  ]);
  expect(messages()).toEqual(['Imported “Lake”. Line 3 is bad.']);
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
