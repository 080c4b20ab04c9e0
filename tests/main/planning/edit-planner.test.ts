/** Planning what an edit suggests, at once or in a thread of its own. */
import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { ProposingDirective } from '../../../src/core/proposals/directive.ts';
import {
  type AskedEdit,
  type EditToPlan,
  type GivenEdit,
  planChanges,
} from '../../../src/core/proposals/plan-answer.ts';
import { planEdit } from '../../../src/main/planning/edit-planner.ts';
import { PLANNING_WORKER } from '../../helpers/desk.ts';

const block = (old: string, added: string) => `<<<<<<< SEARCH\n${old}\n=======\n${added}\n>>>>>>> REPLACE\n`;

function asked(text: string, answer: string, options: Partial<AskedEdit> = {}): AskedEdit {
  const snapshot = { version: '0123456789ab', text, selection: null };
  return { snapshot, answer, byPatches: true, isTruncated: false, ...options };
}

function given(text: string, directive: ProposingDirective): GivenEdit {
  return { snapshot: { text, selection: { from: 3, to: 9 } }, directive };
}

const replace = (content: string, fingerprint: string | null = null) =>
  ({ action: 'replace', version: null, content, range: null, fingerprint, rationale: null }) as const;

/** Paragraphs that all differ. */
const LONG = Array.from({ length: 2_000 }, (_, at) => `She counted ${at} lamps in the lane.`).join('\n\n');
const lamp = (at: number, word: string) => `She counted ${at} ${word} in the lane.`;
const OTHERS = LONG.replaceAll('lamps', 'stars');

const plan = (edit: EditToPlan, signal = new AbortController().signal) =>
  planEdit(PLANNING_WORKER, edit, signal);

describe('is planned in the same way, however long it takes:', () => {
  test.each<readonly [string, EditToPlan]>([
    ['a short patch', asked('It rained.', block('It rained.', 'It snowed.'))],
    ['a patch of a long text', asked(LONG, block(lamp(7, 'lamps'), lamp(7, 'stars')))],
    ['a whole passage', asked(LONG, OTHERS, { byPatches: false })],
    ['a rewrite instead of blocks', asked(LONG, OTHERS)],
    ['what does not fit', asked(LONG, block('She counted none.', 'She counted all.'))],
    [
      'what was cut off after a piece that fits',
      asked(
        LONG,
        `${block(lamp(7, 'lamps'), lamp(7, 'stars'))}${block(lamp(9, 'lamps'), 'x').slice(0, -30)}`,
        {
          isTruncated: true,
        },
      ),
    ],
    ['nothing to change', asked(LONG, 'NO CHANGES')],
    ['a command that replaces what is selected', given('It rained.', replace('snowed'))],
    ['a command for a long text', given(LONG, replace('counts', sha256(LONG.slice(3, 9))))],
    ['a command for a text that has changed', given(LONG, replace('counts', sha256('another')))],
    [
      'a command that is no place in its text',
      given(LONG, { ...replace('x'), range: { from: 0, to: LONG.length + 1 } }),
    ],
    [
      'a patch of a command',
      given(LONG, {
        action: 'patch',
        version: '0123456789ab',
        diff: block(lamp(7, 'lamps'), 'x'),
        rationale: null,
      }),
    ],
  ])('%s', async (_what, edit) => {
    expect(await plan(edit)).toEqual(planChanges(edit));
  });
});

describe('a plan that takes long', () => {
  const LONGEST = asked(LONG.repeat(12), OTHERS.repeat(12), { byPatches: false });

  test('lets other work go on meanwhile', async () => {
    let isPlanned = false;
    const planned = plan(LONGEST).then(() => {
      isPlanned = true;
    });
    for (let turns = 0; turns < 10; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(isPlanned).toBe(false);
    await planned;
  });

  test('ends without a plan when it is stopped', async () => {
    const abort = new AbortController();
    const planned = plan(LONGEST, abort.signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    abort.abort();
    expect(await planned).toBeNull();
    expect(await plan(LONGEST, abort.signal)).toBeNull();
  });

  test('fails with its thread', async () => {
    const { signal } = new AbortController();
    await expect(planEdit('no-such-worker.ts', LONGEST, signal)).rejects.toThrow('no-such-worker');
  });
});
