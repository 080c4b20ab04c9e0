import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/setup/project.mjs';
import { temporaryFolder } from '../../helpers/grove.ts';
import { buildPreloaded } from '../../helpers/preloaded-library.ts';

/** Exports onto a disk that is full before they end: nothing is left of them, and they say why. */

const CODE = `
  import { docxFiles } from './src/core/exchange/docx.ts';
  import { epubFiles } from './src/core/exchange/epub.ts';
  import { zipArchive } from './src/main/exchange/zip-archive.ts';
  import { writeExport, writeFolder } from './src/main/handlers/exchange-handlers.ts';
  const folder = process.env.FAIL_FILES;
  const facts = { id: '01', modified: '2026-11-30T12:00:00Z' };
  const letters = Array.from({ length: 60_000 }, (_, at) => String.fromCharCode(97 + ((at * at * 7 + (at >> 3)) % 26)));
  const text = Array.from({ length: 40 }, (_, at) => '# ' + at + '\\n\\n' + letters.slice(at * 500).join('')).join('\\n\\n');
  const path = { title: 'Ice', named: true, writerId: 'a', authors: [], messages: null, text, spans: [] };
  const signal = new AbortController().signal;
  const files = [1, 2, 3].map((name) => ({ name: name + '.md', pieces: [text] }));
  const ways = {
    epub: () => writeExport(folder + '/ice.epub', zipArchive(epubFiles(path, facts))),
    docx: () => writeExport(folder + '/ice.docx', zipArchive(docxFiles(path, facts, 'book'))),
    branches: () => writeFolder(folder + '/ice', { title: '', count: 3, files }, { signal, onProgress: () => undefined }),
  };
  try {
    await ways[process.env.WAY]();
    console.log('written');
  } catch (error) {
    console.log(error.code + ' ' + error.detail);
  }
`;

test('a file or a folder that does not fit is not there at all', async ({ skip }) => {
  const library = await buildPreloaded(
    join(root, 'tests', 'faults', 'system-calls', 'fail-at.c'),
    temporaryFolder(),
  );
  if (library === undefined) return skip('needs Linux and a C compiler');
  const outcomeOf = (way: string, failAt: string) => {
    const folder = temporaryFolder();
    const { stdout } = spawnSync(
      process.execPath,
      ['--input-type=module-typescript', '--disable-warning=ExperimentalWarning', '--eval', CODE],
      {
        cwd: root,
        encoding: 'utf8',
        env: {
          ...process.env,
          LD_PRELOAD: library,
          FAIL_FILES: folder,
          FAIL_AT: failAt,
          FAIL_HOW: 'enospc',
          WAY: way,
        },
      },
    );
    return { said: stdout.trim(), left: readdirSync(folder) };
  };
  for (const [way, name] of [
    ['epub', 'ice.epub'],
    ['docx', 'ice.docx'],
    ['branches', 'ice'],
  ] as const) {
    expect(outcomeOf(way, 'never')).toEqual({ said: 'written', left: [name] });
    // At its first call, and at a later one.
    for (const call of way === 'docx' ? ['1'] : ['1', '2'])
      expect(outcomeOf(way, call)).toEqual({ said: `DISK_FULL ${name} could not be written.`, left: [] });
  }
});
