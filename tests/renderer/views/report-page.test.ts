import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import type { ReportSummary } from '../../../src/core/exchange/authorship-report.ts';
import { sha256 } from '../../../src/main/sha256.ts';
import { AppSessionContext } from '../../../src/renderer/session/hooks.ts';
import { ReportPage } from '../../../src/renderer/views/report/ReportPage.tsx';
import { turnClockByHand } from '../../helpers/clock.ts';
import { openWindowDesk, type WindowDesk } from '../session/window-desk.ts';

// React's `act` flag.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

/** The page that says how much of a text its writer wrote (`books.md`, *Report of authorship*). */

turnClockByHand();

async function show({ session, desk, settle }: WindowDesk) {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    act(() => root.unmount());
    host.remove();
  });
  const page = createElement(ReportPage, { treeId: desk.treeId });
  await act(async () => root.render(createElement(AppSessionContext, { value: session }, page)));
  const began = host.textContent;
  const soon = (read: () => unknown) =>
    // Main works in real time.
    expect.poll(async () => {
      await act(settle);
      return read();
    });
  await soon(() => host.textContent).not.toContain('Reading who wrote what…');
  const click = (selector: string, text: string) =>
    act(async () => {
      const found = [...host.querySelectorAll<HTMLElement>(selector)].find((one) => one.textContent === text);
      if (found === undefined) throw new Error(`no ${selector} with ${text}`);
      found.click();
      await settle();
    });
  return {
    began,
    click,
    /** Expects something of what is read until it holds. */
    soon,
    panel: () => host.querySelector('[role="tabpanel"]:not([hidden])')?.textContent ?? '',
    rows: () =>
      [...host.querySelectorAll('tr')].map((row) => [...row.children].map(({ textContent }) => textContent)),
  };
}

it('says how much the writer wrote, by chapter, with what proves it, and saves it', async () => {
  const window = await openWindowDesk('# One\n\nIt rained. ');
  const { desk, session } = window;
  await session.findTree()?.commit();
  window.type('\n\n# Two\n\nIt froze.');
  const { began, panel, rows, click, soon } = await show(window);
  expect(began).toContain('Reading who wrote what…');
  expect(panel()).toMatch(/^In allAll of “.*” is yours\.6 words, \d+ characters, on /);
  expect(rows()).toEqual([
    ['Author', 'Words', 'Share', 'Seen', 'Inferred', 'Imported'],
    ['You', '6', '100.0 %', '100.0 %', '–', '–'],
  ]);
  expect(panel()).toContain('pasted or copied by hand from elsewhere counts as the writer’s');
  await click('[role="tab"]', 'By chapter');
  expect(rows().map((row) => row.slice(0, 3))).toEqual([
    ['Chapter', 'Characters', 'Yours'],
    ['One', '20', '100.0 %'],
    ['Two', '16', '100.0 %'],
  ]);
  await click('[role="tab"]', 'By model');
  expect(panel()).toContain('No model wrote any of it.');
  await click('[role="tab"]', 'Proof');
  expect(panel()).toMatch(/Unchanged1.*Changed since it was written0/);
  expect(panel()).toContain('18 characters are typed and in no passage yet.');
  await click('[role="tab"]', 'In all');
  await click('button', 'Save as JSON…');
  await soon(() => desk.events.findLast(({ name }) => name === 'asked')?.value ?? '').toMatch(
    /^Authorship of .*\.json$/,
  );
});

const BY_ALL: ReportSummary['chapters'][number]['by'] = [
  [0, 600],
  [1, 300],
  [2, 99],
  [3, 1],
];

it('keeps apart what was seen, inferred and imported, and whose author is not known', async () => {
  const window = await openWindowDesk('It rained. ');
  const { session } = window;
  const made = await session.report.read(window.desk.treeId);
  if (made === null) throw new Error('no report');
  const [writer] = made.agents;
  if (writer === undefined) throw new Error('no writer');
  const agent = (
    name: string,
    kind: 'model' | 'unknown',
    model: string | null,
    exact: number,
    more = {},
  ) => ({
    ...writer,
    id: name as typeof writer.id,
    name,
    kind,
    model,
    words: exact,
    exact,
    ...more,
  });
  const report: ReportSummary = {
    ...made,
    title: '',
    text: { ...made.text, length: 1000, words: 150 },
    agents: [
      { ...writer, words: 100, exact: 500, inferred: 20, imported: 80 },
      agent('Muse', 'model', 'house:ice-1', 300),
      agent('Ice', 'model', 'house:ice-1', 0, { inferred: 99 }),
      agent('Unknown (import)', 'unknown', null, 0, { imported: 1 }),
    ],
    chapters: Array.from({ length: 500 }, (_, index) => ({
      title: 'x'.repeat(1_000_000 * Number(index === 0)) || `Chapter ${index}`,
      from: index,
      to: index + 1,
      by: BY_ALL,
    })),
  };
  session.report.read = async () => report;
  const { panel, rows, click } = await show(window);
  expect(panel()).toContain('60 % of this text is yours.');
  expect(rows().slice(1)).toEqual([
    ['You', '100', '60.0 %', '50.0 %', '2.0 %', '8.0 %'],
    ['Musehouse:ice-1', '300', '30.0 %', '30.0 %', '–', '–'],
    ['Icehouse:ice-1', '0', '9.9 %', '–', '9.9 %', '–'],
    ['Unknown (import)Author not known', '0', '0.1 %', '–', '–', '0.1 %'],
  ]);
  await click('[role="tab"]', 'By chapter');
  expect(rows()[2]).toEqual(['Chapter 1', '1,000', '60.0 %', '39.9 %', '0.1 %', '']);
  expect(rows()[1]?.[0]?.length).toBeLessThan(1_000);
  expect(panel()).toContain('The saved report has 100 more.');
  await click('[role="tab"]', 'By model');
  expect(rows()[1]).toEqual(['house:ice-1', '300', '399', '39.9 %']);
});

it('is read again after it was stopped', async () => {
  const window = await openWindowDesk('It rained. ');
  const read = window.session.report.read;
  window.session.report.read = async () => null;
  const { panel, click, soon } = await show(window);
  expect(panel()).toContain('Who wrote what was not read.');
  window.session.report.read = read;
  await click('button', 'Read again');
  await soon(panel).toContain('is yours.');
});

it('saves a report to be stamped, and sends its fingerprint only once that was seen', async () => {
  const window = await openWindowDesk('It rained. ');
  const { desk, session, asked } = window;
  const { panel, click, soon } = await show(window);
  await click('[role="tab"]', 'Proof');
  expect(panel()).toContain('No service is entered.');
  await act(async () => session.setPreferences({ stampService: 'https://stamps.example/tsr' }));
  await click('[role="tab"]', 'Proof');
  expect(panel()).toContain('openssl ts -verify -data report.json -in report.tsr -CAfile ca.pem');
  await click('button', 'Save with a time stamp…');
  const findDialog = () => document.querySelector('[role="dialog"]');
  await soon(() => findDialog()?.textContent ?? '').toMatch(
    /^Send this fingerprint to stamps\.example\?Authorship of .*\.json is saved\..*[0-9a-f]{64}Leave it withoutSend$/,
  );
  const file = join(desk.destination ?? '', readdirSync(desk.destination ?? '')[0] ?? '');
  const dialog = findDialog();
  expect(dialog?.textContent).toContain(sha256(readFileSync(file)));
  expect(asked).not.toContain('report.stamp');
  await act(async () => [...(dialog?.querySelectorAll('button') ?? [])].at(0)?.click());
  expect(document.querySelector('[role="dialog"]')).toBeNull();
  expect(asked).not.toContain('report.stamp');
});
