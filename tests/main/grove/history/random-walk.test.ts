import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import type { SpannedText } from '../../../../src/core/text/span.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { casesFor } from '../../../helpers/fast-check-runs.ts';
import { nodesOf, screenOf, shownAfter, type WindowNode } from '../../../helpers/timeline.ts';

/** A writer's action; `at` chooses the node, and `step` the direction. */
interface Action {
  readonly kind:
    | 'type'
    | 'commit'
    | 'edit'
    | 'move'
    | 'sibling'
    | 'version'
    | 'prune'
    | 'split'
    | 'mark'
    | 'restore';
  readonly at: number;
  readonly step: -1 | 1;
}

const someActions: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Action['kind'][]>(
      'type',
      'commit',
      'commit',
      'edit',
      'edit',
      'move',
      'sibling',
      'version',
      'prune',
      'split',
      'mark',
      'restore',
    ),
    at: fc.nat({ max: 1_000 }),
    step: fc.constantFrom(-1 as const, 1 as const),
  }),
  { minLength: 10, maxLength: 30 },
);

/** @returns whether the last layer is now of what the screen shows */
async function act(desk: HandlersDesk, { kind, at, step }: Action, word: string): Promise<boolean> {
  const { treeId } = desk;
  const { segments, buffer } = await desk.call('path.read', { treeId });
  const nodes = nodesOf(segments);
  const node = nodes[at % Math.max(1, nodes.length)];
  const intent = await desk.intent();
  if (kind === 'type' || kind === 'commit') {
    const ops = [desk.typed(word, { offset: buffer.text.length })];
    if (kind === 'commit') await desk.commit(ops);
    else await desk.call('draft.save', { ...intent, ops, digest: null });
    return kind === 'commit';
  }
  if (kind === 'mark') {
    await desk.call('timeline.mark', { treeId, seq: null, label: word });
    return true;
  }
  if (kind === 'restore') {
    const { seqs } = await desk.call('timeline.layers', { treeId, chain: 0, isOpening: false });
    const seq = seqs[at % Math.max(1, seqs.length)];
    if (seq !== undefined) await desk.call('timeline.restore', { ...intent, chain: 0, seq });
    return seq !== undefined;
  }
  if (node === undefined) return false;
  const { positionId, nodeId } = node;
  if (kind === 'edit') {
    const ops = [desk.typed(word, { nodeId, offset: 0 })];
    await desk.call('draft.save', { ...intent, ops, digest: null });
  } else if (kind === 'move') await desk.call('path.moveHead', { ...intent, to: positionId });
  else if (kind === 'sibling')
    await desk.call('path.selectSibling', { ...intent, at: positionId, to: { step } });
  else if (kind === 'version')
    await desk.call('path.selectVersion', { ...intent, at: positionId, to: { step } });
  else if (kind === 'prune') await desk.call('position.prune', { ...intent, positionId });
  else if (kind === 'split') await desk.call('node.split', { ...intent, nodeId, offset: 2 });
  return kind !== 'edit';
}

async function screen(desk: HandlersDesk): Promise<SpannedText> {
  const { segments, edits, buffer } = await desk.call('path.read', { treeId: desk.treeId });
  return screenOf(nodesOf(segments), edits, buffer);
}

test('every layer shows what the screen showed, from whatever is shown, and can be restored', async () => {
  const options = casesFor('program');
  await fc.assert(
    fc.asyncProperty(someActions, fc.nat(), async (actions, chosen) => {
      const desk = new HandlersDesk();
      const { treeId } = desk;
      const layers = () => desk.call('timeline.layers', { treeId, chain: 0, isOpening: false });
      /** The text on the screen after each layer, with nothing typed since. */
      const seen = new Map<number, SpannedText>();
      for (const [index, action] of actions.entries()) {
        let isRecorded = false;
        try {
          isRecorded = await act(desk, action, `Word${index} `);
        } catch (error) {
          // Not everything is possible everywhere.
          if (!(error instanceof AspenError)) throw error;
        }
        const seq = (await layers()).seqs.at(-1);
        // The number of a run of moves that ended where it began is given again.
        for (const known of seen.keys()) if (known > (seq ?? 0)) seen.delete(known);
        if (isRecorded && seq !== undefined) seen.set(seq, await screen(desk));
      }
      const { seqs } = await layers();
      const known = [...seqs].filter((seq) => seen.has(seq));
      let from: { readonly seq: number; readonly nodes: readonly WindowNode[] } | null = null;
      const order = known.toSorted((a, b) => ((a * chosen) % 17) - ((b * chosen) % 17) || a - b);
      for (const seq of order) {
        const past = await desk.call('timeline.show', { treeId, chain: 0, seq, from: from?.seq ?? null });
        const nodes: readonly WindowNode[] = shownAfter(past, from?.nodes ?? []);
        expect(screenOf(nodes, past.edits, past.buffer), `after layer ${seq}`).toEqual(seen.get(seq));
        from = { seq, nodes };
      }
      const seq = known[chosen % Math.max(1, known.length)];
      if (seq !== undefined) {
        await desk.call('timeline.restore', { ...(await desk.intent()), chain: 0, seq });
        expect(await screen(desk), `restored ${seq}`).toEqual(seen.get(seq));
      }
      await desk.close();
    }),
    options,
  );
});
