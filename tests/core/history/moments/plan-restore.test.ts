import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Moment, textOfMoment } from '../../../../src/core/history/moments/moment.ts';
import { planRestore, type RestorePlan } from '../../../../src/core/history/moments/plan-restore.ts';
import { concatSpans, type SpannedText, sliceSpans } from '../../../../src/core/text/span.ts';
import { applySplice } from '../../../../src/core/text/splice.ts';
import { momentOf, twoMoments } from '../../../helpers/arbitrary-moments.ts';
import { typed } from '../../../helpers/tree.ts';

function joined({ nodes, buffer }: Moment): SpannedText {
  const parts = [...nodes, buffer];
  return {
    text: parts.map(({ text }) => text).join(''),
    spans: concatSpans(...parts.map(({ spans }) => spans)),
  };
}

/** The text after a plan that has splices. */
function restored(live: Moment, plan: RestorePlan): SpannedText {
  if (!('splices' in plan)) throw new Error('versions are selected');
  return plan.splices.toReversed().reduce(applySplice, joined(live));
}

/** The range of `what` in the text of a moment. */
function rangeOf(moment: Moment, what: string) {
  const from = textOfMoment(moment).indexOf(what);
  expect(from).toBeGreaterThanOrEqual(0);
  return { from, to: from + what.length };
}

const past = momentOf(`0.0 m"The storm came. " | 1.0 h"Marie waited. " | 2.0 m"It rained." | `);

describe('a passage', () => {
  test('that is whole passages on the path becomes their old versions', () => {
    const live = momentOf(`0.1 h"The wind came. " | 1.1 h"She left. " | 2.0 m"It rained." | h"And on."`);
    const plan = planRestore(past, rangeOf(past, 'The storm came. Marie waited. '), live);
    expect(plan).toEqual({ versions: ['0.0', '1.0'] });
  });

  test('is selected again where only an edit hides it', () => {
    const live = momentOf(`0.0 pending h"The wind. " | 1.0 h"Marie waited. " |`);
    expect(planRestore(past, rangeOf(past, 'The storm came. '), live)).toEqual({ versions: ['0.0'] });
  });

  test('that is a part of one comes back as text with its authors, in the place of what is there', () => {
    const live = momentOf(`0.1 h"The wind went away. " | 1.0 h"Marie waited. " |`);
    const plan = planRestore(past, rangeOf(past, 'storm came'), live);
    expect(restored(live, plan)).toEqual(typed(`h"The " m"storm came" h". Marie waited. "`));
  });

  test('that was never a version comes back as text', () => {
    const then = momentOf(`0.0 pending h"The storm left. " | 1.0 h"Marie waited. " |`);
    const live = momentOf(`0.0 m"The storm came. " | 1.0 h"Marie waited. " |`);
    const plan = planRestore(then, rangeOf(then, 'The storm left. '), live);
    expect(restored(live, plan)).toEqual(typed(`h"The storm left. Marie waited. "`));
  });

  test('of another branch comes back as text', () => {
    const live = momentOf(`0.0 m"The storm came. " | 3.0 h"Marie left. " |`);
    const plan = planRestore(past, rangeOf(past, 'Marie waited. '), live);
    expect(restored(live, plan)).toEqual(typed(`m"The storm came. " h"Marie waited. "`));
  });

  test('leaves what was written before and after it', () => {
    const live = momentOf(`0.1 h"Once, the storm came. And so on." | 1.0 h"Marie waited. " |`);
    const plan = planRestore(past, rangeOf(past, 'storm came'), live);
    expect(restored(live, plan)).toEqual(typed(`h"Once, the " m"storm came" h". And so on.Marie waited. "`));
  });

  test('that is there as it was needs nothing', () => {
    expect(planRestore(past, rangeOf(past, 'storm came. Marie'), past)).toEqual({ versions: [] });
  });

  test('is refused outside the text', () => {
    expect(() => planRestore(past, { from: 3, to: 4_000 }, past)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    );
  });

  test('stands there afterwards with its authors, whatever else is there', () => {
    fc.assert(
      fc.property(twoMoments, fc.nat(), fc.nat(), ({ past: then, live }, one, other) => {
        const was = joined(then);
        const [from = 0, to = 0] = [one, other]
          .map((at) => at % (was.text.length + 1))
          .toSorted((a, b) => a - b);
        const plan = planRestore(then, { from, to }, live);
        if ('versions' in plan) {
          const shown = new Map(live.nodes.map((node) => [node.positionId, node]));
          const old = new Map(then.nodes.map((node) => [node.nodeId, node]));
          for (const version of plan.versions) {
            const node = old.get(version);
            const now = shown.get(node?.positionId ?? ('' as never));
            expect(now !== undefined && (now.nodeId !== version || now.pending)).toBe(true);
          }
          return;
        }
        const after = restored(live, plan);
        const wanted = { text: was.text.slice(from, to), spans: sliceSpans(was.spans, from, to) };
        const places = [...after.text].map((_, at) => at).concat(after.text.length);
        const isThere = places.some(
          (at) =>
            after.text.startsWith(wanted.text, at) &&
            JSON.stringify(sliceSpans(after.spans, at, at + wanted.text.length)) ===
              JSON.stringify(wanted.spans),
        );
        expect(isThere).toBe(true);
      }),
    );
  });

  test('that is everything, as text, makes the text what it was', () => {
    fc.assert(
      fc.property(twoMoments, ({ past: then, live }) => {
        const plan = planRestore(then, { from: 0, to: textOfMoment(then).length }, live);
        if ('splices' in plan) expect(restored(live, plan)).toEqual(joined(then));
      }),
    );
  });
});
