import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeGrove, SMALL_SHAPE } from '../../scripts/make-grove.ts';
import type { Examination } from '../../src/cli/doctor/examine.ts';
import { report } from '../../src/cli/doctor/report.ts';
import { examine } from '../helpers/examine.ts';
import { digestOf, temporaryFolder } from '../helpers/grove.ts';
import { liveBytes } from '../helpers/live-bytes.ts';
import { makeOlder } from '../helpers/older-grove.ts';

/** The bytes of a valid grove; each test writes them to a file and damages that. */
let sound: Buffer;

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'aspen-'));
  const path = join(folder, 'sound.aspen');
  makeGrove(path, { ...SMALL_SHAPE, nodes: 300 }, { seed: 3 });
  sound = readFileSync(path);
  rmSync(folder, { recursive: true });
});

/** A valid grove, changed with SQL from outside the program. */
function groveAfter(sql = ''): string {
  const path = join(temporaryFolder(), 'grove.aspen');
  writeFileSync(path, sound);
  const database = new Database(path);
  database.pragma('foreign_keys = OFF');
  database.exec(sql);
  database.close();
  return path;
}

/**
 * Data that can be changed undetectably: settings and times, an agent’s place in a tree, and some bytes of the search
 * index, which is derived from the texts, that FTS5's own check ignores.
 */
const UNPROTECTED = /^(grove|agent|loom_tree|cursor|position_choice|node_text_.*)$/;

function fileWithFlip(at: number, bit: number): string {
  const path = join(temporaryFolder(), 'flipped.aspen');
  const bytes = Buffer.from(sound);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
  writeFileSync(path, bytes);
  return path;
}

/** Examines a file and checks that not a byte of it changes. */
function examined(path: string): Examination {
  const before = digestOf(path);
  const examination = examine(path);
  expect(digestOf(path)).toBe(before);
  return examination;
}

/** The failed findings, with their details, as one text. */
function problems(path: string): string {
  const { findings, isHealthy } = examined(path);
  const failed = findings.filter(({ holds }) => !holds);
  expect(isHealthy).toBe(failed.length === 0);
  return failed.flatMap(({ sentence, details }) => [sentence, ...details]).join('\n');
}

const aLeaf = `(select max(node.key) from node where key = position_key
  and key not in (select position_key from edge_source) and key not in (select head_position_key from cursor))`;

describe('the doctor’s report on a valid grove', () => {
  test('says that there are no problems, and where the bytes are', () => {
    const path = groveAfter();
    const examination = examined(path);
    expect(examination.isHealthy).toBe(true);
    const output = report(examination);
    expect(output).toContain('“Made grove”, owned by Writer: 1 tree, 3 agents');
    expect(output).toContain('The invariants hold in 1 tree of 301 nodes.');
    expect(output).toMatch(/Content hashes: \d+ valid, \d+ incomplete, 0 invalid\./);
    expect(output).toMatch(/incomplete: no record from a provider \(\d+ nodes: [0-9a-z]{6}, /);
    expect(output).toMatch(/bytes per character/);
    expect(output).toMatch(/node_position +[\d,]+ +\d+\.\d % {2}index of node/);
    expect(output).toContain('No problems found.');
  });
});

test.each([20, 40, 80])(
  'the doctor examines a grove of version %i as the program will open it',
  (version) => {
    const path = groveAfter();
    makeOlder(path, version);
    const examination = examined(path);
    expect(examination.findings.filter(({ holds }) => !holds)).toEqual([]);
    expect(report(examination)).toContain(`exactly that of version ${version}, an older one`);
  },
);

describe('the doctor reports', () => {
  test('a text that was changed', () => {
    const path = groveAfter("update node set text = upper(text) where key = 9 and text <> ''");
    const output = problems(path);
    expect(output).toMatch(/Content hashes: \d+ valid, \d+ incomplete, 1 invalid\./);
    expect(output).toMatch(
      /invalid: [0-9a-z]{6} \(\w{26}\): its content, .* has changed since it was written/,
    );
    expect(output).not.toContain('The log is broken');
  });

  test('a lengthened text, even though its authorship no longer fits', () => {
    const path = groveAfter(
      "update node set text = text || '!' where key = (select min(key) from node where authorship is not null)",
    );
    expect(problems(path)).toMatch(/node \w{26}: authorship adds up to \d+, but its text has length \d+/);
  });

  test('a search index that differs from the texts, and nothing else', () => {
    const output = problems(groveAfter("insert into node_text (node_text) values ('delete-all')"));
    expect(output).toBe('The search index does not match the texts. The texts themselves are not affected.');
  });

  test('a row missing from the log, in the middle and at the end', () => {
    expect(problems(groveAfter('delete from log where seq = 7'))).toContain(
      'The log is broken.\nrow 7: the row is missing',
    );
    const cut = problems(groveAfter('delete from log where seq >= (select max(seq) - 1 from log)'));
    expect(cut).toMatch(/The log is broken\.\nrow \d+: the grove records that the log ends at \d+/);
    expect(cut).toContain('it is not in the log');
  });

  test('a log row that was changed', () => {
    const path = groveAfter('update log set created_at = created_at + 1 where seq = 5');
    expect(problems(path)).toBe('The log is broken.\nrow 5: its hash does not match its content');
  });

  test('a deleted leaf that leaves no trace in the hashes', () => {
    const path = groveAfter(`
      create temp table gone as select ${aLeaf} as key;
      delete from edge_source where edge_key = (select edge.key from edge, gone where target_node_key = gone.key);
      delete from edge where target_node_key = (select key from gone);
      delete from position_choice where position_key = (select key from gone);
      delete from node where key = (select key from gone);
      insert into node_text (node_text) values ('rebuild');`);
    expect(problems(path)).toMatch(
      /^The nodes do not match the log\.\nnode \w{26}: it was written but no longer exists$/,
    );
  });

  test('authorship that was assigned to another agent', () => {
    const path = groveAfter(`update node set authorship = json_array(json_array(1, length(text)))
      where key = (select key from node where author_type = 'model' and text not like '%🏰%' order by key limit 1)`);
    expect(problems(path)).toContain('its authorship spans have changed since it was written');
  });

  test('a title, an author and a bookmark that are not the ones in the log', () => {
    const path = groveAfter(`update loom_tree set title = 'Another';
      update agent set name = 'Somebody' where type = 'human';
      update node set bookmarked = 0, bookmark_label = null where bookmarked`);
    expect(
      problems(path)
        .replaceAll(/\w{26}/g, '…')
        .split('\n')
        .slice(0, 4),
    ).toEqual([
      'Some records are not as they were written.',
      'agent …: its name is not the one in the log',
      'tree …: its title is not the one in the log',
      'node …: its bookmark is not as in the log',
    ]);
  });

  test('an impossible row of the log', () => {
    const output = problems(
      groveAfter(`update log set entry = replace(entry, '"id"', '"hd"') where seq = 5`),
    );
    expect(output).toContain('The log is broken.\nrow 5: ');
    expect(output).toContain('row 5 of the log does not name the nodes it wrote');
  });

  test('a value that its table does not allow', () => {
    const path = groveAfter(`pragma ignore_check_constraints = on;
      update edge set edge_type = 'cgntinuation' where key = 5`);
    expect(problems(path)).toBe('The file is damaged.\nCHECK constraint failed in edge');
  });

  test('a search index that cannot be read', () => {
    const format = liveBytes(sound).find(({ tree }) => tree === 'node_text_config');
    expect(problems(fileWithFlip((format?.to ?? 0) - 1, 4))).toContain('invalid fts5 file format');
  });

  test('an edge to nowhere, a second root and a cycle', () => {
    const dangling = problems(groveAfter(`delete from edge where target_node_key = ${aLeaf}`));
    expect(dangling).toContain('row ? of edge_source refers to a missing row of edge');
    expect(dangling).toMatch(/invariant 2 in the tree “A made tree”: node \w{26} has 0 incoming edges/);
    const cycle = problems(
      groveAfter(`update edge_source set position_key = (select target_node_key from edge where key = edge_key),
        origin_node_key = (select target_node_key from edge where key = edge_key) where edge_key = 30`),
    );
    expect(cycle).toMatch(/invariant 4 in the tree “A made tree”: node \w{26} leads into a cycle/);
  });

  test('a foreign trigger', () => {
    const path = groveAfter('create trigger meddle after insert on node begin select 1; end');
    expect(problems(path)).toContain('the trigger “meddle” is not part of this version’s schema');
  });
});

describe('a damaged or foreign file', () => {
  test('with a bit flipped in the text or its indexes is never called healthy', () => {
    const cells = liveBytes(sound).filter(({ tree }) => !UNPROTECTED.test(tree));
    const flips = 48;
    const unnoticed = Array.from({ length: flips }, (_, flip) => {
      const cell = cells[Math.floor(((flip + 0.5) * cells.length) / flips)];
      if (cell === undefined) throw new Error('a grove without data');
      const at = Math.floor((cell.from + cell.to) / 2);
      return examined(fileWithFlip(at, flip % 8)).isHealthy ? [`${cell.tree}, byte ${at}`] : [];
    });
    expect(unnoticed.flat()).toEqual([]);
  });

  test('with a bit flipped anywhere is examined to the end and not changed', () => {
    for (let at = 50; at < sound.length; at += 20_011) {
      const { findings } = examined(fileWithFlip(at, at % 8));
      expect(findings.every(({ sentence }) => sentence.length > 10)).toBe(true);
    }
  });

  test('that was truncated is called damaged', () => {
    const path = join(temporaryFolder(), 'cut.aspen');
    writeFileSync(path, sound.subarray(0, sound.length - 20_000));
    expect(problems(path)).toMatch(/damaged|cannot be opened/);
  });

  test('that belongs to another program, is no database, or is missing gets a clear message', () => {
    const folder = temporaryFolder();
    const other = join(folder, 'other.sqlite');
    const database = new Database(other);
    database.exec('create table bookmarks (url text)');
    database.close();
    expect(problems(other)).toContain('This file is not a grove. It was not changed.');

    const letter = join(folder, 'letter.aspen');
    writeFileSync(letter, 'Dear reader,\n'.repeat(200));
    expect(problems(letter)).toContain('is not a database');

    const empty = join(folder, 'empty.aspen');
    writeFileSync(empty, '');
    expect(problems(empty)).toContain('is empty');

    expect(report(examine(join(folder, 'nowhere.aspen')))).toContain('nowhere.aspen does not exist');
    expect(examine(folder)).toMatchObject({ isHealthy: false });
    expect(report(examine(letter))).toContain('The file cannot be opened.\n    This file is not a grove.');
  });

  test('that a crash left half written is examined in a copy, where it is rolled back', () => {
    const path = groveAfter();
    const database = new Database(path);
    database.pragma('cache_size = 2');
    database.exec('begin; update node set summary = zeroblob(0) || text');
    const copy = join(temporaryFolder(), 'crashed.aspen');
    copyFileSync(path, copy);
    copyFileSync(`${path}-journal`, `${copy}-journal`);
    database.close();
    const before = [digestOf(copy), digestOf(`${copy}-journal`)];
    const { findings, isHealthy } = examine(copy);
    expect(findings[0]?.sentence).toMatch(/^A crash left an unfinished transaction\./);
    expect(isHealthy).toBe(true);
    expect([digestOf(copy), digestOf(`${copy}-journal`)]).toEqual(before);
  });

  test('of a newer version is left to that version', () => {
    expect(problems(groveAfter('pragma user_version = 990'))).toContain('created by a newer version');
  });
});
