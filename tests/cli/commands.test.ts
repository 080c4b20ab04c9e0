import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSample } from '../../scripts/make-sample.ts';
import { root } from '../../scripts/setup/project.mjs';
import { startChild } from '../helpers/child.ts';
import { makeOlder } from '../helpers/older-grove.ts';
import { besides, type CommandLine, installCommandLine, outcomeOf, textOf } from './command-line.ts';

let aspen: CommandLine;
let sample: string;

beforeAll(async () => {
  aspen = await installCommandLine();
  sample = join(aspen.folder, 'sample.aspen');
  makeSample(sample);
  // Building takes longer than a hook may by default.
}, 120_000);

afterAll(() => aspen.remove());

/** A grove in a folder of its own, whose neighbours can be compared. */
function groveAlone(name = 'grove.aspen', bytes: Uint8Array = readFileSync(sample)): string {
  const path = join(mkdtempSync(join(aspen.folder, 'alone-')), name);
  writeFileSync(path, bytes);
  return path;
}

function changeWithSql(path: string, sql: string): void {
  const database = new Database(path);
  database.exec(sql);
  database.close();
}

const READINGS = {
  list: (path: string) => ['list', path],
  tags: (path: string) => ['tags', path],
  export: (path: string) => ['export', '--tree', 'Low Water', path],
  verify: (path: string) => ['verify', path],
  doctor: (path: string) => ['doctor', path],
} as const;

/** Runs commands that read at once. @returns their codes, once it is sure that they changed and left nothing */
async function codesOf(
  path: string,
  verbs: readonly (keyof typeof READINGS)[] = ['list', 'export', 'verify', 'doctor'],
): Promise<readonly (number | null)[]> {
  const before = besides(path);
  const outcomes = await Promise.all(verbs.map((verb) => aspen.run(...READINGS[verb](path))));
  expect(besides(path)).toEqual(before);
  expect(aspen.leftovers()).toEqual([]);
  return outcomes.map(({ code }) => code);
}

describe('aspen list', () => {
  test('shows trees, documents and conversations, with their words', async () => {
    const [asJson, table] = await Promise.all([
      aspen.run('list', '--json', sample),
      aspen.run('list', sample),
    ]);
    expect(asJson).toMatchObject({ code: 0, err: '' });
    const { trees } = JSON.parse(asJson.out);
    expect(
      trees.map(({ title, kind, mode, words, topic }: Record<string, unknown>) => [
        title?.toString().slice(0, 11),
        kind,
        mode,
        words,
        topic === undefined,
      ]),
    ).toEqual([
      ['First steps', 'story', 'buffer', 221, true],
      ['An account,', 'story', 'buffer', 105, true],
      ['The valley', 'document', 'buffer', 188, true],
      ['Low Water', 'story', 'buffer', 1004, true],
      ['What the ma', 'story', 'dialogue', 734, false],
    ]);
    expect(table.out.split('\n')[0]).toBe('ID                          KIND          WORDS  TITLE');
    expect(table.out).toMatch(/^\w{26} {2}story {9}1,004 {2}Low Water$/m);
    expect(table.out).toMatch(/^\w{26} {2}conversation {4}734 {2}What the map leaves out$/m);
  });

  test('marks trees that are put away, and keeps control characters from the terminal', async () => {
    const path = groveAlone();
    changeWithSql(path, "update loom_tree set archived_at = 1 where title = 'First steps'");
    const database = new Database(path);
    database
      .prepare('update loom_tree set title = ? where title = ?')
      .run('The\u001b[2Jvalley', 'The valley');
    database.close();
    const [asJson, table] = await Promise.all([aspen.run('list', '--json', path), aspen.run('list', path)]);
    expect(JSON.parse(asJson.out).trees[0]).toMatchObject({ title: 'First steps', archived: true });
    expect(table.out).toMatch(/ {2}story, put away {2}.*First steps$/m);
    expect(table.out).toContain('The [2Jvalley');
  });
});

test('aspen tags shows the tags of the sample with how much has each', async () => {
  const [asJson, table] = await Promise.all([aspen.run('tags', '--json', sample), aspen.run('tags', sample)]);
  expect(asJson).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(asJson.out).tags).toEqual([
    { id: expect.any(String), name: 'arc/bell', color: null, count: 2 },
    { id: expect.any(String), name: 'people', color: null, count: 1 },
  ]);
  expect(table.out).toBe('PLACES  TAG\n     2  arc/bell\n     1  people\n');
});

test('aspen lore lists what a request would be sent and, with --explain, why', async () => {
  const tree = ['--tree', 'Low Water'];
  const [asJson, table, explained] = await Promise.all([
    aspen.run('lore', '--json', sample, ...tree),
    aspen.run('lore', sample, ...tree),
    aspen.run('lore', sample, ...tree, '--explain'),
  ]);
  expect(asJson).toMatchObject({ code: 0, err: '' });
  const { lore } = JSON.parse(asJson.out);
  expect(lore).toHaveLength(3);
  expect(lore[2]).toMatchObject({
    title: 'The valley',
    part: 'The well',
    fired: true,
    why: { key: 'The well' },
  });
  const sent = '    63  yes   The valley › Mr Zhou\n    35  yes   The valley › The school\n';
  expect(table.out).toBe(`TOKENS  SENT  ENTRY\n${sent}    22  yes   The valley › The well\n`);
  expect(explained.out).toContain('  22  yes   The valley › The well: “The well”, 2 paragraphs up\n');
  expect(explained.out).toMatch(/ 66 {2}no {4}The valley › Her father: No key is in the text\n$/);
});

describe('aspen export', () => {
  test.each([
    ['md', /^# The ninth of August\n\nThe road goes down/],
    ['txt', /^# The ninth of August\n\nThe road goes down/],
    ['plain', /^The ninth of August\n\nThe road goes down/],
    ['html', /^<!doctype html>\n<html lang="en">/],
    ['epub', /^PK.{28}mimetypeapplication\/epub\+zip/s],
    ['docx', /^PK.{28}\[Content_Types\]\.xml/s],
    ['json', /^\{\n"format": "aspen-tree-1",\n/],
  ])('writes %s', async (format, beginning) => {
    const out = join(aspen.folder, `exported-${format}`);
    const how = ['--tree', 'Low Water', '--format', format, '--out', out];
    const written = await aspen.run('export', sample, ...how, '--json');
    expect(written).toMatchObject({ code: 0, err: `Wrote ${out}.\n` });
    const amount = format === 'json' ? {} : { words: 1004, chapters: 0 };
    expect(JSON.parse(written.out)).toEqual({ title: 'Low Water', format, ...amount, file: out });
    expect(textOf(out)).toMatch(beginning);
    if (format === 'json') JSON.parse(textOf(out));
  });

  test('writes every branch, and the documents, as new folders', async () => {
    const [branches, vault] = ['branches', 'vault'].map((name) => join(aspen.folder, name));
    const how = ['export', '--tree', 'Low Water', '--format', 'branches', sample];
    const written = await aspen.run(...how, '--out', branches ?? '', '--json');
    const { texts } = JSON.parse(written.out);
    expect(readdirSync(branches ?? '')).toHaveLength(texts + 1);
    expect(texts).toBeGreaterThan(2);
    expect(await aspen.run('export', '--format', 'vault', sample, '--out', vault ?? '')).toMatchObject({
      code: 0,
      err: `Wrote ${vault}.\n`,
    });
    expect(readdirSync(vault ?? '').every((name) => name.endsWith('.md'))).toBe(true);
    expect(await aspen.run(...how, '--out', vault ?? '')).toMatchObject({
      code: 2,
      err: 'There is already a vault. Choose another folder or name.\n',
    });
    expect(await aspen.run(...how)).toMatchObject({ code: 2, out: '' });
  });

  test('writes a story as the book that it is, with numbers, parts and what comes before the text', async () => {
    const path = groveAlone();
    const book = {
      title: 'High Water',
      authors: ['Mara Lind'],
      headings: [{ numbers: 'words', word: 'Chapter', look: 'plain', startsPage: true }],
    };
    changeWithSql(
      path,
      `update loom_tree set settings = json_set(settings, '$.book', json_insert('${JSON.stringify(book)}', '$.front',
        json_array((select id from loom_tree where title = 'The valley')))) where title = 'Low Water'`,
    );
    const write = async (format: string) => {
      const out = join(aspen.folder, `book.${format}`);
      const how = ['--tree', 'Low Water', '--format', format, '--out', out];
      expect(await aspen.run('export', path, ...how)).toMatchObject({ code: 0, err: `Wrote ${out}.\n` });
      if (format === 'md') return textOf(out);
      const files = Object.entries(unzipSync(readFileSync(out)));
      const texts = files.filter(([name]) => /\.(xhtml|opf|xml)$/.test(name));
      return texts
        .map(([, bytes]) => strFromU8(bytes))
        .join('\n')
        .replace(/<[^>]*>/g, ' ');
    };
    for (const format of ['md', 'epub', 'docx']) {
      const text = await write(format);
      for (const words of ['High Water', 'Mara Lind', 'Chapter One'])
        expect(text.replace(/\s+/g, ' '), `${format}: ${words}`).toContain(words);
      expect(text.indexOf('Her father')).toBeLessThan(text.indexOf('The road goes down'));
    }
  });

  test('reports who wrote a text', async () => {
    const [asJson, page] = await Promise.all([
      aspen.run('report', '--tree', 'Low Water', '--json', sample),
      aspen.run('report', '--tree', 'Low Water', sample),
    ]);
    expect(asJson).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(asJson.out)).toMatchObject({
      format: 'aspen-report-1',
      title: 'Low Water',
      text: { words: 1004 },
    });
    expect(page.out).toContain('<h1>Who wrote Low Water</h1>');
    const out = join(aspen.folder, 'report.json');
    const how = ['report', '--tree', 'Low Water', sample];
    expect(await aspen.run(...how, '--out', out)).toEqual({ code: 0, out: '', err: `Wrote ${out}.\n` });
    expect(JSON.parse(textOf(out)).format).toBe('aspen-report-1');
    const refused = [
      ['--out', out],
      ['--format', 'pdf'],
    ];
    for (const one of refused) expect(await aspen.run(...how, ...one)).toMatchObject({ code: 2, out: '' });
    expect(await aspen.run('report', '--tree', 'Low Tide', sample)).toMatchObject({ code: 2, out: '' });
  });

  test('replaces no file unless told to, and takes the format from its name', async () => {
    const out = join(aspen.folder, 'kept.html');
    writeFileSync(out, 'mine');
    const how = ['export', '--tree', 'Low Water', '--out', out, sample];
    expect(await aspen.run(...how)).toEqual({
      code: 2,
      out: '',
      err: 'kept.html exists. Add --force to replace it.\n',
    });
    expect(textOf(out)).toBe('mine');
    const shown = aspen.run('export', '--tree', 'Low Water', '--format', 'html', sample);
    expect(await aspen.run(...how, '--force')).toMatchObject({ code: 0 });
    expect(textOf(out)).toMatch(/^<!doctype html>/);
    expect(await shown).toEqual({ code: 0, out: textOf(out), err: '' });
  });

  test('asks for a tree by an id if several have the title', async () => {
    const path = groveAlone();
    changeWithSql(path, "update loom_tree set title = 'Low Water' where title = 'The valley'");
    const how = [[], ['--tree', 'Low Water'], ['--tree', 'None']];
    const refused = await Promise.all(how.map((which) => aspen.run('export', path, ...which)));
    expect(refused.map(({ code, out }) => [code, out])).toEqual([2, 2, 2].map((code) => [code, '']));
    const [none = '', several = '', unknown = ''] = refused.map(({ err }) => err);
    expect(none).toBe('The grove has 5 trees. Choose one with --tree; “aspen list” shows them.\n');
    expect(unknown).toContain('No tree has the id or the title “None”.');
    const [, id = ''] = /^2 trees are called “Low Water”\. .*: \w{26}, (\w{26})\.\n$/.exec(several) ?? [];
    expect((await aspen.run('export', path, '--tree', id)).out).toMatch(/^# The ninth of August\n/);
  });

  test('says that a disk is full, and where there is no folder', async () => {
    const full = spawnSync(
      '/bin/sh',
      ['-c', 'exec "$@" > /dev/full', 'sh', process.execPath, bundleOf(), 'list', sample],
      {
        encoding: 'utf8',
      },
    );
    expect(full).toMatchObject({ status: 2, stderr: 'The disk is full: the output is incomplete.\n' });
    const nowhere = await aspen.run('export', '--tree', 'Low Water', '--out', 'no/where.md', sample);
    expect(nowhere).toMatchObject({ code: 2, out: '' });
    expect(nowhere.err).toMatch(/^There is no folder .*no\.\n$/);
  });
});

function bundleOf(): string {
  return join(aspen.launcher, '..', '..', 'app.asar.unpacked', 'out', 'cli', 'aspen.js');
}

describe('aspen verify and doctor', () => {
  test('find nothing wrong with a sound grove', async () => {
    const [verified, examined] = await Promise.all([
      aspen.run('verify', sample),
      aspen.run('doctor', sample),
    ]);
    expect(verified).toEqual({
      code: 0,
      out: 'Of 93 nodes, 35 cannot be verified, because something is missing.\nNo problems found.\n',
      err: '',
    });
    expect(examined).toMatchObject({ code: 0, err: '' });
    expect(examined.out).toContain('yes The invariants hold in 5 trees of 93 nodes.');
    expect(examined.out).toMatch(/\nNo problems found\.\n$/);
  });

  test('report a text that was changed, also as JSON', async () => {
    const path = groveAlone();
    changeWithSql(
      path,
      "update node set text = upper(text) where key = (select max(key) from node where text <> '')",
    );
    expect(await codesOf(path)).toEqual([2, 2, 1, 1]);
    const [verified, asJson, examined] = await Promise.all([
      aspen.run('verify', path),
      aspen.run('verify', '--json', path),
      aspen.run('doctor', '--json', path),
    ]);
    expect(verified.out).toMatch(/^Of 93 nodes, 1 changed .*\n {4}\w{6} \(\w{26}\): its content, /);
    expect(verified.out).toMatch(/\nProblems found\. Nothing was changed\.\n$/);
    expect(JSON.parse(asJson.out)).toMatchObject({ isSound: false, nodes: { invalid: 1 } });
    expect(JSON.parse(examined.out)).toMatchObject({ path, isHealthy: false });
  });

  test('report damage; what only reads refuses it with its sentence', async () => {
    const whole = readFileSync(sample);
    const path = groveAlone('cut.aspen', whole.subarray(0, whole.length / 2));
    expect(await codesOf(path, ['export', 'verify', 'doctor'])).toEqual([2, 1, 1]);
    expect((await aspen.run('list', path)).err).toMatch(/^This grove is damaged\./);
  });

  test('refuse what is no grove, or one of a newer version', async () => {
    const letter = groveAlone('letter.aspen', Buffer.from('Dear reader,\n'.repeat(200)));
    const newer = groveAlone();
    changeWithSql(newer, 'pragma user_version = 990');
    expect(await codesOf(letter, ['list', 'doctor'])).toEqual([2, 2]);
    expect(await codesOf(newer, ['export', 'verify'])).toEqual([2, 2]);
    const others = [join(aspen.folder, 'missing.aspen'), aspen.folder].map((path) =>
      aspen.run('doctor', path),
    );
    expect((await Promise.all(others)).map(({ code }) => code)).toEqual([2, 2]);
    const refused = await aspen.run('verify', '--json', letter);
    expect(JSON.parse(refused.out).error).toMatchObject({ code: 'NOT_A_GROVE' });
    expect(refused.err).toMatch(/^This file is not a grove\. It was not changed\.\n/);
  });
});

describe('what only reads changes nothing beside the grove, and leaves nothing behind', () => {
  test('of an older version', async () => {
    const path = groveAlone();
    makeOlder(path, 150);
    expect(await codesOf(path, ['list', 'verify'])).toEqual([0, 0]);
  });

  test('in WAL mode, with a WAL beside it', async () => {
    const path = groveAlone();
    const writer = new Database(path);
    writer.pragma('journal_mode = WAL');
    writer.exec("update loom_tree set title = 'Renamed' where title = 'The valley'");
    const copies = join(mkdtempSync(join(aspen.folder, 'wal-')), 'grove.aspen');
    for (const suffix of ['', '-wal', '-shm']) copyFileSync(path + suffix, copies + suffix);
    writer.close();
    expect(readdirSync(join(copies, '..'))).toContain('grove.aspen-wal');
    // The title was changed by another program, which the log shows.
    expect(await codesOf(copies)).toEqual([0, 0, 1, 1]);
    expect((await aspen.run('list', copies)).out).toContain('Renamed');
  });

  test('with the journal of a crash beside it', async () => {
    const path = groveAlone();
    const crashed = groveAlone();
    const writer = new Database(path);
    writer.pragma('cache_size = 2');
    writer.exec('begin; update node set summary = zeroblob(0) || text');
    for (const suffix of ['', '-journal']) copyFileSync(path + suffix, crashed + suffix);
    writer.close();
    expect(await codesOf(crashed)).toEqual([0, 0, 0, 0]);
  });

  test('in a folder that cannot be written, while another program has it locked, under odd names', async () => {
    const longest = `${'n'.repeat(249)}.aspen`;
    for (const name of [`it's "odd"\nand 🎹.aspen`, longest]) {
      const path = groveAlone(name);
      const writer = new Database(path, { readonly: name === longest });
      if (name !== longest) writer.exec('begin exclusive');
      chmodSync(join(path, '..'), 0o500);
      expect((await aspen.run('list', path)).code).toBe(0);
      writer.close();
    }
    copyFileSync(sample, join(aspen.folder, '-dash.aspen'));
    expect((await aspen.run('list', '--', '-dash.aspen')).code).toBe(0);
    expect((await aspen.run('list', '-dash.aspen')).err).toContain(
      'A file whose name begins with “-” goes after “--”.',
    );
  });
});

describe('aspen import', () => {
  function textFile(name: string, text: string | Uint8Array): string {
    const path = join(aspen.folder, name);
    writeFileSync(path, text);
    return path;
  }

  async function titlesIn(path: string): Promise<readonly string[]> {
    const { out } = await aspen.run('list', '--json', path);
    return JSON.parse(out).trees.map(({ title }: { readonly title: string }) => title);
  }

  test('makes a tree of each text, and closes its session', async () => {
    const path = groveAlone();
    const files = [textFile('one.md', '# One\n\nHello there.\n'), textFile('two.txt', 'Only this.')];
    const imported = await aspen.run('import', path, ...files, '--json');
    expect(imported).toMatchObject({ code: 0, err: '' });
    const { trees } = JSON.parse(imported.out);
    expect(trees.map(({ title }: { readonly title: string }) => title)).toEqual(['One', 'two']);
    const listed = JSON.parse((await aspen.run('list', '--json', path)).out).trees;
    expect(listed.slice(-2)).toEqual([
      { id: trees[0].id, title: 'One', kind: 'story', mode: 'buffer', words: 3 },
      { id: trees[1].id, title: 'two', kind: 'story', mode: 'buffer', words: 2 },
    ]);
    const database = new Database(path, { readonly: true });
    expect(database.prepare('select count(*) as open from session where closed_at is null').get()).toEqual({
      open: 0,
    });
    database.close();
    expect(readdirSync(join(path, '..'))).toEqual(['grove.aspen']);
    expect((await aspen.run('verify', path)).code).toBe(0);
  });

  test('keeps settings and backups beside a portable program', async () => {
    const data = join(aspen.launcher, '..', '..', '..', 'Aspen Grove Data');
    mkdirSync(data);
    const text = textFile('portable.md', 'By the same writer.');
    expect((await aspen.run('import', groveAlone(), text)).code).toBe(0);
    expect(readdirSync(data)).toEqual(expect.arrayContaining(['backups', 'settings.json']));
  });

  test('makes a new grove only when told to', async () => {
    const text = textFile('begin.md', 'Begin here.');
    const path = join(aspen.folder, 'new.aspen');
    const refused = await aspen.run('import', path, text);
    expect(refused).toMatchObject({
      code: 2,
      err: 'There is no grove new.aspen. Add --create to make it.\n',
    });
    expect(existsSync(path)).toBe(false);
    expect((await aspen.run('import', '--create', path, text)).code).toBe(0);
    expect(await titlesIn(path)).toContain('begin');
  });

  test('imports what it can, and says what has to be decided about the rest', async () => {
    const path = groveAlone();
    const latin = textFile('latin.txt', Buffer.from('caf\u00e9 na\u00efve r\u00e9sum\u00e9\n', 'latin1'));
    const save = textFile('save.json', '{"root":{"children":[],"text":"x"}}');
    const how = ['import', path, latin, save, join(aspen.folder, 'missing.txt')];
    const asked = await aspen.run(...how);
    expect(asked).toMatchObject({ code: 2, out: '' });
    expect(asked.err).toContain('missing.txt could not be read.');
    expect(asked.err).toMatch(/latin\.txt is not in Unicode .* Name one with --encoding, such as /);
    expect(asked.err).toMatch(/save\.json looks like a save of pyloom.* Add --as-text/);
    const decided = await aspen.run(...how.slice(0, 4), '--encoding', 'WINDOWS-1252', '--as-text');
    expect(decided.code).toBe(0);
    expect((await aspen.run('export', path, '--tree', 'latin')).out).toBe('café naïve résumé\n');
  });

  test('leaves a grove alone that another process has open, or locked: exit code 3', async () => {
    const path = groveAlone();
    const text = textFile('late.md', 'Too late.');
    const { dev, ino } = statSync(path, { bigint: true });
    const marks = join(root, 'src', 'main', 'open-marks.ts');
    const folder = join(aspen.launcher, '..', '..', 'temporary');
    const window = await startChild(`
      process.env.TMPDIR = ${JSON.stringify(folder)};
      const { markOpenGroves } = await import(${JSON.stringify(marks)});
      markOpenGroves().add('${dev}:${ino}');
      setInterval(() => console.log('open'), 100);`);
    const before = besides(path);
    const inUse = await aspen.run('import', path, text);
    expect(inUse).toMatchObject({ code: 3, out: '' });
    expect(inUse.err).toMatch(/^Another program is using this grove\. .*\nThis grove is open in Aspen Grove/);
    expect(besides(path)).toEqual(before);
    expect((await aspen.run('list', path)).code).toBe(0);
    window.kill('SIGKILL');
    await once(window, 'exit');
    // The mark of a program that crashed counts for nothing.
    expect((await aspen.run('import', path, text)).code).toBe(0);

    const locked = groveAlone();
    const writer = new Database(locked);
    writer.exec('begin immediate');
    expect((await aspen.run('import', locked, text)).code).toBe(3);
    writer.close();
    expect(aspen.leftovers()).toEqual([]);
  });
});

describe('a command that is stopped', () => {
  test('ends when the reader of its output does', async () => {
    const path = groveAlone();
    const child = aspen.start(['export', '--tree', 'Low Water', '--format', 'json', path]);
    child.stdout?.destroy();
    expect((await outcomeOf(child)).code).toBe(141);
    expect(aspen.leftovers()).toEqual([]);
  });

  test('leaves neither a part of a file nor a part of a tree', async () => {
    const long = join(aspen.folder, 'long.txt');
    writeFileSync(long, `${'A line of text for the import. '.repeat(20)}\n\n`.repeat(8_000));
    const path = groveAlone();
    const before = (await aspen.run('list', path)).out;
    const importing = aspen.start(['import', path, long]);
    const stopped = outcomeOf(importing);
    await expect.poll(() => treesIn(path), { interval: 5 }).toBe(6);
    importing.kill('SIGINT');
    expect(await stopped).toMatchObject({ code: 130, out: '' });
    expect((await aspen.run('list', path)).out).toBe(before);

    expect((await aspen.run('import', path, long)).code).toBe(0);
    const exporting = aspen.start([
      'export',
      '--tree',
      'long',
      '--format',
      'json',
      '--out',
      'long.json',
      path,
    ]);
    const ended = outcomeOf(exporting);
    const partials = () => readdirSync(aspen.folder).filter((name) => name.endsWith('.partial'));
    await expect.poll(partials, { interval: 2 }).toHaveLength(1);
    exporting.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 143, out: '', err: '' });
    expect(partials()).toEqual([]);
    expect(existsSync(join(aspen.folder, 'long.json'))).toBe(false);
    expect(aspen.leftovers()).toEqual([]);
  });

  function treesIn(path: string): number {
    const database = new Database(path, { readonly: true });
    try {
      return (database.prepare('select count(*) as trees from loom_tree').get() as { trees: number }).trees;
    } finally {
      database.close();
    }
  }
});

describe('a stranger', () => {
  test('learns from --help what there is and how to call it', async () => {
    const whole = await aspen.run('--help');
    expect(whole).toMatchObject({ code: 0, err: '' });
    const page = textOf(join(root, 'resources', 'cli', 'aspen.1'));
    const verbs = ['list', 'export', 'import', 'verify', 'doctor'];
    const helps = await Promise.all(verbs.map((verb) => aspen.run(verb, '--help')));
    for (const [at, verb] of verbs.entries()) {
      expect(whole.out).toContain(`aspen ${verb} `);
      const help = helps[at]?.out ?? '';
      expect(help).toMatch(new RegExp(`^aspen ${verb}: `));
      expect(help).toContain('Exit codes:');
      // The manual page names what the help does.
      for (const [, option] of help.matchAll(/^ {2}--([a-z-]+)/gm)) expect(page).toContain(`Fl -${option}`);
    }
  });

  test('is told what was wrong with the call', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(await aspen.run('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
    expect((await aspen.run()).err).toMatch(/^aspen: /);
    for (const [args, says] of [
      [[], 'Usage:'],
      [['open', sample], 'There is no command “open”.'],
      [['list'], 'Name the file of one grove.'],
      [['list', sample, sample], 'Name the file of one grove.'],
      [['export', '--bogus', sample], "Unknown option '--bogus'.\nTry: aspen export --help"],
      [['export', '--format', 'pdf', sample], 'There is no format “pdf”.'],
      [['import', sample], 'Name the grove, and then the files to import.'],
    ] as const) {
      const refused = await aspen.run(...args);
      expect(refused).toMatchObject({ code: 2, out: '' });
      expect(refused.err).toContain(says);
    }
  });
});

describe.skipIf(process.platform === 'win32')('the launcher', () => {
  const launch = (path: string, command = aspen.launcher) =>
    spawnSync('/bin/sh', [command, '--version'], { encoding: 'utf8', env: { PATH: path } });

  test('runs the node on the path, also through a link', () => {
    const link = join(aspen.folder, 'aspen');
    symlinkSync('../cli/aspen', link);
    const own = join(process.execPath, '..');
    expect(launch(`${own}:/usr/bin:/bin`, link)).toMatchObject({ status: 0, stderr: '' });
  });

  test('says in one sentence that there is no node, or that it is too old', () => {
    const folder = join(aspen.folder, 'bin');
    mkdirSync(folder);
    const none = launch(folder);
    expect(none).toMatchObject({ status: 2, stdout: '' });
    expect(none.stderr).toBe('aspen needs Node 22 or later, and there is no node on the path.\n');
    writeFileSync(join(folder, 'node'), '#!/bin/sh\necho v20.20.2\n', { mode: 0o755 });
    const old = launch(folder);
    expect(old).toMatchObject({ status: 2, stdout: '' });
    expect(old.stderr).toBe('aspen needs Node 22 or later; the node on the path is v20.20.2.\n');
  });
});

test('a progress line is for terminals only', async () => {
  const child = spawn(
    'script',
    ['-qec', `"${process.execPath}" "${bundleOf()}" verify "${sample}"`, '/dev/null'],
    {
      env: { ...process.env, COLUMNS: '80' },
    },
  );
  const { out } = await outcomeOf(child);
  expect(out).toContain('Checking sample.aspen…');
  expect((await aspen.run('verify', sample)).err).toBe('');
});
