import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { authorshipReport, type ReportedPart } from '../../../src/core/exchange/authorship-report.ts';
import type { PathAuthor } from '../../../src/core/exchange/exported-path.ts';
import { reportText } from '../../../src/core/exchange/report-html.ts';
import type { AgentId, NodeId, Sha256, TreeId } from '../../../src/core/ids.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { hasOpenssl, makeAuthority, startStamping } from '../../helpers/stamp-authority.ts';

/** The report of authorship, and `docs/verify_report.py`, which shares no code with the program. */

const SCRIPT = fileURLToPath(new URL('../../../docs/verify_report.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

function verify(...paths: readonly string[]) {
  const { status, stdout } = spawnSync('python3', [SCRIPT, ...paths], { encoding: 'utf8' });
  return { status, says: stdout.trim().replace(/^.*?: /, '') };
}

const [WRITER, MODEL, UNKNOWN] = ['writer', 'model', 'unknown'] as AgentId[] as [AgentId, AgentId, AgentId];
const AUTHORS: readonly PathAuthor[] = [
  { id: WRITER, name: 'Jan <b>', type: 'human', modelRef: null, color: null },
  { id: MODEL, name: 'Ice', type: 'model', modelRef: 'house:ice-1', color: null },
  { id: UNKNOWN, name: 'Unknown (import)', type: 'model', modelRef: 'import:unknown', color: null },
];
const FACTS = {
  title: 'Ice',
  tree: 'tree' as TreeId,
  madeAt: '2026-11-30T12:00:00.000Z',
  writerId: WRITER,
  authors: AUTHORS,
  otherNodes: 3,
  log: { seq: 0, hash: null },
};

let nodes = 0;
function part(day: string, spans: ReportedPart['spans'], text: string, isImported = false): ReportedPart {
  const id = `node-${++nodes}` as NodeId;
  const node = {
    id,
    contentHash: 'a'.repeat(64) as Sha256,
    verdict: 'valid',
    createdAt: FACTS.madeAt,
  } as const;
  return { text, spans, day, isImported, node };
}

const PARTS = [
  part('2026-11-01', [{ agent: WRITER, length: 9 }], '# One 👩\n', true),
  part(
    '2026-11-02',
    [
      { agent: WRITER, length: 4 },
      { agent: MODEL, length: 6 },
    ],
    'It froze.\n',
  ),
  part('2026-11-02', [{ agent: MODEL, length: 9, inferred: true }], '# Two\nIt '),
  { ...part('2026-11-03', [{ agent: UNKNOWN, length: 7 }], 'thawed.'), node: null },
];

test('a report keeps apart what is tracked, inferred, imported and unknown', () => {
  const report = authorshipReport(PARTS, FACTS);
  expect(
    report.agents.map(({ kind, model, exact, inferred, imported, words }) => [
      kind,
      model,
      exact,
      inferred,
      imported,
      words,
    ]),
  ).toEqual([
    ['writer', null, 4, 0, 9, 3],
    ['model', 'house:ice-1', 6, 9, 0, 2],
    ['unknown', null, 7, 0, 0, 1],
  ]);
  expect(report.chapters).toEqual([
    {
      title: 'One 👩',
      from: 0,
      to: 19,
      by: [
        [0, 13],
        [1, 6],
      ],
    },
    {
      title: 'Two',
      from: 19,
      to: 35,
      by: [
        [1, 9],
        [2, 7],
      ],
    },
  ]);
  expect(report.days.map(({ day, by }) => [day, by])).toEqual([
    ['2026-11-01', [[0, 9]]],
    [
      '2026-11-02',
      [
        [0, 4],
        [1, 15],
      ],
    ],
    ['2026-11-03', [[2, 7]]],
  ]);
  expect(report.uncommitted).toBe(7);
  const page = reportText(report, 'html');
  expect(page).toContain(
    '<td>Jan &lt;b&gt;</td><td>the writer</td><td class="number">3</td><td class="number">13</td><td>37.1 %</td>',
  );
  expect(page).toContain('the program cannot tell');
});

test.runIf(hasPython)(
  'a report is verified by a script, and anything that is changed in it or in the text is found',
  () => {
    const report = authorshipReport(PARTS, FACTS);
    const folder = temporaryFolder();
    const file = join(folder, 'report.json');
    const text = join(folder, 'text.txt');
    writeFileSync(file, reportText(report, 'json'));
    writeFileSync(text, PARTS.map((one) => one.text).join(''));
    expect(verify(file, text)).toEqual({ status: 0, says: 'everything adds up' });
    writeFileSync(
      text,
      PARTS.map((one) => one.text)
        .join('')
        .replace('froze', 'frose'),
    );
    expect(verify(file, text)).toEqual({ status: 1, says: 'the text has another hash' });
    const json = readFileSync(file, 'utf8');
    const changed = [
      json.replace('"exact": 4', '"exact": 5'),
      json.replace('"inferred"\n', '"exact"\n'),
      json.replace('"uncommitted": 7', '"uncommitted": 8'),
      json.replace('"words": 2', '"words": 4'),
      json.replace('"to": 19', '"to": 20'),
    ];
    for (const one of changed) {
      expect(one).not.toBe(json);
      writeFileSync(file, one);
      expect(verify(file).status).toBe(1);
    }
  },
);

test('the text on the screen is reported with its open edits, and verified against the text and the grove', async () => {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.commit([desk.typed('# One\n\nIt froze. ')]);
  await desk.commit([desk.typed('It thawed. ')]);
  const nodeId = await desk.nodeAt(0);
  await desk.call('draft.save', {
    ...(await desk.intent([desk.typed('never ', { nodeId, offset: 10 })])),
    digest: null,
  });
  expect(await desk.call('report.read', { treeId })).toMatchObject({
    agents: [{ kind: 'writer', exact: 34, inferred: 0, imported: 0, words: 6 }],
    chapters: [{ title: 'One', from: 0, to: 34 }],
    // The root has no text, and the passage with the open edit is not as it was committed.
    passages: { valid: 1, incomplete: 0, invalid: 0 },
    uncommitted: 23,
  });
  expect(await desk.call('report.save', { treeId, format: 'json' })).toMatchObject({ handle: 1 });
  const written = () => {
    const asked = desk.events.findLast(({ name }) => name === 'asked')?.value as string;
    return join(desk.destination ?? '', asked);
  };
  const path = written();
  const json = readFileSync(path, 'utf8');
  const report = JSON.parse(json);
  expect(report.nodes.map(({ length }: { length: number }) => length)).toEqual([11]);
  expect(report).toMatchObject({ uncommitted: 23, text: { length: 34, words: 6 } });
  expect(report.log.seq).toBeGreaterThan(0);
  await desk.call('exchange.exportPath', {
    treeId,
    format: 'typed',
    withFences: true,
    formatMessages: false,
    names: 'bold',
  });
  const text = written();
  expect(await desk.call('report.save', { treeId, format: 'html' })).toMatchObject({ handle: 3 });
  await desk.close();
  if (!hasPython) return;
  expect(verify(path, text, desk.path)).toEqual({ status: 0, says: 'everything adds up' });
  const whole = readFileSync(text, 'utf8');
  writeFileSync(text, whole.replace('thawed', 'thowed'));
  expect(verify(path, text).says).toBe('the text has another hash');
  // A passage of the report that the grove has otherwise, and a log that it has not.
  writeFileSync(path, json.replace(report.nodes[0].contentHash, 'b'.repeat(64)));
  expect(verify(path, desk.path)).toEqual({
    status: 1,
    says: `the grove has no passage ${report.nodes[0].id} with its hash`,
  });
  writeFileSync(path, json.replace(report.log.hash, 'b'.repeat(64)));
  expect(verify(path, desk.path)).toEqual({
    status: 1,
    says: 'the grove’s log has another row there'.replace('’', "'"),
  });
});

test('a report that is stopped is not made, and nothing is written', async () => {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  for (const chapter of ['One', 'Two', 'Three']) await desk.commit([desk.typed(`# ${chapter}\n\nSnow.\n\n`)]);
  desk.onProgress = () => void desk.call('exchange.stop', {});
  expect(await desk.call('report.read', { treeId })).toBeNull();
  expect(await desk.call('report.save', { treeId, format: 'json' })).toBe('stopped');
  expect(desk.events.some(({ name }) => name === 'asked')).toBe(false);
});

test.runIf(hasOpenssl)('a saved report is stamped, and it is there if the service is not', async () => {
  const authority = makeAuthority();
  const service = await startStamping((request, response) => response.end(authority.reply(request)));
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.commit([desk.typed('It froze.')]);
  const saved = await desk.call('report.save', { treeId, format: 'json' });
  if (typeof saved === 'string') throw new Error(saved);
  const [report, stamp] = [saved.name, saved.name.replace('.json', '.tsr')].map((name) =>
    join(desk.destination ?? '', name),
  ) as [string, string];
  // No service is entered.
  await expect(
    desk.call('report.stamp', { handle: saved.handle, sha256: saved.sha256 }),
  ).rejects.toMatchObject({ code: 'NOT_STAMPED' });
  expect(existsSync(stamp)).toBe(false);
  await desk.call('settings.update', { stampService: service.address });
  expect(await desk.call('report.stamp', { handle: saved.handle, sha256: saved.sha256 })).toMatchObject({
    file: { name: basename(stamp) },
  });
  const check = ['ts', '-verify', '-data', report, '-in', stamp, '-CAfile', authority.ca];
  expect(authority.openssl(...check).says).toContain('Verification: OK');
  writeFileSync(report, readFileSync(report, 'utf8').replace('"exact": 9', '"exact": 8'));
  expect(authority.openssl(...check)).toMatchObject({
    isWell: false,
    says: expect.stringContaining('mismatch'),
  });
});

const ODD = `${Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('')}\u007f\u0085\u2028`;

test.each([
  ['a title of a megabyte', `# ${'Ice '.repeat(250_000)}\n\nIt froze.`],
  ['control characters', `# ${ODD.replaceAll(/[\n\r]/g, '')}\n\n${ODD}`],
  ['emoji and combining marks', `# 👩‍👩‍👧 e\u0301\n\n${'👩‍👩‍👧 e\u0301\u0323 '.repeat(100)}`],
  ['right to left', '# שלום\n\nשלום עולם مرحبا\n\n# مرحبا\n\nعالم'],
  ['half a surrogate pair', '# Ice \ud83d\n\nIt \udc69 froze.'],
  ['no heading', 'It froze.\n\nIt thawed.'],
  ['unclosed marks', '# **One\n\n*It ***froze <b>&amp; </script>\n\n```\n# no\n'],
])('a report of a text with %s adds up and is well-formed', (_what, text) => {
  const middle = Math.ceil(text.length / 2);
  const parts = [
    part('2026-11-01', [{ agent: WRITER, length: middle }], text.slice(0, middle)),
    part('2026-11-02', [{ agent: MODEL, length: text.length - middle }], text.slice(middle)),
  ];
  const [{ title = '' } = {}] = authorshipReport(parts, FACTS).chapters;
  const report = authorshipReport(parts, { ...FACTS, title: `${title}</title>\u0000` });
  expect(report.chapters.at(-1)?.to).toBe(text.length);
  const file = join(temporaryFolder(), 'report.json');
  writeFileSync(file, reportText(report, 'json'));
  if (hasPython) expect(verify(file)).toEqual({ status: 0, says: 'everything adds up' });
  const page = reportText(report, 'html');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a page of HTML has none.
  expect(page).not.toMatch(/[\u0000-\u0008\u000b\u000e-\u001f]/);
  expect(page.match(/<[a-z]+/g)?.filter((tag) => tag === '<script' || tag === '<b')).toEqual([]);
});

test('a report of 1,000,000 words in 50,000 passages is quick', () => {
  const sentence =
    'The lamp was lit and the tide went out past the skerry, where nobody could see it any more. ';
  const parts = Array.from({ length: 50_000 }, (_, index) => {
    const text = index % 500 === 0 ? `\n\n# Chapter\n\n${sentence}` : sentence;
    const agent = index % 3 === 0 ? MODEL : WRITER;
    return part(
      `2026-11-${String(1 + (index % 28)).padStart(2, '0')}`,
      [{ agent, length: text.length }],
      text,
    );
  });
  const before = performance.now();
  const report = authorshipReport(parts, FACTS);
  const took = performance.now() - before;
  expect(report.text.words).toBeGreaterThan(900_000);
  expect(report.chapters).toHaveLength(100);
  expect(took).toBeLessThan(5_000);
});
