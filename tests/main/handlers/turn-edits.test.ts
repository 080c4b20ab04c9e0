/** Loom-aware agents propose edits (`edits.md`), with a real server as their model. */
import { describe, expect, test } from 'vitest';
import type { NodeId } from '../../../src/core/ids.ts';
import type { AgentPermissions } from '../../../src/core/tree/agent.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { COLLABORATOR, denied, says, TurnDesk } from '../../helpers/turn-desk.ts';
import type { Answering } from '../../helpers/wire-server.ts';

const STORY = 'It rained all night. The orchard was empty. Nobody came.';

/** An answer that names the version of the latest snapshot that the agent was shown. */
function withVersion(answer: (version: string) => string): Answering {
  return (response, asked) => {
    const versions = [...JSON.stringify(asked.json).matchAll(/✓ snapshot version=([0-9a-f]{12})/g)];
    return says(answer(versions.at(-1)?.[1] ?? 'none'))(response, asked);
  };
}

/** The answer repeats the diff that the agent was answered. */
function patchOfDiff(): Answering {
  return (response, asked) => {
    const { messages } = asked.json as { readonly messages: readonly { readonly content: string }[] };
    const [, version = '', diff = ''] =
      /✓ diff version=([0-9a-f]{12})\n([\s\S]*)$/.exec(messages.at(-1)?.content ?? '') ?? [];
    return says(`→ patch version:${version}:\n${diff}\n←\n`)(response, asked);
  };
}

const SNAPSHOT = says('→ snapshot all\n');
const patch = (version: string, old: string, now: string) =>
  `→ patch version:${version} rationale:"Clearer":\n@@ -1 +1 @@\n-${old}\n+${now}\n←\n`;

async function proposalsOf({ desk, story }: Pick<TurnDesk, 'desk' | 'story'>) {
  return desk.call('proposal.list', { treeId: story });
}

async function results(opened: TurnDesk): Promise<readonly (string | null)[]> {
  return (await opened.actions()).map(({ result }) => result);
}

test('an agent takes a snapshot, patches it with a mistake, is told, takes another and succeeds', async () => {
  const opened = await TurnDesk.open({
    answers: () => [
      SNAPSHOT,
      withVersion((version) => patch(version, 'It snowed all night.', 'It poured all night.')),
      SNAPSHOT,
      withVersion((version) => patch(version, STORY, STORY.replace('rained', 'poured'))),
      says('Done.'),
    ],
  });
  expect((await opened.turn()).state).toBe('done');
  const [taken, refused, again, proposed] = await results(opened);
  expect(taken).toMatch(
    /^✓ snapshot version=[0-9a-f]{12} line 1 of 1\n {2}scope: all · caret: \d+\nIt rained all night\. The orchard was empty\. Nobody came\.$/,
  );
  expect(refused).toMatch(
    /^✗ CONFLICT: hunk 1 of 1 does not fit version [0-9a-f]{12} \(context_mismatch\)\n/,
  );
  expect(refused).toContain('  expected:\n    It snowed all night.');
  expect(refused).toMatch(/\n {2}hint: take a new snapshot/);
  expect(again).toBe(taken);
  expect(proposed).toMatch(/^✓ proposed: 1 suggestion \(\+\d+ −\d+ chars, patch, version=[0-9a-f]{12}\)$/);
  const proposals = await proposalsOf(opened);
  expect(proposals).toMatchObject([
    { state: 'open', action: 'patch', rationale: 'Clearer', hasRecord: true, acceptsOnArrival: false },
    { state: 'refused', refusal: { reason: 'context_mismatch', hunk: 1 } },
  ]);
  const [{ suggestions: [suggestion] = [] } = expect.unreachable()] = proposals;
  expect([suggestion?.removed, suggestion?.inserted]).toEqual(['rained', 'poured']);
  const { segments } = await opened.desk.call('path.read', { treeId: opened.story });
  expect(segments.text).toBe(STORY);
  await opened.expectSound();
});

test('diff answers what patch takes; insert and replace find their words in the snapshot', async () => {
  const opened = await TurnDesk.open({
    answers: () => [
      says('→ snapshot all\n'),
      says(`→ diff:\n${STORY.replace('Nobody', 'Hardly anybody')}\n←\n`),
      patchOfDiff(),
      says(
        '→ insert " Still." after "Nobody came."\n→ replace "empty" with "bare"\n→ replace "orchards" with "gardens"\n' +
          '→ replace "a" with "b"\n→ insert "At last."\n',
      ),
      says('Done.'),
    ],
  });
  await opened.turn();
  const [, diff, ...lines] = await results(opened);
  expect(diff).toMatch(
    /^✓ diff version=[0-9a-f]{12}\n--- snapshot\n\+\+\+ edited \w+\n@@ -1,1 \+1,1 @@\n-It rained/,
  );
  expect(lines.map((line) => line?.split('\n')[0]?.replace(/[0-9a-f]{12}/, 'V'))).toEqual([
    '✓ proposed: 1 suggestion (+14 −6 chars, patch, version=V)',
    '✓ proposed: 1 suggestion (+7 chars, insert, version=V)',
    '✓ proposed: 1 suggestion (+4 −5 chars, replace, version=V)',
    '✗ CONFLICT: hunk 1 of 1 does not fit version V (context_mismatch)',
    '✗ CONFLICT: the edit does not fit version V (ambiguous)',
    '✓ proposed: 1 suggestion (+8 chars, insert, version=V)',
  ]);
});

test('a directive in JSON is read like the command that says the same; a note quotes the words', async () => {
  const opened = await TurnDesk.open({
    answers: () => [
      SNAPSHOT,
      withVersion((document_version) => {
        const replace = {
          action: 'replace',
          document_version,
          target_range: { start: 3, end: 9 },
          content: 'poured',
        };
        const beyond = { ...replace, target_range: { start: 3, end: 9_000 } };
        return [replace, beyond].map((fields) => `→ patch:\n${JSON.stringify(fields)}\n←\n`).join('');
      }),
      says('→ annotate quote:"The orchard" "Which one?"\n→ annotate quote:"empty. Nobody" "Who?"\n'),
      says('Done.'),
    ],
  });
  await opened.turn();
  const [, proposed, beyond, noted] = await results(opened);
  expect(proposed).toMatch(/^✓ proposed: 1 suggestion \(\+6 −6 chars, replace,/);
  expect(beyond).toMatch(/^✗ INVALID_SYNTAX: target_range is not in the snapshot, which has 56 code units/);
  expect(noted).toMatch(`added to [${opened.nodes[1]?.localId}]`);
  const nodeId = opened.nodes[1]?.id ?? expect.unreachable();
  expect(await opened.desk.call('node.annotations', { treeId: opened.story, nodeId })).toMatchObject([
    { text: '> The orchard\n\nWhich one?' },
    // A note has no words of a text that it is not on.
    { text: '> empty.…\n\nWho?', quote: 'empty.' },
  ]);
  await opened.expectSound();
});

test('notes about the text count as notes of the turn', async () => {
  const note = '→ annotate quote:"The orchard" "Which one?"\n';
  const opened = await TurnDesk.open({
    answers: () => [SNAPSHOT, says(note, note), says('Done.')],
    configuration: { caps: { nodes: 1 } },
  });
  await opened.turn();
  const [, first, second] = await results(opened);
  expect(first).toMatch(/^✓ annotation/);
  expect(second).toMatch(/^✗ LIMIT_EXCEEDED: no nodes, versions or notes are left in this turn/);
});

test('lines that look like commands are quoted in a snapshot, and fit when they are copied', async () => {
  const opened = await TurnDesk.open({
    answers: () => [
      SNAPSHOT,
      withVersion(
        (version) => `→ patch version:${version}:\n@@ -2 +2 @@\n-\\→ prune root\n+\\→ prune here\n←\n`,
      ),
      says('Done.'),
    ],
  });
  await opened.desk.commit([opened.desk.typed('\n→ prune root\nThe end.')]);
  await opened.turn();
  const [taken, proposed] = await results(opened);
  expect(taken).toContain('\n\\→ prune root\n');
  expect(proposed).toMatch(/^✓ proposed: 1 suggestion/);
  const [{ suggestions: [suggestion] = [] } = expect.unreachable()] = await proposalsOf(opened);
  expect([suggestion?.removed, suggestion?.inserted]).toEqual(['root', 'here']);
});

test('a section is the chapter under its heading; what does not fit says so', async () => {
  const opened = await TurnDesk.open({
    answers: () => [
      says('→ snapshot section:"two"\n→ snapshot section:"Four"\n→ snapshot all\n→ snapshot\n'),
      says('Done.'),
    ],
    configuration: { contextLength: 6_000 },
  });
  const long = 'She walked on.\n'.repeat(500);
  await opened.desk.commit([opened.desk.typed(`\n\n# Two\n\nShort.\n\n# Three\n\n${long}`)]);
  await opened.turn();
  const [two, four, all, widest] = await results(opened);
  expect(two).toMatch(/scope: chapter(?: · caret: \d+)?\n# Two\n\nShort\.\n?$/);
  expect(four).toMatch(/^✗ NOT_FOUND: no heading “Four” in the text/);
  expect(all).toMatch(/^✗ LIMIT_EXCEEDED: /);
  expect(widest).toMatch(/^✓ snapshot version=\w+ lines \d+-\d+ of \d+\n {2}scope: chapter/);
  expect(widest?.length).toBeLessThan(4_200);
});

test('the writer’s draft is shown only in a turn that the writer began from the manuscript', async () => {
  const opened = await TurnDesk.open({ answers: () => [SNAPSHOT, says('Done.'), SNAPSHOT, says('Done.')] });
  const { desk, story } = opened;
  const { pathVersion } = await desk.call('path.read', { treeId: story });
  await desk.call('proposal.read', { treeId: story, pathVersion, ops: [desk.typed(' Then')] });
  await opened.turn();
  expect((await results(opened))[0]).toMatch(/^✗ CONFLICT: the human is writing there/);
  const talk = await desk.call('path.read', { treeId: opened.talk });
  const { turn } = await desk.call('turn.start', {
    treeId: opened.talk,
    pathVersion: talk.pathVersion,
    ops: [desk.typed('And now?')],
    at: null,
    agentId: opened.agentId,
    maxTokens: 200,
    topicAt: opened.nodes[2]?.positionId ?? null,
  });
  await opened.until(turn.turnId, 'ended');
  expect((await results(opened))[0]).toContain(`\n${STORY} Then`);
});

test('Stop while a long edit is planned ends its turn and proposes nothing; others are answered meanwhile', async () => {
  const desk = new HandlersDesk();
  const lines = Array.from({ length: 3_000 }, (_, at) => `She counted ${at} lamps in the lane.\n`);
  await desk.commit([desk.typed(lines.join(''))]);
  const changed = lines.map((line) => `-${line}+${line.replace('lamps', 'stars')}`);
  const header = `@@ -1,${lines.length} +1,${lines.length} @@\n`;
  const opened = await TurnDesk.open({
    desk,
    answers: () => [
      says('→ snapshot all\n'),
      withVersion((version) => `→ patch version:${version}:\n${header}${changed.join('')}←\n`),
      says('Never asked.'),
    ],
  });
  const { turnId } = await opened.begin();
  await expect.poll(() => opened.server.asked.length, { timeout: 5_000 }).toBe(2);
  await expect.poll(() => opened.latest(turnId).phase, { timeout: 5_000, interval: 1 }).toBe('commands');
  await desk.call('turn.stop', { turnId });
  expect(opened.latest(turnId)).toMatchObject({ state: 'stopped', phase: 'ended' });
  expect(await proposalsOf(opened)).toEqual([]);
  expect(opened.server.asked).toHaveLength(2);
  await opened.expectSound();
});

describe('permissions', () => {
  const propose = withVersion((version) => patch(version, STORY, STORY.replace('rained', 'poured')));
  const open = (permissions: AgentPermissions) =>
    TurnDesk.open({ answers: () => [SNAPSHOT, propose, says('Done.')], permissions });

  test('who may not write may take snapshots, and proposes nothing', async () => {
    const opened = await open({ loom_aware: 'allow', loom_write: 'never', edit_apply: 'allow' });
    await opened.turn();
    const [taken, refused] = await results(opened);
    expect(taken).toMatch(/^✓ snapshot/);
    expect(refused).toBe(denied('loom_write'));
    expect(await proposalsOf(opened)).toEqual([]);
  });

  test('nobody is asked about what the writer must accept anyway', async () => {
    const opened = await open({ loom_aware: 'allow', loom_write: 'ask' });
    await opened.turn();
    expect(await proposalsOf(opened)).toMatchObject([{ state: 'open', acceptsOnArrival: false }]);
  });

  test('the card says how much would be changed on arrival', async () => {
    const opened = await open({ loom_aware: 'allow', loom_write: 'ask', edit_apply: 'allow' });
    const { turnId } = await opened.begin();
    const { card } = await opened.until(turnId, 'asking');
    expect(card?.lines).toMatchObject([
      { permission: 'loom_write', effect: 'Makes 1 change to the manuscript: +6 −6 characters.' },
    ]);
    expect(await proposalsOf(opened)).toEqual([]);
    await opened.desk.call('turn.answer', {
      turnId,
      card: card?.card ?? 0,
      answer: { kind: 'deny', words: 'Not now' },
    });
    await opened.until(turnId, 'ended');
    expect((await results(opened))[1]).toBe('✗ PERMISSION_DENIED: the human said no: Not now');
  });

  test('who may apply edits has them accepted on arrival', async () => {
    const opened = await open({ ...COLLABORATOR, edit_apply: 'allow' });
    await opened.turn();
    expect((await results(opened))[1]).toMatch(/^✓ applied: \+6 −6 chars \(patch, version=[0-9a-f]{12}\)/);
    expect(await proposalsOf(opened)).toMatchObject([{ acceptsOnArrival: true }]);
  });

  test.each([
    ['allowed', true],
    ['denied', false],
  ])('who asks before applying proposes what is %s', async (_, isAllowed) => {
    const opened = await open({ ...COLLABORATOR, edit_apply: 'ask' });
    const { turnId } = await opened.begin();
    const { card } = await opened.until(turnId, 'asking');
    const [line] = card?.lines ?? [];
    expect(line).toMatchObject({
      permission: 'edit_apply',
      effect: 'Makes 1 change to the manuscript: +6 −6 characters.',
    });
    const answer = isAllowed
      ? ({ kind: 'allow', lines: [line?.ordinal ?? 0], forTurn: false } as const)
      : ({ kind: 'deny', words: '' } as const);
    await opened.desk.call('turn.answer', { turnId, card: card?.card ?? 0, answer });
    await opened.until(turnId, 'ended');
    expect(await proposalsOf(opened)).toMatchObject([{ state: 'open', acceptsOnArrival: isAllowed }]);
  });
});

test('the next call tells what the writer decided, once', async () => {
  const opened = await TurnDesk.open({
    answers: () => [
      SNAPSHOT,
      withVersion((version) =>
        patch(version, STORY, 'It poured all night. The orchard was empty. Somebody came.'),
      ),
      says('Done.'),
      says('I see.'),
      says('Well.'),
    ],
  });
  await opened.turn();
  const { desk, story } = opened;
  const [proposal = expect.unreachable()] = await proposalsOf(opened);
  const { pathVersion } = await desk.call('path.read', { treeId: story });
  const decide = (ordinal: number, decision: 'accepted' | 'rejected') => ({
    proposalId: proposal.proposalId,
    ordinal,
    decision,
    range: { from: 3, to: 9 },
  });
  await desk.call('proposal.update', {
    treeId: story,
    pathVersion,
    ops: [],
    suggestions: [decide(0, 'accepted'), decide(1, 'rejected')],
  });
  await opened.turn('What now?');
  expect(opened.sent(3)).toMatch(/Your suggestions: accepted 1, rejected 1, version=[0-9a-f]{12}\n/);
  await opened.turn('And now?');
  expect(opened.sent(4)).not.toContain('Your suggestions');
});

test('what a turn proposed and the writer has not accepted is listed no longer once it is undone; redo opens it again', async () => {
  const opened = await TurnDesk.open({
    answers: () => [
      SNAPSHOT,
      withVersion((version) => patch(version, STORY, STORY.replace('rained', 'poured'))),
      says('Done.'),
    ],
  });
  const { turnId } = await opened.turn();
  const states = async () =>
    (await proposalsOf(opened)).map(({ suggestions }) => suggestions.map(({ decision }) => decision));
  expect(await opened.desk.call('turn.undo', { turnId })).toMatchObject({ changed: 1, of: 1, kept: [] });
  expect(await states()).toEqual([]);
  expect(await opened.desk.call('turn.redo', { turnId })).toMatchObject({ changed: 1, of: 1 });
  expect(await states()).toEqual([['open']]);
  await opened.expectSound();

  // The file is closed and opened between the two.
  const { desk, story } = opened;
  await desk.call('turn.undo', { turnId });
  await desk.close();
  const again = new HandlersDesk(desk.path, 1_000_000);
  const listed = async () => (await proposalsOf({ desk: again, story })).length;
  expect(await listed()).toBe(0);
  expect(await again.call('turn.redo', { turnId })).toMatchObject({ changed: 1, of: 1 });
  expect(await listed()).toBe(1);
});

test('an edit without a snapshot is of one that is taken for it, as far as the agent may read', async () => {
  const opened = await TurnDesk.open({
    answers: () => [says('→ replace "empty" with "bare"\n'), says('Done.')],
    permissions: { loom_aware: 'allow', loom_write: 'ask', edit_apply: 'allow' },
  });
  const { turnId } = await opened.begin();
  const { card } = await opened.until(turnId, 'asking');
  expect(card?.lines).toMatchObject([{ effect: 'Makes 1 change to the manuscript: +4 −5 characters.' }]);
  await opened.desk.call('turn.answer', {
    turnId,
    card: card?.card ?? 0,
    answer: { kind: 'allow', lines: [0], forTurn: false },
  });
  await opened.until(turnId, 'ended');
  expect((await results(opened))[0]).toMatch(/^✓ applied: \+4 −5 chars/);

  const typed = await TurnDesk.open({
    answers: () => [says('→ replace "empty" with "bare"\n'), says('Done.')],
  });
  await typed.desk.call('draft.save', {
    ...(await typed.desk.intent([typed.desk.typed(' Then')])),
    digest: null,
  });
  await typed.turn();
  expect((await results(typed))[0]).toMatch(/^✗ CONFLICT: the human is writing there/);
});

test('the writer has the same tools, and each agent its own snapshots', async () => {
  const opened = await TurnDesk.open({ answers: () => [SNAPSHOT, says('Done.')] });
  await opened.turn();
  const { desk, talk } = opened;
  const run = async (text: string) =>
    (await desk.call('message.runCommands', { treeId: talk, at: null, text })).map((one) => one.text);
  const version = (await desk.call('turn.trace', { treeId: talk }))[0]?.actions[0]?.result?.match(
    /version=(\w+)/,
  )?.[1];
  expect(await run(`→ replace "empty" with "bare" version:${version}`)).toEqual([
    expect.stringMatching(
      /^✗ CONFLICT: the edit does not fit version [0-9a-f]{12} \(unknown_version\)\n {2}hint: take a new snapshot$/,
    ),
  ]);
  const [taken, proposed] = await run('→ snapshot all\n→ replace "empty" with "bare"');
  expect(taken).toContain(STORY);
  expect(proposed).toMatch(/^✓ proposed: 1 suggestion/);
  const [mine] = await proposalsOf(opened);
  expect(mine?.agentId).not.toBe(opened.agentId);
});

test('an edit changes the snapshot that it was planned for, whatever is taken meanwhile', async () => {
  const opened = await TurnDesk.open({ answers: () => [] });
  const { desk, talk, story, nodes } = opened;
  const run = (text: string) => desk.call('message.runCommands', { treeId: talk, at: null, text });
  await run('→ snapshot all');
  const proposing = run(`→ insert "${' Still nobody.'.repeat(300)}" after "Nobody came."`);
  await new Promise((resolve) => setImmediate(resolve));
  const typed = desk.typed('At last, one evening: ', { nodeId: nodes[0]?.id as NodeId });
  await desk.call('draft.save', { ...(await desk.intent([typed])), digest: null });
  const agentId = desk.grove.snapshot().writerId;
  desk.grove.proposals.take({ treeId: story, agentId, scope: 'all', range: null, limit: 1_000 });
  const [proposed] = await proposing;
  expect(proposed?.text).toMatch(/^✓ proposed: 1 suggestion/);
  const { proposals } = await desk.call('proposal.read', await desk.intent());
  const { from = 0 } = proposals[0]?.suggestions[0]?.range ?? {};
  expect(`At last, one evening: ${STORY}`.slice(0, from)).toMatch(/Nobody came\.$/);
});
