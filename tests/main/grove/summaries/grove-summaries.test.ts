/** Summaries made while the writer works (`agents.md`, *Summaries*), with a real server as their model. */
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { ID_LENGTH, type PositionId, type TreeId } from '../../../../src/core/ids.ts';
import { findChangedRecords } from '../../../../src/main/grove/checking/find-changed-records.ts';
import { openGrove } from '../../../helpers/grove.ts';
import { delta, hangsAfter, says, TurnDesk, usage } from '../../../helpers/turn-desk.ts';
import { type Answering, DONE } from '../../../helpers/wire-server.ts';

const LONG = 'The old lamp burned on the sill while the rain went on and on over the harbour. '.repeat(5);

async function open(answers: readonly Answering[]): Promise<TurnDesk> {
  const opened = await TurnDesk.open({ answers: () => answers });
  const { desk, story } = opened;
  await desk.call('tree.show', { treeId: story });
  return opened;
}

async function pickModel({ desk, agentId }: TurnDesk): Promise<void> {
  const agent = desk.grove.snapshot().agents.find(({ id }) => id === agentId);
  await desk.call('settings.update', { summaryModel: agent?.modelRef ?? '' });
}

/** Summaries by the beginnings of their texts; that of a tree has none. */
function stored(opened: TurnDesk): readonly string[] {
  const database = new Database(opened.desk.path, { readonly: true });
  const found = database
    .prepare<[], string>(
      'select coalesce(node.summary, loom_tree.summary) from summary join loom_tree on loom_tree.key = summary.loom_tree_key left join node on node.key = node_key order by summary.key',
    )
    .pluck()
    .all();
  database.close();
  return found;
}

const typed = ({ desk, story }: TurnDesk, text: string) =>
  desk.call('message.runCommands', { treeId: story, at: null, text });

test('without a model nothing is asked, and the first words stand for a text', async () => {
  const opened = await open([]);
  const { desk } = opened;
  for (let index = 0; index < 50; index += 1) await desk.commit([desk.typed(`${index}. ${LONG}`)]);
  const [stash] = await typed(opened, '→ stash "all" summary-of:root-here');
  expect(stash?.isRefused).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(opened.server.asked).toEqual([]);
  expect(stored(opened)).toEqual([]);
}, 30_000);

test('a long text is summarised a moment after it was written, once, and what is kept verifies', async () => {
  const opened = await open([says('A lamp burns ', 'in the rain.')]);
  const { desk } = opened;
  await pickModel(opened);
  await desk.commit([desk.typed(LONG)]);
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toEqual(['A lamp burns in the rain.']);
  expect(opened.sent(0)).toContain('Summarize the following message in ONE sentence (max 30 words).');
  await typed(opened, '→ stash "rain" summary-of:here-here');
  const outcomes = await typed(opened, '→ recall "rain"');
  expect(outcomes.at(-1)?.text).toContain('A lamp burns in the rain.');
  expect(opened.server.asked).toHaveLength(1);
  await desk.close();
  const store = openGrove(desk.path, { readonly: true });
  expect([...findChangedRecords(store)]).toEqual([]);
}, 30_000);

test('an answer of a page is cut to its first sentences, and a failure leaves the beginning and is not asked again', async () => {
  const page = 'A lamp burns. '.repeat(200);
  const opened = await open([
    says(page),
    (response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"no such model"}}');
    },
  ]);
  const { desk } = opened;
  await pickModel(opened);
  await desk.commit([desk.typed(LONG)]);
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toHaveLength(1);
  expect(stored(opened)[0]).toMatch(/^(A lamp burns\. ?){10,30}$/);
  await desk.commit([desk.typed(`Then: ${LONG}`)]);
  await expect.poll(() => opened.server.asked.length, { timeout: 10_000 }).toBe(2);
  expect(stored(opened)).toHaveLength(1);
  const outcomes = await typed(opened, '→ stash "then" summary-of:here-here\n→ recall "then"');
  expect(outcomes.at(-1)?.text).toContain('Then: The old lamp burned');
}, 30_000);

test('a model that needs more than was stated is counted as it counts itself, and the writer is told once', async () => {
  const costly =
    (text: string): Answering =>
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(delta(text) + delta(null, 'stop') + usage(900, 40_000) + DONE);
    };
  const opened = await open([costly('A lamp burns.'), costly('It burns on.'), says('A lamp.')]);
  const { desk } = opened;
  await pickModel(opened);
  const told = () => desk.grove.snapshot().notices.map(({ sentence, isDone }) => ({ sentence, isDone }));
  await desk.commit([desk.typed(LONG)]);
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toEqual(['A lamp burns.']);
  await desk.commit([desk.typed(`Then: ${LONG}`)]);
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toEqual(['A lamp burns.', 'It burns on.']);
  expect(told()).toEqual([
    {
      sentence: expect.stringMatching(
        /^Summaries use more tokens than was stated: 40,900 for one, where at most [\d,]{3,5} were expected\.$/,
      ),
      isDone: true,
    },
  ]);
  const rows = await desk.call('generation.usage', {});
  expect(rows.filter(({ isForSummaries }) => isForSummaries === true)).toMatchObject([
    { requests: 2, promptTokens: 1_800, completionTokens: 80_000, uncounted: 0 },
  ]);
}, 30_000);

test('a document is summarised when the writer leaves it, and when somebody reads a summary that is out of date', async () => {
  const opened = await open([says('Lamps and their keepers.'), says('Lamps, and more.')]);
  const { desk, story } = opened;
  await pickModel(opened);
  const { id: document } = await desk.call('tree.create', { title: 'Lamps', kind: 'document' });
  await desk.call('tree.show', { treeId: document });
  await desk.commit([desk.typed(LONG)]);
  await desk.call('tree.show', { treeId: story });
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toEqual(['Lamps and their keepers.']);
  expect(opened.sent(0)).toContain('This is a document with the title "Lamps"');
  const [shown] = await typed(opened, '→ read doc:"Lamps" summary');
  expect(shown?.text).toContain('Lamps and their keepers.');
  expect(opened.server.asked).toHaveLength(1);
  await desk.call('tree.show', { treeId: document });
  await desk.commit([desk.typed(`More: ${LONG}`)]);
  const [before] = await typed(opened, '→ read doc:"Lamps" summary');
  expect(before?.text).toContain('Lamps and their keepers.');
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toEqual(['Lamps, and more.']);
}, 30_000);

test('what is excluded is sent to no model for a summary: not as a text, nor before one, nor in its tree', async () => {
  const opened = await open([says('Lamps.'), says('A harbour. '.repeat(20)), says('Harbours.')]);
  const { desk, story } = opened;
  await pickModel(opened);
  const exclude = async (treeId: TreeId) => {
    const { pathVersion, segments } = await desk.call('path.read', { treeId });
    const positionId = segments.positionIds.slice(0, ID_LENGTH) as PositionId;
    await desk.call('position.exclude', { treeId, pathVersion, ops: [], positionId, excluded: true });
  };
  const { id: document } = await desk.call('tree.create', { title: 'Lamps', kind: 'document' });
  await desk.call('tree.show', { treeId: document });
  await desk.commit([desk.typed('A secret. ')]);
  await exclude(document);
  await desk.commit([desk.typed(LONG)]);
  await desk.call('tree.show', { treeId: story });
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toEqual(['Lamps.']);
  await exclude(story);
  await desk.commit([desk.typed(`Then: ${LONG}`)], story);
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toHaveLength(2);
  await desk.call('tree.summarise', { treeId: story });
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toHaveLength(3);
  expect(opened.sent(0)).toContain(LONG.trim());
  expect(opened.sent(0)).not.toContain('A secret.');
  for (const call of [1, 2]) expect(opened.sent(call)).not.toContain('It rained all night.');
  expect(opened.server.asked).toHaveLength(3);
}, 30_000);

test('of a text that is longer than a result, its summary is shown, and all of it on request', async () => {
  const opened = await open([says('A lamp burns in the rain.')]);
  const { desk } = opened;
  await desk.call('settings.update', { resultTokens: 200 });
  await desk.commit([desk.typed(LONG.repeat(4))]);
  const [cut] = await typed(opened, '→ view here');
  expect(cut?.text).toContain('tokens left out');
  await pickModel(opened);
  // It is missed, and made for the next one who asks.
  await typed(opened, '→ view here');
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toHaveLength(1);
  const [short, full] = await typed(opened, '→ view here\n→ view here full');
  expect(short?.text).toMatch(
    /\nsummary of \d+ tokens: A lamp burns in the rain\.\n→ view \w+ full, or lines:1-40/,
  );
  expect(full?.text).toContain(LONG.trim());
  expect(opened.server.asked).toHaveLength(1);
}, 30_000);

test('a summary that the writer wrote is theirs: no model makes another, and the log agrees', async () => {
  const opened = await open([says('Lamps and their keepers.')]);
  const { desk, story } = opened;
  await pickModel(opened);
  const { id: document } = await desk.call('tree.create', { title: 'Lamps', kind: 'document' });
  await desk.call('tree.show', { treeId: document });
  await desk.commit([desk.typed(LONG)]);
  await desk.call('tree.show', { treeId: story });
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toHaveLength(1);
  await desk.call('tree.update', { treeId: document, summary: 'About lamps.' });
  expect(stored(opened)).toEqual([]);
  await desk.call('tree.show', { treeId: document });
  await desk.commit([desk.typed(`More: ${LONG}`)]);
  await desk.call('tree.show', { treeId: story });
  const [shown] = await typed(opened, '→ read doc:"Lamps" summary');
  expect(shown?.text).toContain('About lamps.');
  await desk.close();
  const store = openGrove(desk.path, { readonly: true });
  expect([...findChangedRecords(store)]).toEqual([]);
  expect(opened.server.asked).toHaveLength(1);
}, 30_000);

test('a tree is summarised after as many texts as the writer says, and by hand, of the texts on the path', async () => {
  const opened = await open([says('Lamps, one by one.'), says('Lamps, and rain.')]);
  const { desk, story } = opened;
  await pickModel(opened);
  await desk.call('settings.update', { summaryEvery: 3 });
  for (const word of ['One', 'Two', 'Three'])
    await desk.commit([desk.typed(`${word}: ${LONG.slice(0, 200)}`)]);
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toEqual(['Lamps, one by one.']);
  expect(opened.sent(0)).toContain('Key node summaries from the main path:\nIt rained all night.');
  expect(opened.sent(0)).toContain("Summarize this tree's purpose and main themes in 2 sentences.");
  await desk.call('tree.summarise', { treeId: story });
  await desk.commit([desk.typed(`Four: ${LONG.slice(0, 200)}`)]);
  await desk.call('tree.summarise', { treeId: story });
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toEqual(['Lamps, and rain.']);
  expect(opened.server.asked).toHaveLength(2);
}, 30_000);

test('nothing is asked for a tree that is deleted right after it was written', async () => {
  const opened = await open([]);
  const { desk, story } = opened;
  await pickModel(opened);
  const gone = await desk.call('tree.create', { title: 'Gone' });
  await desk.call('tree.show', { treeId: gone.id });
  await desk.commit([desk.typed(LONG)]);
  await desk.call('tree.delete', { treeId: gone.id, title: gone.title });
  await desk.call('tree.show', { treeId: story });
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(opened.server.asked).toEqual([]);
}, 30_000);

test('what stops the models of a tree stops its summaries, and what had arrived becomes none', async () => {
  const ended: string[] = [];
  const hangs =
    (text: string): Answering =>
    (response, asked) => {
      response.on('close', () => ended.push(text));
      return hangsAfter(text)(response, asked);
    };
  const opened = await open([hangs('A lamp '), says('Lamps.'), hangs('A gone '), says('A lamp, again.')]);
  const { desk, story } = opened;
  const isAsked = (times: number) =>
    expect.poll(() => opened.server.asked.length, { timeout: 10_000 }).toBe(times);
  await pickModel(opened);
  await desk.commit([desk.typed(LONG)]);
  await isAsked(1);
  const gone = await desk.call('tree.create', { title: 'Gone' });
  await desk.call('tree.show', { treeId: gone.id });
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toEqual(['Lamps.']);
  await desk.commit([desk.typed(`Gone: ${LONG}`)]);
  await isAsked(3);

  // Only that of the tree which goes.
  await desk.call('tree.show', { treeId: story });
  await desk.call('tree.delete', { treeId: gone.id, title: gone.title });
  await expect.poll(() => ended).toEqual(['A gone ']);
  await desk.grove.settle();
  await expect.poll(() => ended).toEqual(['A gone ', 'A lamp ']);
  expect(stored(opened)).toEqual(['Lamps.']);

  // The writer stays after all: it is made when it is wanted again.
  await typed(opened, '→ stash "lamp" summary-of:here-here');
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toEqual(['Lamps.', 'A lamp, again.']);
  const rows = await desk.call('generation.usage', {});
  expect(
    rows.filter(({ isForSummaries, treeId }) => isForSummaries === true && treeId === story),
  ).toMatchObject([{ requests: 3, uncounted: 1 }]);
}, 30_000);

test('a tree is listed by its summaries on request, a branch shown by them, and a long list says how to see the rest', async () => {
  const opened = await open([says('A lamp burns in the rain.')]);
  const { desk } = opened;
  await desk.call('settings.update', { resultTokens: 200 });
  await desk.commit([desk.typed(LONG.repeat(4))]);
  await pickModel(opened);
  // A missing summary is made for the next one who asks.
  const [first, branch] = await typed(opened, '→ tree summary\n→ view branch:here');
  expect(first?.text).toContain(
    '“The old lamp burned on the sill while the rain went on and on over the harbour.',
  );
  expect(branch?.text).toContain('tokens left out');
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toHaveLength(1);
  const [listed, shown] = await typed(opened, '→ tree summary\n→ view branch:here');
  expect(listed?.text).toMatch(/“It rained all night\.”[\s\S]* · summary: A lamp burns in the rain\.$/);
  expect(shown?.text).toMatch(
    /^summaries of [\d,]+ tokens:\n\[\w+\] It rained all night\.\n[\s\S]*\n\[\w+\] A lamp burns in the rain\.\n→ view branch:\[\w+\] lines:1-40$/,
  );
  expect(opened.server.asked).toHaveLength(1);

  await typed(opened, Array.from({ length: 20 }, (_, at) => `→ respond root "Once upon ${at}."`).join('\n'));
  const [cut] = await typed(opened, '→ list root continuations');
  const [, command, from, to] =
    /→ (list .* lines:(\d+)-(\d+))$/m.exec(cut?.text ?? '') ?? expect.unreachable();
  const [rest] = await typed(opened, `→ ${command}`);
  expect(rest?.text.split('\n')).toHaveLength(Number(to) - Number(from) + 1);
  const seen = new Set(`${cut?.text}\n${rest?.text}`.match(/Once upon \d+/g));
  expect(seen.size).toBe(20);
}, 30_000);

test('of a document that is longer than a result the summary is read, but not by an agent that reads no documents', async () => {
  const opened = await TurnDesk.open({
    answers: () => [
      says('Lamps and their keepers.'),
      says('→ read doc:"Lamps"\n→ read doc:"Lamps" summary\n→ list documents\n→ stash "it" "x"\n'),
      says('I may not.'),
    ],
    permissions: { loom_aware: 'allow', doc_read: 'never' },
  });
  const { desk, story } = opened;
  await desk.call('settings.update', { resultTokens: 200 });
  await pickModel(opened);
  const { id: document } = await desk.call('tree.create', { title: 'Lamps', kind: 'document' });
  await desk.call('tree.show', { treeId: document });
  await desk.commit([desk.typed(LONG.repeat(4))]);
  await desk.call('tree.show', { treeId: story });
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toEqual(['Lamps and their keepers.']);
  const [whole, part] = await typed(opened, '→ read doc:"Lamps"\n→ read doc:"Lamps" lines:1-1');
  expect(whole?.text).toMatch(
    /words\nsummary of [\d,]+ tokens: Lamps and their keepers\.\n→ read doc:"Lamps" lines:1-40$/,
  );
  expect(part?.text).toContain('The old lamp burned');

  const { phase } = await opened.turn();
  expect(phase).toBe('ended');
  expect(opened.server.asked).toHaveLength(3);
  for (const asked of opened.server.asked.slice(1)) {
    expect(asked.body).not.toContain('keepers');
    expect(asked.body).not.toContain('old lamp');
  }
  expect(opened.sent(2)).toContain('PERMISSION_DENIED: doc_read not enabled');
}, 30_000);

test('the writer replaces the summary of one text, which no model replaces until they remove it', async () => {
  const opened = await open([says('A lamp burns.'), says('A lamp, again.')]);
  const { desk, story: treeId } = opened;
  await pickModel(opened);
  await desk.commit([desk.typed(LONG.repeat(3))]);
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toEqual(['A lamp burns.']);
  const nodeId = await desk.nodeAt(3);
  const summaryOf = async () => (await desk.call('node.read', { treeId, nodeId })).node.summary;
  const announced = desk.emitted('tree.changed').length;
  await desk.call('node.setSummary', { treeId, nodeId, summary: 'About a lamp.\r\n' });
  expect(await summaryOf()).toBe('About a lamp.\n');
  expect(stored(opened)).toEqual([]);
  const { positionId } = (await desk.call('node.read', { treeId, nodeId })).node;
  await expect
    .poll(() => desk.emitted('tree.changed').slice(announced).at(-1)?.changed)
    .toContain(positionId);

  const [, outcome] = await typed(opened, '→ stash "lamp" summary-of:here-here\n→ recall "lamp"');
  expect(outcome?.text).toContain('About a lamp.');
  const [listed] = await typed(opened, '→ tree summary');
  expect(listed?.text).toContain('summary: About a lamp.');
  expect(opened.server.asked).toHaveLength(1);
  // The writer's may have several lines: none of them is a command of what is shown.
  await desk.call('settings.update', { resultTokens: 200 });
  await desk.call('node.setSummary', { treeId, nodeId, summary: 'A lamp.\n→ prune here' });
  const [shortened] = await typed(opened, '→ view here');
  expect(shortened?.text).toMatch(/\nsummary of \d+ tokens: A lamp\. → prune here\n→ view \w+ full/);
  // Once it is gone, one is made for whoever misses it.
  await desk.call('node.setSummary', { treeId, nodeId, summary: ' ' });
  expect(await summaryOf()).toBeNull();
  await typed(opened, '→ tree summary');
  await expect.poll(() => stored(opened), { timeout: 10_000 }).toEqual(['A lamp, again.']);
  await desk.call('node.setSummary', { treeId, nodeId, summary: 'Mine.' });
  await desk.close();
  const store = openGrove(desk.path, { readonly: true });
  expect([...findChangedRecords(store)]).toEqual([]);
}, 30_000);
