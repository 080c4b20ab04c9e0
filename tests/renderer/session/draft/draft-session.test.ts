import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PositionId } from '../../../../src/core/ids.ts';
import { SEND_AFTER, SEND_LENGTH } from '../../../../src/renderer/session/draft/outbox-queue.ts';
import {
  commitDraft,
  goToChild,
  goToParent,
  selectSibling,
} from '../../../../src/renderer/session/tree/tree-intents.ts';
import { casesFor } from '../../../helpers/fast-check-runs.ts';
import { LittleMain, WRITER } from '../little-main.ts';
import { type Outbox, openOutbox } from '../open-outbox.ts';

/** Once upon a time, | there was a castle | on a hill.  The last node has the sibling:  by the sea. */
interface Tower {
  readonly main: LittleMain;
  readonly castle: PositionId;
  readonly hill: PositionId;
  readonly sea: PositionId;
}

function tower(): Tower {
  const main = new LittleMain();
  const once = main.add(main.rootId, 'Once upon a time, ', WRITER);
  const castle = main.add(once, 'there was a castle');
  const hill = main.add(castle, ' on a hill.');
  const sea = main.add(castle, ' by the sea.');
  main.moveAway(hill);
  return { main, castle, hill, sea };
}

function names(main: LittleMain): readonly string[] {
  return main.log.map(({ name }) => name);
}

/** The ops of the only request in the log. */
function opsOf(main: LittleMain): unknown {
  expect(main.log).toHaveLength(1);
  return main.log.map(({ input }) => ('ops' in input ? input.ops : null))[0];
}

/** Both sides hold the same text, and neither detected a bug. */
function expectAgreement(outbox: Outbox, main: LittleMain): void {
  expect(main.show().replaceAll('|', '')).toBe(outbox.text());
  expect(outbox.bugs).toEqual([]);
  expect(outbox.draft.status.get()).toEqual({ unsent: false, error: null });
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe('typed text', () => {
  it('is sent as one splice, 250 ms after its oldest change', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    outbox.type('It');
    await vi.advanceTimersByTimeAsync(SEND_AFTER - 50);
    outbox.type(' was');
    expect(main.log).toEqual([]);
    await vi.advanceTimersByTimeAsync(50);
    expect(names(main)).toEqual(['draft.save']);
    expect(opsOf(main)).toEqual([
      { nodeId: null, splice: { from: 0, to: 0, insert: 'It was', spans: [{ agent: WRITER, length: 6 }] } },
    ]);
    await outbox.settle();
    expectAgreement(outbox, main);
  });

  it('is never delayed by more typing', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    for (let i = 0; i < 40; i++) {
      outbox.type('a');
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(names(main).length).toBeGreaterThanOrEqual(7);
    await outbox.settle();
    expectAgreement(outbox, main);
  });

  it('is sent at once when it is long', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    outbox.type('x'.repeat(SEND_LENGTH));
    await vi.advanceTimersByTimeAsync(0);
    expect(names(main)).toEqual(['draft.save']);
  });

  it('is sent at once when the window loses focus', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    outbox.type('now');
    await outbox.draft.flush();
    expect(main.show()).toBe('Once upon a time, |there was a castle| on a hill.|now');
  });

  it('is sent one message at a time', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    main.hold();
    outbox.type('one');
    await vi.advanceTimersByTimeAsync(1_000);
    outbox.type(' two');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(main.log).toEqual([]);
    main.release();
    await outbox.settle();
    expect(names(main)).toEqual(['draft.save', 'draft.save']);
    expectAgreement(outbox, main);
  });

  it('is still sent in order when it changes nothing overall', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    outbox.type('a');
    outbox.replace(outbox.text().length - 1, outbox.text().length, '');
    await outbox.settle();
    expectAgreement(outbox, main);
  });

  it('in the middle is an edit of its node, and editing another node commits that edit', async () => {
    const { main, castle } = tower();
    const outbox = openOutbox(main);
    outbox.replace(30, 36, 'tower');
    await outbox.settle();
    expect(main.versionsAt(castle)).toEqual(['there was a castle']);
    outbox.replace(0, 4, 'Twice');
    await outbox.settle();
    expect(main.versionsAt(castle)).toEqual(['there was a castle', 'there was a tower']);
    expect(main.showCommitted()).toBe('Once upon a time, |there was a tower| on a hill.');
    expect(main.show()).toBe('Twice upon a time, |there was a tower| on a hill.|');
    expectAgreement(outbox, main);
  });
});

describe('a commit', () => {
  it('turns the working buffer into a node, and typing meanwhile starts the next', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    outbox.type(' It was old.');
    main.hold();
    const committed = outbox.submit(commitDraft);
    outbox.type(' Nobody');
    outbox.type(' went there.');
    outbox.replace(outbox.text().indexOf('old'), outbox.text().indexOf('old') + 3, 'very old');
    await vi.advanceTimersByTimeAsync(1_000);
    main.release();
    expect(await committed).toMatchObject({ outcome: 'done' });
    await outbox.settle();
    expect(outbox.text()).toBe(
      'Once upon a time, there was a castle on a hill. It was very old. Nobody went there.',
    );
    expectAgreement(outbox, main);
  });

  it('of an edit keeps typing in the same node meanwhile as the next edit', async () => {
    const { main, castle } = tower();
    const outbox = openOutbox(main);
    outbox.replace(30, 36, 'tower');
    main.hold();
    const committed = outbox.submit(commitDraft);
    outbox.type('!', 35);
    await vi.advanceTimersByTimeAsync(1_000);
    main.release();
    await committed;
    await outbox.settle();
    expect(main.versionsAt(castle)).toEqual(['there was a castle', 'there was a tower']);
    expect(main.show()).toBe('Once upon a time, |there was a tower!| on a hill.|');
    expect(outbox.path.findHeader(castle)).toMatchObject({
      authorId: WRITER,
      versionIndex: 2,
      versionCount: 2,
    });
    expectAgreement(outbox, main);
  });

  it('that fails keeps everything, reports it, and succeeds once the trouble is over', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    outbox.type(' It was old.');
    main.refuse('DISK_FULL', 'DISK_FULL');
    const committed = outbox.submit(commitDraft);
    outbox.type(' Very.');
    expect(await committed).toMatchObject({ outcome: 'failed', error: { code: 'DISK_FULL' } });
    expect(outbox.draft.status.get()).toMatchObject({ error: { code: 'DISK_FULL' } });
    expect(outbox.text()).toBe('Once upon a time, there was a castle on a hill. It was old. Very.');
    expect(outbox.manuscript.summary()).toMatchObject({
      pathLength: 3,
      bufferLength: ' It was old. Very.'.length,
    });
    await outbox.settle();
    expectAgreement(outbox, main);
    expect(main.show()).toBe('Once upon a time, |there was a castle| on a hill.| It was old. Very.');
    expect(await outbox.submit(commitDraft)).toMatchObject({ outcome: 'done' });
    expect(main.showCommitted()).toBe('Once upon a time, |there was a castle| on a hill.| It was old. Very.');
  });

  it('is retried at once when the writer asks for it', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    main.refuse('IO_ERROR', 'IO_ERROR', 'IO_ERROR');
    outbox.type('kept');
    await vi.advanceTimersByTimeAsync(SEND_AFTER + 300);
    expect(outbox.draft.status.get().error?.code).toBe('IO_ERROR');
    expect(await outbox.submit(commitDraft)).toMatchObject({ outcome: 'failed' });
    expect(await outbox.submit(commitDraft)).toMatchObject({ outcome: 'done' });
    await outbox.settle();
    expectAgreement(outbox, main);
  });
});

describe('a switch', () => {
  it('changes the text after the branch point and nothing before it', async () => {
    const { main, sea } = tower();
    const outbox = openOutbox(main);
    outbox.manuscript.moveCaretAfter(2);
    await outbox.submit((context) => selectSibling(context, { step: 1 }));
    expect(outbox.text()).toBe('Once upon a time, there was a castle by the sea.');
    expect(outbox.manuscript.summary()).toMatchObject({ currentPositionId: sea, headPositionId: sea });
    expect(outbox.path.findHeader(sea)).toMatchObject({ siblingIndex: 2, siblingCount: 2 });
    expectAgreement(outbox, main);
  });

  it('commits the working buffer first, under the node it leaves', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    outbox.type(' It was old.');
    await outbox.submit((context) => selectSibling(context, { step: 1 }));
    await outbox.settle();
    expect(outbox.text()).toBe('Once upon a time, there was a castle by the sea.');
    expect(main.texts()).toContain(' It was old.');
    await outbox.submit((context) => selectSibling(context, { step: 1 }));
    expect(outbox.text()).toBe('Once upon a time, there was a castle on a hill. It was old.');
    expectAgreement(outbox, main);
  });

  it('discards white space', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    outbox.type('  \n');
    await outbox.submit((context) => selectSibling(context, { step: 1 }));
    await outbox.settle();
    expect(outbox.text()).toBe('Once upon a time, there was a castle by the sea.');
    expectAgreement(outbox, main);
  });

  it('loses nothing typed meanwhile in the text it replaces', async () => {
    const { main, hill } = tower();
    const outbox = openOutbox(main);
    outbox.manuscript.moveCaretAfter(2);
    main.hold();
    const switched = outbox.submit((context) => selectSibling(context, { step: 1 }));
    outbox.replace(41, 45, 'tall hill');
    await vi.advanceTimersByTimeAsync(1_000);
    main.release();
    await switched;
    await outbox.settle();
    expect(outbox.text()).toBe('Once upon a time, there was a castle by the sea.');
    expect(main.versionsAt(hill).at(-1)).toContain('tall hill');
    expectAgreement(outbox, main);
    outbox.type(' Grey.');
    await outbox.settle();
    expectAgreement(outbox, main);
  });

  it('is carried out once per request', async () => {
    const { main, castle } = tower();
    for (const text of [' in a wood.', ' in a dream.']) main.add(castle, text);
    const outbox = openOutbox(main);
    outbox.manuscript.moveCaretAfter(2);
    const next = () => outbox.submit((context) => selectSibling(context, { step: 1 }));
    await Promise.all([next(), next(), next()]);
    expect(outbox.text()).toBe('Once upon a time, there was a castle in a dream.');
    await next();
    expect(outbox.text()).toBe('Once upon a time, there was a castle on a hill.');
    expectAgreement(outbox, main);
  });

  it('to the parent and back to the child ends where it started', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    outbox.type(' It was old.');
    await outbox.submit(goToParent);
    expect(outbox.text()).toBe('Once upon a time, there was a castle');
    await outbox.submit(goToChild);
    await outbox.submit(goToChild);
    expect(outbox.text()).toBe('Once upon a time, there was a castle on a hill. It was old.');
    expectAgreement(outbox, main);
  });
});

describe('a path that was moved elsewhere', () => {
  it('is reread, typed text is reapplied, and the request is carried out', async () => {
    const { main, sea } = tower();
    const outbox = openOutbox(main);
    outbox.replace(30, 36, 'tower');
    outbox.type(' It was old.');
    await outbox.settle();
    main.moveAway(sea);
    outbox.type(' Very.');
    await outbox.settle();
    expect(outbox.text()).toContain(' by the sea.');
    expect(outbox.text()).toContain(' Very.');
    expectAgreement(outbox, main);
    expect(await outbox.submit(commitDraft)).toMatchObject({ outcome: 'done' });
    expectAgreement(outbox, main);
  });

  it('keeps an edit of a node no longer on the path', async () => {
    const { main, hill, sea } = tower();
    const outbox = openOutbox(main);
    outbox.replace(41, 45, 'tall hill');
    main.moveAway(sea);
    expect(await outbox.submit(commitDraft)).toMatchObject({ outcome: 'done' });
    await outbox.settle();
    expect(main.versionsAt(hill).at(-1)).toContain('tall hill');
    expect(outbox.text()).toBe('Once upon a time, there was a castle by the sea.');
    expectAgreement(outbox, main);
  });

  it('is not retried endlessly: the second refusal of an intent is reported, and the text is kept', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    outbox.type('kept');
    main.refuseAll('draft.commit', 'CONFLICT');
    expect(await outbox.submit(commitDraft)).toMatchObject({
      outcome: 'failed',
      error: { code: 'CONFLICT' },
    });
    expect(main.log.filter(({ name }) => name === 'draft.commit')).toHaveLength(2);
    await outbox.settle();
    expectAgreement(outbox, main);
    expect(main.show()).toBe('Once upon a time, |there was a castle| on a hill.|kept');
  });
});

describe('a request that failed after its commit was written', () => {
  it('duplicates nothing', async () => {
    const { main, castle } = tower();
    const outbox = openOutbox(main);
    outbox.replace(30, 36, 'tower');
    outbox.type(' It was old.');
    main.breakAfter('draft.commit');
    const committed = outbox.submit(commitDraft);
    outbox.type(' Very.');
    expect(await committed).toMatchObject({ outcome: 'failed', error: { code: 'INTERNAL' } });
    main.recover();
    await outbox.settle();
    expect(main.show()).toBe('Once upon a time, |there was a tower| on a hill.| It was old.| Very.');
    expect(main.versionsAt(castle)).toEqual(['there was a castle', 'there was a tower']);
    expectAgreement(outbox, main);
  });
});

describe('text in flight in two commits', () => {
  it('is still found after a switch between them', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    outbox.manuscript.moveCaretAfter(2);
    main.hold();
    const switched = outbox.submit((context) => selectSibling(context, { step: 1 }));
    outbox.type(' Grey.');
    // Editing another node while the working buffer has text commits the buffer first.
    outbox.replace(0, 4, 'Twice');
    await vi.advanceTimersByTimeAsync(1_000);
    main.release();
    await switched;
    await outbox.settle();
    expect(outbox.text()).toBe('Twice upon a time, there was a castle by the sea. Grey.');
    expectAgreement(outbox, main);
  });
});

describe('undo', () => {
  it('of text whose commit is refused loses nothing', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    outbox.type(' It was old.');
    main.refuse('DISK_FULL');
    outbox.replace(0, 4, 'Twice');
    outbox.manuscript.undo();
    outbox.manuscript.undo();
    outbox.type('!');
    await outbox.settle();
    expect(main.show()).toBe('Once upon a time, |there was a castle| on a hill.|!');
    expectAgreement(outbox, main);
  });

  it('that main refuses is sent again', async () => {
    for (const code of ['CONFLICT', 'DISK_FULL'] as const) {
      const { main } = tower();
      const outbox = openOutbox(main);
      outbox.replace(30, 36, 'tower');
      expect(await outbox.submit(commitDraft)).toMatchObject({ outcome: 'done' });
      await outbox.settle();
      main.refuse(code);
      outbox.manuscript.undo();
      outbox.type('!');
      await outbox.settle();
      expect(main.show()).toBe('Once upon a time, |there was a castle| on a hill.|!');
      expectAgreement(outbox, main);
    }
  });

  it('that main keeps refusing is abandoned, and later typing continues', async () => {
    for (const code of ['CORRUPT', 'INVALID_ARGUMENT'] as const) {
      const { main } = tower();
      const outbox = openOutbox(main);
      outbox.replace(30, 36, 'tower');
      expect(await outbox.submit(commitDraft)).toMatchObject({ outcome: 'done' });
      await outbox.settle();
      main.refuseAll('path.restore', code);
      outbox.manuscript.undo();
      outbox.type('!');
      await outbox.settle();
      expect(main.log.filter(({ name }) => name === 'path.restore')).toHaveLength(2);
      expect(outbox.notRestored).toEqual([code]);
      outbox.type('?');
      await outbox.settle();
      expect(main.show()).toBe('Once upon a time, |there was a tower| on a hill.|!?');
      expectAgreement(outbox, main);
    }
  });

  it('that main refuses to receive leaves none of the undone text', async () => {
    for (const codes of [['DISK_FULL'], ['CONFLICT'], ['CONFLICT', 'CONFLICT']] as const) {
      const { main } = tower();
      const outbox = openOutbox(main);
      outbox.replace(30, 36, 'tower');
      await outbox.settle();
      expect(main.show()).toBe('Once upon a time, |there was a tower| on a hill.|');
      main.refuse(...codes);
      outbox.manuscript.undo();
      await outbox.settle();
      expect(main.show()).toBe('Once upon a time, |there was a castle| on a hill.|');
      expectAgreement(outbox, main);
    }
  });

  it('of a switch, when refused, keeps text typed before the retry, once', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    outbox.manuscript.moveCaretAfter(2);
    await outbox.submit((context) => selectSibling(context, { step: 1 }));
    main.refuse('DISK_FULL');
    outbox.manuscript.undo();
    await vi.advanceTimersByTimeAsync(0);
    outbox.replace(0, 4, 'Twice');
    await outbox.settle();
    expect(main.show()).toBe('Twice upon a time, |there was a castle| on a hill.|');
    expectAgreement(outbox, main);
  });

  it('of a switch, after text that was typed before it was answered, leaves what main has', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    main.hold();
    outbox.manuscript.moveCaretAfter(2);
    void outbox.submit((context) => selectSibling(context, { step: 1 }));
    outbox.type('And a moat.');
    outbox.type('Well, ', 0);
    outbox.manuscript.undo();
    main.release();
    await outbox.settle();
    expectAgreement(outbox, main);
    expect(outbox.text()).toContain('And a moat.');
  });

  it('runs after a move in progress and before a later one', async () => {
    const { main } = tower();
    const outbox = openOutbox(main);
    main.hold();
    const up = outbox.submit(goToParent);
    outbox.manuscript.undo();
    const down = outbox.submit(goToParent);
    main.release();
    await Promise.all([up, down]);
    await outbox.settle();
    expectAgreement(outbox, main);
    expect(main.log.map(({ name }) => name).filter((name) => name.startsWith('path.'))).toEqual([
      'path.moveHead',
      'path.moveHead',
      'path.restore',
    ]);
  });
});

describe('while main checks the file', () => {
  it('a commit waits, and typing is sent meanwhile, in other nodes too, without a commit', async () => {
    const { main } = tower();
    main.startCheck();
    const outbox = openOutbox(main);
    outbox.type('It was dark.');
    const committed = outbox.submit(commitDraft);
    await vi.advanceTimersByTimeAsync(SEND_AFTER);
    outbox.type(' And cold.');
    outbox.replace(0, 4, 'Twice');
    await vi.advanceTimersByTimeAsync(SEND_AFTER + 1);
    expect(names(main)).toEqual(['draft.save', 'draft.save']);
    expect(main.show()).toBe('Twice upon a time, |there was a castle| on a hill.|It was dark. And cold.');
    expectAgreement(outbox, main);
    main.endCheck();
    expect(await committed).toMatchObject({ outcome: 'done' });
    await outbox.settle();
    // The commit changed what the steps of undo lead to.
    expect(names(main).slice(2)).toEqual(['grove.awaitCheck', 'draft.commit', 'draft.save']);
    expect(main.show()).toBe('Twice upon a time, |there was a castle| on a hill.|It was dark. And cold.|');
    expectAgreement(outbox, main);
  });

  it('what waits is not done if the writer stops waiting, and nothing is lost', async () => {
    const { main } = tower();
    main.startCheck();
    main.refuseAll('grove.awaitCheck', 'CANCELLED');
    const outbox = openOutbox(main);
    outbox.type('It was dark.');
    const outcomes = Promise.all([outbox.submit(commitDraft), outbox.submit(commitDraft)]);
    await outbox.settle();
    main.endCheck();
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ outcome: 'failed', error: { code: 'CANCELLED' } });
    await outbox.settle();
    expect(names(main)).toEqual(['draft.save', 'grove.awaitCheck']);
    expectAgreement(outbox, main);
  });

  it('moving the caret along the path waits for nothing', async () => {
    const { main } = tower();
    main.startCheck();
    const outbox = openOutbox(main);
    outbox.manuscript.moveCaretAfter(1);
    expect(await outbox.submit(goToParent)).toEqual({ outcome: 'nothing' });
    expect(names(main)).toEqual([]);
  });
});

describe('after random typing, switches and refusals', () => {
  it('both sides end with the same text, and no word is lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step(), { maxLength: 25 }), async (isChecking, steps) => {
        const { main } = tower();
        if (isChecking) main.startCheck();
        const outbox = openOutbox(main);
        let typed: string[] = [];
        let count = 0;
        for (const { kind, at, wait } of steps) {
          const place = Math.round(at * outbox.text().length);
          if (kind === 'type' || kind === 'write') {
            // Single characters, each used once, so later typing cannot split them.
            const word = String.fromCharCode(0x4e00 + count);
            count += 1;
            typed.push(word);
            outbox.type(word, kind === 'type' ? place : outbox.text().length);
          } else if (kind === 'hold') main.hold();
          else if (kind === 'release') main.release();
          else if (kind === 'refuse') main.refuse('DISK_FULL');
          else if (kind === 'conflict') main.refuse('CONFLICT');
          else if (kind === 'break') main.breakAfter('draft.commit');
          else if (kind === 'mend') main.recover();
          else if (kind === 'checked') main.endCheck();
          else if (kind === 'commit') void outbox.submit(commitDraft);
          else if (kind === 'parent') void outbox.submit(goToParent);
          else if (kind === 'child') void outbox.submit(goToChild);
          else if (kind === 'undo' || kind === 'redo') {
            outbox.manuscript[kind]();
            // Earlier typing may be undone, now or when a move in progress ends.
            typed = [];
          } else {
            outbox.manuscript.moveCaretAfter(Math.min(2, outbox.manuscript.summary().pathLength - 1));
            void outbox.submit((context) => selectSibling(context, { step: 1 }));
          }
          await vi.advanceTimersByTimeAsync(wait);
        }
        main.release();
        main.recover();
        main.endCheck();
        await outbox.settle();
        expectAgreement(outbox, main);
        typed.push(...(outbox.text().match(/[\u4e00-\u9fff]/g) ?? []));
        expect(await outbox.submit(commitDraft)).toMatchObject({ outcome: 'done' });
        expect(typed.filter((word) => !main.texts().join('').includes(word))).toEqual([]);
        document.body.replaceChildren();
      }),
      casesFor('outbox'),
    );
  });
});

const step = () =>
  fc.record({
    kind: fc.constantFrom(
      'type',
      'write',
      'write',
      'hold',
      'release',
      'refuse',
      'conflict',
      'break',
      'mend',
      'checked',
      'commit',
      'switch',
      'parent',
      'child',
      'undo',
      'undo',
      'redo',
    ),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    wait: fc.constantFrom(0, 10, 300, 1_500),
  });
