import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { joinBlocks } from '../../../../src/core/history/block.ts';
import { blocksOf } from '../../../../src/core/history/blocks-of.ts';
import type { History } from '../../../../src/core/history/history.ts';
import { writeHistory } from '../../../../src/core/history/write-history.ts';
import { exportHistory } from '../../../../src/main/grove/history/export-history.ts';
import { rollOff } from '../../../../src/main/store/tables/history/roll-off.ts';
import { temporaryFolder } from '../../../helpers/grove.ts';
import { LayeredGrove, runLayerPass } from '../../../helpers/layered-grove.ts';

/** `docs/verify_history.py`, which shares no code with the program, checks what it exports. */

const SCRIPT = fileURLToPath(new URL('../../../../docs/verify_history.py', import.meta.url));

const hasPython = spawnSync('python3', ['--version']).status === 0;

function runScript(...contents: readonly string[]) {
  const folder = temporaryFolder();
  const paths = contents.map((content, index) => {
    const path = join(folder, `${index}.versions.json`);
    writeFileSync(path, content);
    return path;
  });
  const { status, stdout, stderr } = spawnSync('python3', [SCRIPT, ...paths], { encoding: 'utf8' });
  return { status, lines: `${stdout}${stderr}`.trim().split('\n') };
}

function exported(made: LayeredGrove): string {
  const steps = exportHistory(made.store, made.ref, 'the storm');
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const history: History = step.value;
  return [...writeHistory(history)].join('');
}

function storm(): LayeredGrove {
  const made = new LayeredGrove();
  made.commit('# The storm\n\nIt rained 🌧 all day.\n\n```\nverse\n```');
  made.commit('\n\nThunder.\u2028 "Quoted" \\ and\ttabbed.');
  made.revise(0, '# The storm\n\nIt poured all day.\n');
  made.branch(1, '\n\n* * *\n\nCalm.');
  made.commit('\n\nThe end.');
  runLayerPass(made);
  return made;
}

describe.skipIf(!hasPython)(
  hasPython ? 'the verifier of histories' : 'no python3 here: the verifier of histories',
  () => {
    test('accepts what is exported, also after a roll-off', () => {
      const whole = storm();
      const rolled = storm();
      rolled.store.transact((tx) =>
        rollOff(tx, rolled.ref, { ttl: null, rolloff: { maxDeltas: 2, maxSize: 1_000_000 } }, 0),
      );
      const texts = [exported(whole), exported(rolled)];
      const tokens = blocksOf([...whole.texts.values()].at(-1) ?? '');
      expect(joinBlocks(tokens)).toContain('The end.');
      const end = `${tokens.length} tokens at the end; as written`;
      const { status, lines } = runScript(...texts);
      expect(lines).toEqual([expect.stringMatching(end), expect.stringMatching(`: 2 deltas.*${end}`)]);
      expect(status).toBe(0);
    });

    test('finds what another program has changed', () => {
      const text = exported(storm());
      const changes: readonly (readonly [from: string | RegExp, to: string, fault: string])[] = [
        ['poured', 'drizzled', 'delta 3 does not match its hash'],
        [/"parent":"[0-9a-f]{4}/, '"parent":"ffff', 'does not follow the one before it'],
        [/"head": "[0-9a-f]{4}/, '"head": "ffff', 'the head is not the hash of the last delta'],
        [/"position":\d+/, '"position":77', 'a snapshot is at a position without a delta'],
      ];
      const { status, lines } = runScript(
        ...changes.map(([from, to]) => text.replace(from, to)),
        '{}',
        'none',
      );
      expect(status).toBe(2);
      for (const [index, [, , fault]] of changes.entries()) expect(lines[index]).toContain(fault);
      expect(lines.slice(-2).join()).toMatch(/cannot be read.*cannot be read/);
    });
  },
);
