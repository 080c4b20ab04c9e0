import { describe, expect, test } from 'vitest';
import {
  cutRange,
  type EarlierText,
  type MomentPart,
  type TracedPart,
  traceRange,
  traceStep,
} from '../../../../src/core/history/moments/trace-range.ts';
import { authorOfMost } from '../../../../src/core/provenance/who-wrote.ts';
import { momentOf } from '../../../helpers/arbitrary-moments.ts';
import { author, typed } from '../../../helpers/tree.ts';

/** The earlier form of a range of the later text, and the authors of the rest. */
function traced(old: string, now: string, what: string) {
  const spanned = typed(now);
  const from = spanned.text.indexOf(what);
  const { range, added } = traceRange({ from, to: from + what.length }, spanned, old);
  return { was: old.slice(range.from, range.to), author: authorOfMost(added) };
}

describe('a range of a text', () => {
  const now = `h"It rained. The " m"storm" h" came from the west. Marie waited."`;

  test('is what it was where nothing changed in it', () => {
    const old = 'The storm came from the west. Marie waited.';
    expect(traced(old, now, 'came from')).toEqual({ was: 'came from', author: null });
  });

  test('has what was replaced in it, and the author of what replaced it', () => {
    const old = 'It rained. The wind came from the west. Marie waited.';
    expect(traced(old, now, 'The storm came')).toEqual({ was: 'The wind came', author: author('m').id });
  });

  test('has what was removed inside of it, but not beside it', () => {
    const old = 'It rained. The storm suddenly came from the west. Marie and Jean waited.';
    expect(traced(old, now, 'storm came')).toEqual({ was: 'storm suddenly came', author: null });
    expect(traced(old, now, 'came from the west. ').was).toBe('came from the west. ');
  });

  test('is empty where all of it was added', () => {
    const old = 'The storm came from the west. Marie waited.';
    expect(traced(old, now, 'rained')).toEqual({ was: '', author: author('h').id });
  });
});

/** The parts of a moment, in the notation of `momentOf`. */
function partsOf(notation: string): readonly MomentPart[] {
  const { nodes, buffer } = momentOf(notation);
  return [
    ...nodes.map(({ nodeId, positionId, text, spans }) => ({ nodeId, positionId, whole: { text, spans } })),
    { nodeId: null, positionId: null, whole: buffer },
  ];
}

/** A part of a text, as the trace has it. */
function passage(parts: readonly MomentPart[], what: string): readonly TracedPart[] {
  const text = parts.map(({ whole }) => whole.text).join('');
  const from = text.indexOf(what);
  return cutRange(parts, { from, to: from + what.length }).map(({ of, ...range }) => ({
    ...of,
    ...range,
    isShown: true,
  }));
}

/** The data of an earlier text. @param shared number of positions that both have */
function earlierText(old: readonly MomentPart[], now: readonly MomentPart[], shared: number): EarlierText {
  return {
    at: (position) => old.find(({ positionId }) => positionId === position),
    ends: { old: old.slice(shared), now: now.slice(shared) },
  };
}

describe('a step back', () => {
  test('follows text that was committed into the working buffer', () => {
    const old = partsOf('0.0 m"Once. " | h"The storm cam"');
    const now = partsOf('0.0 m"Once. " | 1.0 h"The storm came." |');
    const step = traceStep(passage(now, 'storm came.'), earlierText(old, now, 1));
    expect(step).toMatchObject({ before: 'storm cam', after: 'storm came.' });
    expect(step.parts).toMatchObject([{ positionId: null, from: 4, to: 13 }]);
  });

  test('follows the working buffer of an undo into the node that it was', () => {
    const old = partsOf('0.0 m"Once. " | 1.0 h"The storm came." |');
    const now = partsOf('0.0 m"Once. " | h"The storm came."');
    const step = traceStep(passage(now, 'storm'), earlierText(old, now, 1));
    expect(step.parts).toMatchObject([{ nodeId: '1.0', from: 4, to: 9 }]);
    expect(step.before).toBe(step.after);
  });

  test('remembers a passage of another branch until its position returns', () => {
    const now = partsOf('0.0 m"Once. " | 1.0 h"The storm came." |');
    const elsewhere = { ...earlierText(partsOf('0.0 m"Once. " | 2.0 h"It rained." |'), now, 1), ends: null };
    const away = traceStep(passage(now, 'storm'), elsewhere);
    expect(away).toMatchObject({ before: '', after: 'storm', parts: [{ isShown: false }] });
    const old = partsOf('0.0 m"Once. " | 1.1 h"The storms came." |');
    const back = traceStep(away.parts, earlierText(old, partsOf('0.0 m"Once. " |'), 1));
    expect(back).toMatchObject({ before: 'storms', after: '', parts: [{ nodeId: '1.1', isShown: true }] });
  });

  test('ends where all of it was typed', () => {
    const old = partsOf('0.0 m"Once. " | h"And "');
    const now = partsOf('0.0 m"Once. " | h"And so on."');
    expect(traceStep(passage(now, 'so on'), earlierText(old, now, 1))).toMatchObject({
      before: '',
      after: 'so on',
      parts: [],
    });
  });
});
