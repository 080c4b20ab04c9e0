/**
 * The laws of links (`documents.md`, *Links*): the index has the links of every text; nothing that is renamed, made, put away or
 * deleted gives a link another target; and writing a new name everywhere changes no target, and taken back, no text and no author.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idAt, type NodeId, type PositionId, type TreeId } from '../../../src/core/ids.ts';
import { findLinks } from '../../../src/core/links/text-links.ts';
import { textOf } from '../../../src/core/tree/tree-node.ts';
import { findLinkFaults } from '../../../src/main/store/tables/node-links.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { casesFor } from '../../helpers/fast-check-runs.ts';
import { openGrove } from '../../helpers/grove.ts';

/** Few, so that trees get the names of others. */
const name = fc.constantFrom('Marie', 'Émil’s  Ice', 'C# notes');

/** Texts with links, and what looks like one or stands in its way. */
const text = fc
  .array(
    fc.oneof(
      { arbitrary: name.map((one) => `[[${one}]] `), weight: 4 },
      name.map((one) => `![[${one.toUpperCase()}#Past|she]]`),
      fc.constantFrom(
        '[[',
        ']]',
        '\\',
        '`',
        '```',
        '\n~~~\n',
        '\n\n',
        '# Past\n',
        '|',
        '❄️',
        '[[#^a7x2c9]]',
        '[[x]]y]]',
      ),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));

const which = fc.nat({ max: 20 });
const step = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('create' as const), name, text }), weight: 3 },
  { arbitrary: fc.record({ do: fc.constant('rename' as const), which, name }), weight: 5 },
  { arbitrary: fc.record({ do: fc.constantFrom('note' as const, 'edit' as const), which, text }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constant('writeNames' as const), which }), weight: 5 },
  fc.record({ do: fc.constantFrom('alias' as const, 'removeAlias' as const), which, name }),
  fc.record({ do: fc.constantFrom('archive' as const, 'bringBack' as const, 'delete' as const), which }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A document's text, or a note on it. */
interface Written {
  readonly treeId: TreeId;
  readonly noteAt: PositionId | null;
}

/** The tree that each link leads to, or none, by its text and its place among the links there. */
type Targets = ReadonlyMap<string, TreeId | null>;

/** Only the links that led somewhere before: others lead to the first tree that gets their name. */
function settled(targets: Targets, before: Targets): Targets {
  return new Map([...targets].filter(([link]) => before.get(link) != null));
}

class Walk {
  readonly desk = new HandlersDesk();
  #written: readonly Written[] = [];

  async take(taken: Step): Promise<void> {
    const { desk } = this;
    const before = await this.targets();
    const trees = [...new Set(this.#written.map(({ treeId }) => treeId))];
    const treeId = 'which' in taken ? trees[taken.which % Math.max(1, trees.length)] : undefined;
    if (taken.do === 'create') await this.#create(taken.name, taken.text);
    if (treeId === undefined) return;
    switch (taken.do) {
      case 'rename':
        await desk.call('tree.update', { treeId, title: taken.name });
        break;
      case 'alias':
        await desk.call('tree.addAlias', { treeId, name: taken.name });
        break;
      case 'removeAlias':
        await desk.call('tree.removeAlias', { treeId, name: taken.name });
        break;
      case 'archive':
      case 'bringBack':
        await desk.call('tree.update', { treeId, archived: taken.do === 'archive' });
        break;
      case 'delete':
        await this.#delete(treeId);
        break;
      case 'edit':
        await desk.commit(
          [desk.typed(taken.text, { nodeId: await this.#firstOf(treeId), offset: 0 })],
          treeId,
        );
        return;
      case 'note':
        await this.#note(treeId, taken.text);
        break;
      case 'writeNames':
        await this.#writeNames(treeId, before);
    }
    const isLost = (link: string) =>
      taken.do === 'delete' && (before.get(link) === treeId || link.startsWith(treeId));
    const kept = new Map([...before].filter(([link]) => !isLost(link)));
    const now = await this.targets();
    for (const [link, target] of settled(kept, before))
      expect([taken.do, link, now.get(link)]).toEqual([taken.do, link, target]);
  }

  async #create(title: string, words: string): Promise<void> {
    const { desk } = this;
    const { id: treeId } = await desk.call('tree.create', { title, kind: 'document', isAside: true });
    const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
    const spans = [{ agent: model?.id ?? expect.unreachable('a model'), length: words.length }];
    await desk.commit([{ nodeId: null, splice: { from: 0, to: 0, insert: words, spans } }], treeId);
    this.#written = [...this.#written, { treeId, noteAt: null }];
  }

  async #delete(treeId: TreeId): Promise<void> {
    const trees = await this.desk.call('tree.list', {});
    const { title } = trees.find(({ id }) => id === treeId) ?? expect.unreachable('the tree');
    await this.desk.call('tree.delete', { treeId, title });
    this.#written = this.#written.filter((one) => one.treeId !== treeId);
  }

  async #note(treeId: TreeId, words: string): Promise<void> {
    if (words.trim() === '') return;
    const on = await this.#firstOf(treeId);
    const { positionId } = await this.desk.call('node.annotate', { treeId, nodeId: on, text: words });
    this.#written = [...this.#written, { treeId, noteAt: positionId }];
  }

  /** Writes them, takes that back, and for some trees writes them again. */
  async #writeNames(treeId: TreeId, before: Targets): Promise<void> {
    const { desk } = this;
    const texts = await this.#texts();
    const { edited, links } = await desk.call('link.writeNames', { treeId });
    expect(await this.targets()).toEqual(before);
    expect(await desk.call('link.countFormer', { treeId })).toEqual({ links: 0 });
    expect(await desk.call('link.takeBack', { edited })).toEqual({ kept: 0 });
    const words = (all: typeof texts) => all.map(({ text: shown, spans }) => ({ shown, spans }));
    expect(words(await this.#texts())).toEqual(words(texts));
    expect(await this.targets()).toEqual(before);
    if (links % 2 === 1) await desk.call('link.writeNames', { treeId });
  }

  async targets(): Promise<Targets> {
    const targets = new Map<string, TreeId | null>();
    for (const { treeId, noteAt, nodeId, text: words } of await this.#texts()) {
      const links = findLinks(words).map(({ name: to, section, localId, passage }) => ({
        nodeId,
        name: to,
        section,
        localId,
        passage,
      }));
      const found = await this.desk.call('link.resolve', { treeId, links });
      for (const [at, target] of found.entries())
        targets.set(`${treeId} ${noteAt} ${at}`, target?.treeId ?? null);
    }
    return targets;
  }

  /** What the texts show, and their authors. A note that is written again is another node. */
  async #texts() {
    return Promise.all(
      this.#written.map(async ({ treeId, noteAt }) => {
        const on = await this.#firstOf(treeId);
        const notes = await this.desk.call('node.annotations', { treeId, nodeId: on });
        const note = notes.find(({ positionId }) => positionId === noteAt);
        const nodeId = note?.nodeId ?? on;
        const { content, spans } = await this.desk.call('node.read', { treeId, nodeId });
        return { treeId, noteAt, nodeId, text: textOf(content), spans };
      }),
    );
  }

  async #firstOf(treeId: TreeId): Promise<NodeId> {
    const { segments } = await this.desk.call('path.read', { treeId });
    return idAt(segments.nodeIds, 0) as NodeId;
  }
}

test('the targets of links stay, whatever is renamed, made, put away, deleted or written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const walk = new Walk();
      for (const taken of steps) await walk.take(taken);
      await walk.desk.close();
      const store = openGrove(walk.desk.path);
      expect(findLinkFaults(store)).toEqual([]);
      store.close();
    }),
    casesFor('program'),
  );
});
