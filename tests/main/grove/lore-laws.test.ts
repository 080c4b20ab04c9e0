/**
 * The laws of lore (`lore.md`): a service receives what the preview shows, byte for byte and twice the same; its record rebuilds it; and an entry is
 * not sent on a branch that lacks its positions, which its verdict says.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PositionId, TreeId } from '../../../src/core/ids.ts';
import type { LoreEntry } from '../../../src/core/lore/lore-entry.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { casesFor } from '../../helpers/fast-check-runs.ts';
import { DONE, ending, piece, streams, WireServer } from '../../helpers/wire-server.ts';

const name = fc.constantFrom('Marie', 'İzmir', 'มารี', 'the Harbour', 'O’Brien', '/J[ao]n/i', ' ', '/(/');
const word = fc.constantFrom(
  'Marie',
  'izmir',
  'และมารี',
  'the  harbour',
  "o'brien",
  'JAN',
  'x',
  '\n',
  '\n\n',
  '# The Harbour\n',
);
const words = fc.array(word, { minLength: 1, maxLength: 12 }).map((some) => some.join(' '));

const entry = fc.record(
  {
    part: fc.constantFrom('The Harbour', 'Gone'),
    keys: fc.array(name, { minLength: 1, maxLength: 2 }),
    secondary: fc.array(name, { minLength: 1, maxLength: 2 }),
    logic: fc.constantFrom('andAny', 'andAll', 'notAny', 'notAll'),
    always: fc.boolean(),
    enabled: fc.boolean(),
    scan: fc.nat({ max: 60 }),
    place: fc.constantFrom('top' as const, 0, 1, 3),
    order: fc.integer({ min: 0, max: 3 }),
    wokenBy: fc.constantFrom('text', 'lore', 'both'),
    wakes: fc.boolean(),
    group: fc.constantFrom('one', 'One', 'two'),
    after: fc.constantFrom<readonly number[]>([0], [1], [0, 1]),
    notAfter: fc.constantFrom<readonly number[]>([0], [1]),
  },
  { requiredKeys: [] },
);

const book = fc.record({
  texts: fc.array(words, { minLength: 2, maxLength: 2 }),
  typed: words,
  at: fc.constantFrom('head' as const, 'first' as const),
  documents: fc.array(
    fc.record({
      title: name,
      text: words,
      typed: fc.option(words),
      entries: fc.array(entry, { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  settings: fc.record(
    { scan: fc.nat({ max: 100 }), rounds: fc.nat({ max: 3 }), budget: fc.nat({ max: 120 }) },
    { requiredKeys: [] },
  ),
  memory: fc.constantFrom('', 'A saga.'),
});

test('a service receives what the preview shows, and its record rebuilds it', async () => {
  const server = await WireServer.start(streams(piece(' On.'), ending(), DONE));
  const desk = new HandlersDesk();
  const { treeId } = desk;
  const provider = { name: 'Here', baseUrl: server.baseUrl, headers: {}, extra: {} };
  const { id } = await desk.call('provider.save', { id: null, ...provider });
  const made = { name: 'Wire', modelRef: `${id}:base-1`, color: null };
  const { id: agentId } = await desk.call('agent.create', {
    ...made,
    configuration: { completionStyle: 'completion', contextLength: 2_000 },
  });
  let documents: readonly TreeId[] = [];

  await fc.assert(
    fc.asyncProperty(book, async ({ texts, typed, at, documents: written, settings, memory }) => {
      for (const old of documents) await desk.call('tree.update', { treeId: old, archived: true });
      // A new branch of the same story.
      const root = (await desk.call('tree.list', {})).find((tree) => tree.id === treeId)?.rootPositionId;
      if (root === undefined) throw new Error('no story');
      await desk.call('path.moveHead', { ...(await desk.intent()), to: root });
      for (const text of texts) await desk.commit([desk.typed(text)]);
      const positions = [await desk.positionAt(0), await desk.positionAt(1)];
      await desk.call('tree.update', { treeId, settings: { memory, loreBook: settings } });
      documents = [];
      for (const { title, text, typed: unsaved, entries } of written) {
        const document = await desk.call('tree.create', { title, kind: 'document', isAside: true });
        documents = [...documents, document.id];
        await desk.commit([desk.typed(text)], document.id);
        const lore = entries.map(
          ({ after, notAfter, ...rest }): LoreEntry => ({
            ...rest,
            ...(after === undefined ? {} : { after: after.flatMap((index) => positions[index] ?? []) }),
            ...(notAfter === undefined
              ? {}
              : { notAfter: notAfter.flatMap((index) => positions[index] ?? []) }),
          }),
        );
        await desk.call('tree.update', { treeId: document.id, settings: { lore } });
        if (unsaved === null) continue;
        const ops = [desk.typed(unsaved)];
        await desk.call('draft.save', { ...(await desk.intent(ops, document.id)), digest: null });
      }
      await desk.call('draft.save', { ...(await desk.intent([desk.typed(typed)])), digest: null });
      const position: PositionId | null = at === 'head' ? null : (positions[0] ?? null);
      const preview = () => desk.call('generation.context', { treeId, at: position, agentId, maxTokens: 50 });
      const [shown, again] = [await preview(), await preview()];
      expect(again).toEqual(shown);
      if (shown.refusal !== null) return;
      const text = shown.pieces.map((one) => one.text.beginning).join('');
      const expected = text.slice(0, text.length - shown.trimmed);

      const prompts: unknown[] = [];
      for (const _ of [1, 2]) {
        const options = { at: position, agentIds: [agentId], count: 1, maxTokens: 50 };
        await desk.call('generation.start', { ...(await desk.intent()), ...options });
        await expect.poll(() => desk.grove.generation.generator.running(treeId)).toEqual([]);
        prompts.push(server.asked.at(-1)?.json.prompt);
      }
      expect(prompts).toEqual([expected, expected]);
      const parentId = position ?? (await desk.positionAt((await desk.segments()).count - 1));
      const children = await desk.call('path.children', { treeId, parentId });
      for (const { nodeId } of children.slice(-2))
        expect((await desk.call('node.record', { treeId, nodeId }))?.prompt).toBe('rebuilt');

      // On the path to the first passage, nothing is sent that is only after the second, or not after the first.
      const start = { treeId, at: positions[0] ?? null, agentId, maxTokens: 50 };
      const { lore: near } = await desk.call('generation.context', start);
      for (const { treeId: document, entry: index, fired, why } of await desk.call('lore.list', start)) {
        const { after = [0], notAfter = [1] } = written[documents.indexOf(document)]?.entries[index] ?? {};
        const isHere = after.includes(0) && !notAfter.includes(0);
        if (!isHere) expect(fired).toBe(false);
        if (why.kind === 'branch') expect(isHere).toBe(false);
        const isNear = near.some((one) => one.treeId === document && one.entry === index);
        expect(isNear || ['noKey', 'off', 'empty', 'noSection'].includes(why.kind)).toBe(true);
      }
    }),
    casesFor('program'),
  );
}, 600_000);
