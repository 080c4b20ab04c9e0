import { expect, test } from 'vitest';
import type { AgentPermissions } from '../../../src/core/tree/agent.ts';
import { COLLABORATOR, says, TurnDesk } from '../../helpers/turn-desk.ts';

/** Agents read other trees of the grove, and write in none (`agents.md`, *Permissions*). */

async function open(line: string, permissions: AgentPermissions) {
  const turns = await TurnDesk.open({ answers: () => [says(line), says('I am done.')], permissions });
  const { desk } = turns;
  await desk.call('tree.create', { title: 'Marie', kind: 'document' });
  await desk.call('tree.create', { title: 'Earlier draft' });
  await desk.commit([desk.typed('It snowed all night. ')]);
  await desk.commit([desk.typed('The orchard was white.')]);
  const results = async () => (await turns.actions()).map(({ result }) => result ?? '');
  return { turns, desk, results };
}

const LINES = [
  '→ view branch:head in tree:"earlier draft"',
  '→ search "orchard" in tree:"Earlier draft"',
  '→ tree in tree:"Earlier draft"',
  '→ search "orchard"',
  '→ view here in tree:"Earlier drafts"',
  '→ view here in tree:"Marie"',
  '→ respond here "x" in tree:"Earlier draft"',
  'So.',
].join('\n');

test('what is read in another tree is as the writer has it, and nothing is written there', async () => {
  const { turns, desk, results } = await open(LINES, { ...COLLABORATOR, other_trees: 'allow' });
  await turns.turn();
  const [branch, hits, lines, here, unknown, document, written] = await results();
  expect(branch).toBe('It snowed all night. ︱The orchard was white.');
  expect(hits).toMatch(/^ {2}\[\w+\] human · .*“The orchard was white\.”$/);
  expect(lines?.split('\n')).toHaveLength(3);
  expect(here).toMatch(/“The orchard was empty\.”$/);
  expect(unknown).toBe(
    '✗ NOT_FOUND: there is no tree "Earlier drafts"\n  hint: did you mean tree:"Earlier draft"',
  );
  expect(document).toBe('✗ INVALID_SYNTAX: "Marie" is a document\n  hint: → read doc:"Marie"');
  expect(written).toMatch(/^✗ INVALID_SYNTAX: “tree:” is no option of respond/);
  await desk.close();
});

test('asks first, and a node that is in another tree says how it is read', async () => {
  const { turns, desk, results } = await open(LINES, COLLABORATOR);
  const { turnId } = await turns.begin();
  const { card } = await turns.until(turnId, 'asking');
  expect(card?.lines.slice(0, 1)).toMatchObject([
    { permission: 'other_trees', effect: 'Reads in the tree “Earlier draft”; changes nothing.' },
  ]);
  expect(card?.lines).toHaveLength(3);
  await desk.call('turn.answer', { turnId, card: card?.card ?? 0, answer: { kind: 'deny', words: '' } });
  await turns.until(turnId, 'ended');
  expect((await results()).slice(0, 3)).toEqual(Array(3).fill('✗ PERMISSION_DENIED: the human said no'));
  await desk.close();
});

test('an agent that may only read other trees is told no title of a document', async () => {
  const lines =
    '→ list root links in tree:"Talk"\n→ view here in tree:"Marie"\n→ view here in tree:"Maria"\nSo.';
  const permissions = { ...COLLABORATOR, doc_read: 'never', other_trees: 'allow' } as const;
  const { turns, desk, results } = await open(lines, permissions);
  const { id: treeId } = await desk.call('tree.create', { title: 'Talk', mode: 'dialogue' });
  await desk.call('message.runCommands', { treeId, at: null, text: '→ link root to doc:"Marie"' });
  await turns.turn();
  expect(await results()).toEqual([
    expect.stringMatching(/^ {2}↔ a document · /),
    '✗ NOT_FOUND: there is no tree "Marie"',
    '✗ NOT_FOUND: there is no tree "Maria"',
  ]);
  await desk.close();
});

test('the hint of a list that is cut, in another tree, lists the rest of it', async () => {
  const { turns, desk } = await open('So.', COLLABORATOR);
  await desk.call('settings.update', { resultTokens: 200 });
  const { id: other } = await desk.call('tree.create', { title: 'Talk', mode: 'dialogue' });
  const run = (treeId: typeof other, text: string) =>
    desk.call('message.runCommands', { treeId, at: null, text });
  await run(other, Array.from({ length: 20 }, (_, at) => `→ respond root "Once upon ${at}."`).join('\n'));
  const { story } = turns;
  const read = async (line: string) => (await run(story, `→ ${line}`)).at(-1)?.text ?? '';
  for (const command of ['tree', 'search "upon"']) {
    const cut = await read(`${command} in tree:"Talk"`);
    const [, again, from, to] = /→ (.* lines:(\d+)-(\d+))$/m.exec(cut) ?? expect.unreachable();
    const rest = await read(again ?? '');
    expect(rest.split('\n')).toHaveLength(Number(to) - Number(from) + 1);
    expect(rest).toContain('Once upon');
  }
  // Words that would not fit in a hint, or would end it early, are not in one.
  const quoted = await read(`search “Once "upon"” in tree:"Talk"`);
  expect(quoted).toMatch(/tokens left out$/m);
  await desk.close();
});
