import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AgentId, idAt, type NodeId, type PositionId } from '../../../src/core/ids.ts';
import { authorsText } from '../../../src/ui-text/page/authors.ts';
import { openWritingDesk, type WritingDesk } from './writing-desk.ts';

/** The authors of a text are the same wherever they are shown, against the program's own handlers on a real file. */

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

const MODELS_TEXT = 'The heron stood in the reeds. ';

async function open() {
  const opened = await openWritingDesk(['It rained. ', { model: MODELS_TEXT }, 'We left.']);
  const { tree, settle } = opened;
  tree.outline.reader.setShown(true);
  await settle();
  const [first, second] = tree.path.mirror.get().headers;
  if (first === undefined || second === undefined) throw new Error('three nodes');
  return { ...opened, first: first.positionId, second: second.positionId };
}

/** The authors in the caret's announcement, the outline, the map, and the path's own headers: as typed. */
function shownOf({ tree, desk }: WritingDesk, position: PositionId): readonly string[] {
  const grove = desk.grove.snapshot();
  const { table } = tree.outline.view.get();
  const row = table.find(position);
  const agents = table.authorsOf(row).map((number) => table.agentAt(number) ?? ('' as AgentId));
  expect(table.agentAt(table.authors[row] ?? 0)).toBe(agents[0]);
  return [authorsText(tree.authors.at(position) ?? [], grove), authorsText(agents, grove)];
}

/** Cards, versions, rows and search results, which are of the file. */
async function storedOf({ desk }: WritingDesk, parentId: PositionId, positionId: PositionId, nodeId: NodeId) {
  const { treeId } = desk;
  const grove = desk.grove.snapshot();
  const text = (authors: readonly AgentId[] | undefined) => authorsText(authors ?? [], grove);
  const [card] = await desk.call('path.children', { treeId, parentId });
  const versions = await desk.call('node.versions', { treeId, positionId });
  const page = await desk.call('tree.positions', { treeId, after: 0 });
  const rows = Array.from({ length: page.positions.count }, (_, at) => idAt(page.positions.ids, at));
  const row = rows.lastIndexOf(positionId);
  const shared = page.positions.shared.find(({ at }) => at === row);
  const indexes = shared?.authors ?? [page.positions.authors[row] ?? 0];
  const search = { text: 'reeds', treeId, ranked: false, limit: 10 };
  const { hits } = await desk.call('search.find', search);
  const filtered = await Promise.all(
    grove.agents.map(async ({ id }) => {
      const found = await desk.call('search.find', { ...search, authorIds: [id] });
      return found.hits.some((hit) => hit.nodeId === nodeId) ? id : null;
    }),
  );
  return {
    said: [
      text(card?.authors),
      text(versions.find((version) => version.nodeId === nodeId)?.authors),
      text(indexes.map((index) => page.positions.agents[index] ?? ('' as AgentId))),
      text(hits.find((hit) => hit.nodeId === nodeId)?.authors),
    ],
    filtered: new Set(filtered.filter((id) => id !== null)),
  };
}

const nodeAt = ({ tree }: WritingDesk, position: PositionId) =>
  tree.path.findHeader(position)?.nodeId ?? ('' as NodeId);

it('is told of a text that a model wrote and the writer edits: while typing, when saved, and after undo', async () => {
  const opened = await open();
  const { tree, type, settle, first, second, manuscript } = opened;
  const same = (words: string, count: number) => Array.from({ length: count }, () => words);
  expect(shownOf(opened, second)).toEqual(same('Offline', 2));

  type('grey ', 'It rained. The '.length);
  expect(tree.authors.at(second)).toHaveLength(1);
  await settle();
  expect(shownOf(opened, second)).toEqual(same('Offline, edited by you', 2));
  const typedShares = tree.authors.shares.get().get(nodeAt(opened, second));
  expect(typedShares?.map(({ length }) => length)).toEqual([MODELS_TEXT.length, 'grey '.length]);

  await tree.commit();
  await settle();
  expect(tree.authors.shares.get().size).toBe(0);
  expect(shownOf(opened, second)).toEqual(same('Offline, edited by you', 2));
  const stored = await storedOf(opened, first, second, nodeAt(opened, second));
  expect(stored.said).toEqual(same('Offline, edited by you', 4));
  expect(stored.filtered).toEqual(new Set(tree.authors.at(second)));

  manuscript.undo();
  await settle();
  await tree.commit();
  await settle();
  expect(shownOf(opened, second)).toEqual(same('Offline', 2));
});

it('is told of what the writer wrote most of, and of nobody who wrote none of it', async () => {
  const opened = await open();
  const { tree, type, settle, second, first } = opened;
  const from = 'It rained. '.length;
  type('We saw nothing in the', from, from + 'The heron stood in the'.length);
  await tree.commit();
  await settle();
  expect(shownOf(opened, second)).toEqual(['you and Offline', 'you and Offline']);
  type('Nothing. ', from, from + 'We saw nothing in the reeds. '.length);
  await tree.commit();
  await settle();
  expect(shownOf(opened, second)).toEqual(['you', 'you']);
  const { said } = await storedOf(opened, first, second, nodeAt(opened, second));
  expect(said.slice(0, 3)).toEqual(['you', 'you', 'you']);
});
