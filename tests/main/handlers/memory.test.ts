/** An agent's memory from turn to turn (`agents.md`, *Operational memory*), with a real server as its model. */
import { expect, test } from 'vitest';
import type { PositionId } from '../../../src/core/ids.ts';
import { says, TurnDesk } from '../../helpers/turn-desk.ts';

/** The block of memory that a request sent; empty without one. */
function memoryIn(opened: TurnDesk, request: number): string {
  return /=== Operational Memory ===\n[\s\S]*?\n===/.exec(opened.sent(request))?.[0] ?? '';
}

/** The end of what the last turn said. */
async function lastMessage({ desk, talk }: TurnDesk): Promise<PositionId> {
  const [turn] = await desk.call('turn.trace', { treeId: talk });
  const position = turn?.calls.findLast(({ node }) => node !== null)?.node?.positionId;
  return position ?? expect.unreachable();
}

/** The writer goes to a message, as the window does when a reply arrives. */
async function goTo({ desk, talk }: TurnDesk, to: PositionId): Promise<void> {
  await desk.call('path.moveHead', { ...(await desk.intent([], talk)), to });
}

async function turn(opened: TurnDesk, message: string): Promise<void> {
  await opened.turn(message);
  await goTo(opened, await lastMessage(opened));
}

const typed = ({ desk, talk }: TurnDesk, text: string) =>
  desk.call('message.runCommands', { treeId: talk, at: null, text });

test('a pin is remembered on its branch: not where the message is answered again, nor once its turn is undone', async () => {
  const opened = await TurnDesk.open({
    answers: ([first]) => [
      says(`→ pin [${first}]\n→ view [${first}]\n`),
      says('I keep that in mind.'),
      says('Nothing comes to mind.'),
      says('I see it.'),
      says('It is gone.'),
      says('It is back.'),
    ],
  });
  const { desk, nodes } = opened;
  const pinned = `  [${nodes[0]?.localId}] "It rained all night. "`;
  const first = await opened.turn('What do you think?');
  expect(memoryIn(opened, 0)).toBe('');
  // Its actions in this turn are still visible.
  expect(memoryIn(opened, 1).split('\n')).toEqual(['=== Operational Memory ===', 'Pinned:', pinned, '===']);
  const remembered = await lastMessage(opened);

  await goTo(opened, first.parentId);
  await opened.turn('');
  expect(memoryIn(opened, 2)).toBe('');

  await goTo(opened, remembered);
  await turn(opened, 'And now?');
  expect(memoryIn(opened, 3)).toContain(
    `Pinned:\n${pinned}\nRecent actions:\n  pinned [${nodes[0]?.localId}] · viewed`,
  );

  await desk.call('turn.undo', { turnId: first.turnId });
  await turn(opened, 'And after that?');
  expect(memoryIn(opened, 4)).toBe('');
  await desk.call('turn.redo', { turnId: first.turnId });
  await turn(opened, 'And in the end?');
  expect(memoryIn(opened, 5)).toContain(pinned);
  await opened.expectSound();
});

test('a stash is away until it is recalled, and gone once it is dropped', async () => {
  const opened = await TurnDesk.open({
    answers: ([first, second, third]) => [
      says(
        `→ stash "marie":\nShe is reluctant.\n→ help\n\\←\n←\n→ stash "rain" content-of:[${first}]\n→ stash "all" summary-of:[${first}]-[${third}]\n→ recall "Rain"\n→ memory\n`,
      ),
      says('Done.'),
      says(
        `→ recall "mare"\n→ drop stash:"all"\n→ drop [${second}]\n→ stash "MARIE" "Other."\n→ memory stashed\n`,
      ),
      says('Done again.'),
    ],
  });
  const ids = opened.nodes.map(({ localId }) => localId);
  await turn(opened, 'Hello');
  expect((await opened.actions()).map(({ result }) => result)).toEqual([
    '✓ stashed “marie” (7 tokens)',
    '✓ stashed “rain” (6 tokens)',
    expect.stringMatching(/^✓ stashed “all” \(\d+ tokens\)$/),
    '✓ recalled “rain” (6 tokens)\nIt rained all night. ',
    expect.stringMatching(
      /^Stashed:\n {2}“rain” \(6 tokens\), recalled\n {2}“all” .*\n {2}“marie” .*\nRecent actions:/,
    ),
  ]);
  expect(memoryIn(opened, 1)).toContain(
    'Recalled:\n  “rain” "It rained all night. "\nStashed (not in context): “all”, “marie”',
  );
  await turn(opened, 'Go on');
  expect((await opened.actions()).map(({ result }) => result)).toEqual([
    '✗ NOT_FOUND: there is no stash “mare” on this branch\n  hint: did you mean “marie”',
    '✓ dropped “all”',
    `✗ NOT_FOUND: [${ids[1]}] is not pinned\n  hint: → memory`,
    '✓ stashed “MARIE” (2 tokens)\n  it takes the place of an earlier one with this label',
    '  “rain” (6 tokens), recalled\n  “MARIE” (2 tokens)',
  ]);
  const all = await typed(opened, `→ stash "all" summary-of:[${ids[0]}]-[${ids[2]}]\n→ recall "all"`);
  expect(all[1]?.text).toMatch(
    `\n[${ids[0]}] It rained all night.\n[${ids[1]}] The orchard was empty.\n[${ids[2]}] Nobody came.`,
  );
  await opened.expectSound();
});

test('the writer pins and drops for the agents of a conversation', async () => {
  const opened = await TurnDesk.open({
    answers: ([first]) => [says(`→ pin [${first}]\n`), says('Pinned.'), says('Well.'), says('Yes.')],
  });
  const { nodes, desk, story } = opened;
  const [first, second, third] = nodes.map(({ localId }) => localId);
  await typed(opened, `→ pin [${second}]`);
  await turn(opened, 'Hello');
  expect(memoryIn(opened, 1)).toContain(
    `Pinned:\n  [${first}] "It rained all night. "\n  [${second}] (by the human) "The orchard was empty. "`,
  );
  await desk.call('position.prune', {
    ...(await desk.intent()),
    positionId: nodes[2]?.positionId ?? expect.unreachable(),
  });
  const preview = await desk.call('generation.context', {
    treeId: opened.talk,
    at: null,
    offset: 0,
    agentId: opened.agentId,
    maxTokens: 100,
  });
  const { kind, text } = preview.pieces.find((piece) => piece.kind === 'operationalMemory') ?? {};
  expect(kind).toBe('operationalMemory');
  expect(JSON.stringify(text)).toContain('The orchard was empty.');
  const told = await typed(opened, `→ drop pin:[${first}]\n→ pin [${third}]\n→ pin [zzzzzz]\n→ memory`);
  expect(told.map(({ text }) => text)).toEqual([
    `✓ dropped [${first}], which is no longer pinned`,
    `✓ pinned [${third}] (3 tokens)\n  it is pruned`,
    expect.stringContaining('✗ NOT_FOUND'),
    expect.stringMatching(
      `Pinned:\n  \\[${third}\\] \\(pruned\\) “Nobody came.” \\(3 tokens\\)\n  \\[${second}\\]`,
    ),
  ]);
  await turn(opened, 'And now?');
  const memory = memoryIn(opened, 2);
  expect(memory).toContain(`[${third}] (by the human) (pruned) (its text is not sent)\n`);
  expect(memory).not.toContain(`"It rained`);
  expect(story).not.toBe(opened.talk);
});

test('at a window of 4,000 tokens, what does not fit is counted, and what is pinned is named', async () => {
  const opened = await TurnDesk.open({
    configuration: { contextLength: 4_000 },
    answers: ([first, second]) => [
      says(`→ pin [${first}]\n→ pin [${second}]\n→ pin head\n→ view head full\n`),
      says('→ view head full\n'),
      says('→ view head full\n'),
      says('Well.'),
      says('Yes.'),
    ],
  });
  const { desk, nodes } = opened;
  await desk.commit([desk.typed(` ${'It snowed. '.repeat(600)}`)]);
  for (let at = 0; at < 3; at += 1)
    await desk.commit([desk.typed(`${at} ${'A long message. '.repeat(60)}`)], opened.talk);
  const ended = await opened.turn('What do you think?');
  expect(ended).toMatchObject({ state: 'done', error: null });
  for (const request of [0, 1, 2, 3]) {
    const json = opened.server.asked[request]?.json as {
      readonly messages: readonly { readonly content: string }[];
    };
    const length = json.messages.reduce((sum, { content }) => sum + content.length, 0);
    expect(length / 4).toBeLessThanOrEqual(4_000 - 200);
  }
  const missing = /^Left out to fit: (.*)$/m.exec(opened.sent(3))?.[1]?.split(' · ');
  expect(missing).toEqual([
    expect.stringMatching(/^\d messages? of this conversation$/),
    expect.stringMatching(/^5 results of this turn, about [\d,]+ tokens$/),
    '3 pinned or recalled texts, named in your memory',
    expect.stringMatching(/^\d+ tokens of text near your place$/),
  ]);
  // Dropped texts are counted where they were, too, and the last batch's results are cut, with a mark.
  const dropped = opened.sent(3).match(/\(about ([\d,]+) tokens of results left out to fit\)/g) ?? [];
  const numbers = (text: string) =>
    [...text.matchAll(/[\d,]+(?= tokens)/g)].map(([one]) => Number(one.replace(',', '')));
  const [sum = 0] = numbers(missing?.[1] ?? '');
  expect(dropped).toHaveLength(2);
  expect(Math.abs(dropped.flatMap(numbers).reduce((one, other) => one + other) - sum)).toBeLessThan(5);
  expect(opened.sent(3).split('---').at(-1)).toMatch(/view head full\n[\s\S]*… [\d,]+ tokens left out/);
  for (const { localId } of nodes.slice(0, 2)) expect(memoryIn(opened, 3)).toContain(`[${localId}]`);
  expect(memoryIn(opened, 3)).toContain('(not in context)');
});

test('200 pins and a stash of 100 KB stay within bounds, and lose nothing', async () => {
  const opened = await TurnDesk.open({
    configuration: { contextLength: 8_000 },
    answers: () => [says('Well.')],
  });
  const { desk } = opened;
  await typed(opened, `→ stash "long":\n${'A line of a long text.\n'.repeat(4_500)}←`);
  const many = await typed(
    opened,
    Array.from({ length: 200 }, (_, at) => `→ stash "stash ${at}" "Text."`).join('\n'),
  );
  expect(many.every(({ isRefused }) => !isRefused)).toBe(true);
  const [recalled, lines] = await typed(opened, '→ recall "long"\n→ recall "long" lines:4500-4500');
  expect(recalled?.text).toMatch(/^✓ recalled “long” \([\d,]+ tokens\)\nA line/);
  expect(recalled?.text).toMatch(/tokens left out; → recall “long” lines:\d+-\d+$/m);
  expect(lines?.text).toMatch(/\nA line of a long text\.$/);
  await opened.turn('Hello');
  expect(memoryIn(opened, 0)).toContain('“long” (not in context)');
  expect(memoryIn(opened, 0)).toMatch(/and \d+ more; → memory stashed/);
  expect(opened.sent(0)).toContain('Left out to fit: 1 pinned or recalled text, named in your memory');
  expect(memoryIn(opened, 0).length).toBeLessThanOrEqual(4 * 2_000);
  await desk.close();
});

test('a pinned document is sent as it is now, to agents that may read documents', async () => {
  const opened = await TurnDesk.open({
    permissions: { loom_aware: 'allow', doc_read: 'allow' },
    answers: () => [
      says('→ pin doc:"notes" §Marie\n→ pin doc:"notes" §Paul\n→ pin doc:"other"\n'),
      says('Pinned.'),
      says('Well.'),
      says('→ drop doc:"Notes#marie"\n'),
      says('Gone.'),
      says('Nothing.'),
    ],
  });
  const { desk, agentId } = opened;
  const { id: notes } = await desk.call('tree.create', { title: 'Notes', kind: 'document', mode: 'buffer' });
  await desk.commit([desk.typed('# Marie\nShe is reluctant.\n# Anna\nShe is not.')], notes);
  await turn(opened, 'Hello');
  expect((await opened.actions()).map(({ result }) => result)).toEqual([
    expect.stringMatching(/^✓ pinned doc:"Notes" §Marie \(4 words\) \(\d+ tokens\)$/),
    '✗ NOT_FOUND: doc:"Notes" has no section "Paul"\n  hint: its sections are "Marie", "Anna"',
    expect.stringContaining('✗ NOT_FOUND: there is no document "other"'),
  ]);
  expect(memoryIn(opened, 1)).toBe(
    '=== Operational Memory ===\nPinned:\n  doc:"Notes" §Marie (4 words) "# Marie\nShe is reluctant."\n===',
  );
  await desk.commit([desk.typed('# Marie\nShe is eager.\n# Anna\nShe is not.', { offset: 0 })], notes);
  await desk.call('tree.update', { treeId: notes, title: 'Characters' });
  await turn(opened, 'And now?');
  expect(memoryIn(opened, 2)).toContain('doc:"Characters" §Marie');
  await turn(opened, 'Forget it.');
  expect((await opened.actions())[0]?.result).toMatch(/^✓ dropped doc:"Characters" §Marie/);
  expect(memoryIn(opened, 4)).not.toContain('Marie" ');
  await typed(opened, '→ pin doc:"Characters"');
  await desk.call('agent.update', { agentId, permissions: { doc_read: 'never' } });
  await turn(opened, 'What do you see?');
  // Not even its title.
  expect(memoryIn(opened, 5)).not.toContain('Characters');
  expect(memoryIn(opened, 5)).toContain('a text (by the human) (of a document; doc_read not enabled)');
  expect(opened.sent(5)).not.toContain('She is not.');
});
