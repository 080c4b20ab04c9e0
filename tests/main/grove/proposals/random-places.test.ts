import '../../../helpers/fast-check-runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idAt, type NodeId, type PositionId } from '../../../../src/core/ids.ts';
import { HandlersDesk, textsOf } from '../../../helpers/desk.ts';
import { casesFor } from '../../../helpers/fast-check-runs.ts';
import { proposeDirective } from '../../../helpers/propose-directive.ts';

/**
 * Every word is written once, so a text that is on the screen is in one place: there the suggestion about it has to be,
 * whatever was typed, committed, divided and switched since its snapshot.
 */

/** Each opens a grove, and takes about half a second. */
const CASES = { ...casesFor('failing file'), numRuns: Math.ceil(casesFor('failing file').numRuns / 2) };

type Step =
  | { readonly kind: 'type' | 'delete'; readonly part: number; readonly at: number }
  | { readonly kind: 'commit' }
  | { readonly kind: 'suggest' }
  | {
      readonly kind: 'split' | 'branch' | 'up' | 'sibling' | 'version';
      readonly part: number;
      readonly at: number;
    };

const at = fc.nat({ max: 999 });
const writing = fc.oneof(
  fc.record({ kind: fc.constantFrom('type' as const, 'delete' as const), part: at, at }),
  fc.constantFrom({ kind: 'commit' as const }, { kind: 'suggest' as const }),
);
const moving = fc.record({
  kind: fc.constantFrom(
    'split' as const,
    'branch' as const,
    'up' as const,
    'sibling' as const,
    'version' as const,
  ),
  part: at,
  at,
});

class Writer {
  readonly desk = new HandlersDesk();
  #words = 0;

  word(): string {
    this.#words += 1;
    return `w${String(this.#words).padStart(4, '0')} `;
  }

  words(count: number): string {
    return Array.from({ length: count }, () => this.word()).join('');
  }

  async take(step: Step): Promise<void> {
    const { desk } = this;
    const { treeId } = desk;
    if (step.kind === 'commit') return void (await desk.commit());
    if (step.kind === 'suggest') return this.suggest();
    const { segments, edits, buffer } = await desk.call('path.read', { treeId });
    const pending = new Map(edits.map(({ nodeId, text }) => [nodeId, text]));
    const parts: { readonly nodeId: NodeId | null; readonly text: string }[] = textsOf(segments).map(
      (text, index) => {
        const nodeId = idAt(segments.nodeIds, index) as NodeId;
        return { nodeId, text: pending.get(nodeId) ?? text };
      },
    );
    parts.push({ nodeId: null, text: buffer.text });
    const index = step.part % parts.length;
    const part = parts[index];
    if (part === undefined) return;
    const { nodeId, text } = part;
    const offset = step.at % (text.length + 1);
    const positionId = idAt(segments.positionIds, index) as PositionId;
    const intent = await desk.intent();
    switch (step.kind) {
      case 'type':
        await desk.call('draft.save', {
          ...(await desk.intent([
            desk.typed(this.word(), { offset, ...(nodeId === null ? {} : { nodeId }) }),
          ])),
          digest: null,
        });
        return;
      case 'delete': {
        const to = Math.min(text.length, offset + 7);
        const splice = { from: offset, to, insert: '', spans: [] };
        await desk.call('draft.save', { ...(await desk.intent([{ nodeId, splice }])), digest: null });
        return;
      }
      case 'split':
        if (nodeId !== null && offset > 0) await desk.call('node.split', { ...intent, nodeId, offset });
        return;
      case 'branch':
        if (pending.has(nodeId as NodeId) && nodeId !== null)
          await desk.call('node.branchEdit', { ...intent, nodeId });
        return;
      case 'up':
        if (nodeId !== null) await desk.call('path.moveHead', { ...intent, to: positionId });
        return;
      case 'sibling':
        if (nodeId !== null)
          await desk
            .call('path.selectSibling', {
              ...intent,
              at: positionId,
              to: { step: step.at % 2 === 0 ? 1 : -1 },
            })
            .catch(() => undefined);
        return;
      case 'version':
        if (nodeId !== null)
          await desk
            .call('path.selectVersion', {
              ...intent,
              at: positionId,
              to: { step: step.at % 2 === 0 ? 1 : -1 },
            })
            .catch(() => undefined);
    }
  }

  /** Takes a snapshot at first, and proposes to replace some of its words. */
  async suggest(): Promise<void> {
    const { grove, treeId } = this.desk;
    const agentId = grove.snapshot().writerId;
    const { proposals } = grove;
    const seen =
      proposals.find(treeId, agentId, null) ??
      proposals.take({ treeId, agentId, scope: 'all', range: null, limit: Infinity });
    const starts = [...seen.text.matchAll(/w\d+ w\d+ /g)];
    const chosen = starts[(this.#words * 7) % Math.max(1, starts.length)];
    if (chosen === undefined) return;
    proposeDirective(proposals, {
      treeId,
      agentId,
      askedBy: agentId,
      directive: {
        action: 'replace',
        version: seen.version,
        content: `n${this.#words} `,
        range: { from: chosen.index, to: chosen.index + chosen[0].length },
        fingerprint: null,
        rationale: null,
      },
      answer: 'a test',
      instruction: null,
      responseId: null,
      requestedAt: 0,
      acceptsOnArrival: false,
    });
  }

  /** Checks the places, and returns the number on the screen. */
  async check(isAlwaysShown: boolean): Promise<number> {
    const { desk } = this;
    const shown = await desk.shown();
    const { proposals } = desk.grove.proposals.read(desk.treeId, await desk.intent());
    const suggestions = proposals.flatMap((proposal) => proposal.suggestions);
    for (const { removed, range } of suggestions) {
      const where = shown.indexOf(removed);
      // The parts of two words that a deletion left may look like the beginning of another one.
      if (where < 0 || /^\d/.test(shown.slice(where + removed.length))) continue;
      if (range === null) expect(isAlwaysShown, `“${removed}” is away, in “${shown}”`).toBe(false);
      else expect(shown.slice(range.from, range.to), `in “${shown}”`).toBe(removed);
    }
    return suggestions.filter(({ range }) => range !== null).length;
  }
}

async function run(steps: readonly Step[], isAlwaysShown: boolean): Promise<number> {
  const writer = new Writer();
  let placed = 0;
  try {
    for (let node = 0; node < 3; node += 1) await writer.desk.commit([writer.desk.typed(writer.words(8))]);
    await writer.suggest();
    for (const step of steps) {
      await writer.take(step);
      placed += await writer.check(isAlwaysShown);
    }
  } finally {
    await writer.desk.close();
  }
  return placed;
}

test('typing and commits take suggestions along, and never lose one', async () => {
  let placed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(writing, { minLength: 5, maxLength: 16 }), async (steps) => {
      placed += await run(steps, true);
    }),
    CASES,
  );
  expect(placed).toBeGreaterThan(0);
});

test('a suggestion is never shown at another place, whatever path is shown', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(writing, moving), { minLength: 5, maxLength: 16 }), async (steps) => {
      await run(steps, false);
    }),
    CASES,
  );
});

test('a suggestion is shown on both sides of a fork, and again where the path reads on', async () => {
  const writer = new Writer();
  const { desk } = writer;
  await desk.commit([desk.typed(writer.words(8))]);
  await writer.suggest();
  const base = await desk.positionAt(0);
  const { suggestions } = desk.grove.proposals.list(desk.treeId)[0] ?? { suggestions: [] };
  const offset = (await desk.shown()).indexOf(suggestions[0]?.removed ?? '?') + 12;
  await desk.call('node.split', { ...(await desk.intent()), nodeId: await desk.nodeAt(0), offset });
  expect(await writer.check(true)).toBe(1);
  await desk.commit([desk.typed(writer.words(3))]);
  expect(await writer.check(true)).toBe(1);
  await desk.call('path.moveHead', { ...(await desk.intent()), to: base });
  expect(await writer.check(true)).toBe(1);
});
