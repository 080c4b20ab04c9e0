/** No excluded or pruned text goes to a model, whatever an agent asks for (`agents.md`, *What no model is sent*). */
import { describe, expect, test } from 'vitest';
import type { Verb } from '../../../../src/core/commands/command.ts';
import { VERBS } from '../../../../src/core/commands/tools.ts';
import { idAt, type NodeId, type PositionId, type TreeId } from '../../../../src/core/ids.ts';
import { readSummaryPrompt } from '../../../../src/main/grove/reading/sent-summary.ts';
import { openGrove } from '../../../helpers/grove.ts';
import { COLLABORATOR, says, TurnDesk } from '../../../helpers/turn-desk.ts';
import type { Answering } from '../../../helpers/wire-server.ts';

const EVERYTHING = { ...COLLABORATOR, doc_read: 'allow', doc_write: 'allow', other_trees: 'allow' } as const;
const CAPS = {
  caps: { commands: 200, nodes: 100, calls: 50, continuations: 50, tokens: 2_000_000, minutes: 60 },
};

/** Words that are found nowhere but in one kind of text, all of which the writer keeps from models later. */
const KINDS = [
  'title',
  'text',
  'version',
  'note',
  'label',
  'summary',
  'link',
  'pruned',
  'below',
  'notebelow',
  'removed',
  'message',
  'heading',
  'document',
  'documentsummary',
  'documenttitle',
  'elsewhere',
] as const;
type Kind = (typeof KINDS)[number];
const canary = (kind: Kind) => `kanarie${kind}`;

interface Named {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  readonly localId: string;
}

/** The answers of a server, each made when its request arrives. */
class Script {
  readonly #answers: (() => string | Promise<string>)[] = [];

  readonly answering: Answering = async (response, asked) => {
    if (asked.json.model === 'speaker-1') return says('Then it snowed.')(response, asked);
    const next = this.#answers.shift();
    await says((await next?.()) ?? 'That is all.')(response, asked);
  };

  say(...answers: readonly (string | (() => string | Promise<string>))[]): void {
    this.#answers.push(...answers.map((one) => (typeof one === 'string' ? () => one : one)));
  }
}

async function open() {
  const script = new Script();
  const opened = await TurnDesk.open({
    answers: () => [script.answering],
    permissions: EVERYTHING,
    configuration: CAPS,
  });
  return { opened, script };
}

async function nodesOf({ desk }: TurnDesk, treeId: TreeId): Promise<readonly Named[]> {
  const { nodeIds, count } = (await desk.call('path.read', { treeId })).segments;
  const found: Named[] = [];
  for (let index = 0; index < count; index += 1) {
    const nodeId = idAt(nodeIds, index) as NodeId;
    const { node } = await desk.call('node.read', { treeId, nodeId });
    found.push({ nodeId, positionId: node.positionId, localId: node.localId });
  }
  return found;
}

/** The writer's commands in the story: their results. */
async function runs({ desk, talk }: TurnDesk, ...lines: readonly string[]): Promise<readonly string[]> {
  const outcomes = await desk.call('message.runCommands', { treeId: talk, at: null, text: lines.join('\n') });
  expect(outcomes.filter(({ isRefused }) => isRefused)).toEqual([]);
  return outcomes.map(({ text }) => text);
}

const idIn = (result: string | undefined): string =>
  /\[(\w+)\]/.exec(result ?? '')?.[1] ?? expect.unreachable(`no id in ${result}`);

async function exclude({ desk }: TurnDesk, treeId: TreeId, positionId: PositionId, excluded = true) {
  await desk.call('position.exclude', { ...(await desk.intent([], treeId)), positionId, excluded });
}

async function prune({ desk }: TurnDesk, treeId: TreeId, positionId: PositionId, pruned = true) {
  const positions = [{ positionId, pruned }];
  await desk.call('position.setPruned', { ...(await desk.intent([], treeId)), positions });
}

async function positionOf({ desk }: TurnDesk, treeId: TreeId, localId: string): Promise<PositionId> {
  const found = await desk.call('position.find', { treeId, localId });
  return found?.positionId ?? expect.unreachable(`no node ${localId}`);
}

/** A turn, whose last message the writer then reads on from. */
async function turn(opened: TurnDesk, message: string) {
  const { desk, talk } = opened;
  const ended = await opened.turn(message);
  const [newest] = await desk.call('turn.trace', { treeId: talk });
  const { positionId } =
    newest?.calls.findLast(({ node }) => node !== null)?.node ?? expect.unreachable('no reply');
  await desk.call('path.arrive', { ...(await desk.intent([], talk)), positionId });
  return ended;
}

/** A grove with every kind of text, what keeps them all from models, and their names. */
async function plant(opened: TurnDesk) {
  const { desk, story, talk } = opened;
  const at = (nodeId: NodeId) => ({ nodeId });
  await desk.commit([desk.typed(`${canary('title')} `, at(await desk.nodeAt(0)))], story);
  await desk.commit([desk.typed(`${canary('version')} `, at(await desk.nodeAt(1)))], story);
  await desk.commit([desk.typed(`${canary('text')} `, at(await desk.nodeAt(1)))], story);
  const [first, second, third] = await nodesOf(opened, story);
  if (first === undefined || second === undefined || third === undefined) throw new Error('no nodes');
  const note = await desk.call('node.annotate', {
    treeId: story,
    nodeId: second.nodeId,
    text: canary('note'),
  });
  const removed = await desk.call('node.annotate', {
    treeId: story,
    nodeId: third.nodeId,
    text: canary('removed'),
  });
  const { node: noteNode } = await desk.call('node.read', { treeId: story, nodeId: note.nodeId });
  await desk.call('position.bookmark', {
    ...(await desk.intent([], story)),
    positionId: second.positionId,
    bookmarked: true,
    label: canary('label'),
  });
  await desk.call('node.setSummary', { treeId: story, nodeId: second.nodeId, summary: canary('summary') });
  const [prunedResult] = await runs(opened, `→ respond [${first.localId}] "Once ${canary('pruned')} came."`);
  const pruned = idIn(prunedResult);
  const [belowResult] = await runs(opened, `→ respond [${pruned}] "Then ${canary('below')} went."`);
  const below = idIn(belowResult);
  await runs(
    opened,
    `→ annotate [${below}] "${canary('notebelow')}"`,
    `→ link [${third.localId}] to [${second.localId}] note:"${canary('link')}"`,
  );
  const { id: notes } = await desk.call('tree.create', { title: 'Notes', mode: 'buffer', kind: 'document' });
  await desk.commit([desk.typed(`# ${canary('heading')}\n\nShe ${canary('document')} here.\n\n`)], notes);
  await desk.commit([desk.typed('# Marie\n\nMarie is left-handed.\n')], notes);
  await desk.call('tree.update', { treeId: notes, summary: canary('documentsummary') });
  const { id: untitled } = await desk.call('tree.create', { title: null, mode: 'buffer', kind: 'document' });
  await desk.commit([desk.typed(`The ${canary('documenttitle')} page.\n`)], untitled);
  await desk.commit([desk.typed('Nothing else.\n')], untitled);
  const { id: other } = await desk.call('tree.create', { title: 'Other', mode: 'buffer' });
  await desk.commit([desk.typed(`Far ${canary('elsewhere')} away. `)], other);
  await desk.commit([desk.typed('And near.')], other);
  await runs(opened, `→ link [${third.localId}] to doc:"Notes#${canary('heading')}"`);
  const [far, near] = await nodesOf(opened, other);
  const [heading] = await nodesOf(opened, notes);
  const [page] = await nodesOf(opened, untitled);
  if (far === undefined || near === undefined || heading === undefined || page === undefined)
    throw new Error('no nodes');
  const names = {
    first: first.localId,
    second: second.localId,
    third: third.localId,
    note: noteNode.localId as string,
    pruned,
    below,
    far: far.localId,
    near: near.localId,
    heading: heading.localId,
  };
  const keepFromModels = async () => {
    for (const { positionId } of [first, second]) await exclude(opened, story, positionId);
    await prune(opened, story, await positionOf(opened, story, pruned));
    await prune(opened, story, removed.positionId);
    await exclude(opened, notes, heading.positionId);
    await exclude(opened, untitled, page.positionId);
    await exclude(opened, other, far.positionId);
    const [message] = await nodesOf(opened, talk);
    await exclude(opened, talk, message?.positionId ?? expect.unreachable('no message'));
    const end = (await desk.call('path.read', { treeId: story })).segments.lengths.reduce((a, b) => a + b, 0);
    const cursor = { anchor: end, head: end, scroll: 0 };
    await desk.call('cursor.save', { treeId: story, cursor });
  };
  return { names, keepFromModels };
}

type Names = Awaited<ReturnType<typeof plant>>['names'] & { readonly version: string };

/** Each tool on each kind of text. A new tool has to have its lines here. */
const LINES: Readonly<Record<Verb, (n: Names) => readonly string[]>> = {
  view: (n) => [
    ...[n.first, n.second, n.third, n.note, n.pruned, n.below].map(
      (id) => `→ view [${id}] full with-annotations`,
    ),
    `→ view branch:[${n.third}] as:prose`,
    `→ view branch:[${n.third}] as:nodes`,
    `→ view branch:[${n.below}]`,
    '→ view root with-annotations',
    `→ view [${n.far}] full in tree:"Other"`,
    `→ view branch:[${n.near}] in tree:"Other"`,
    `→ view [${n.heading}]`,
    `→ view [${n.far}]`,
  ],
  list: (n) => [
    ...['continuations', 'annotations', 'links', 'versions'].flatMap((what) =>
      [n.first, n.second, n.third, n.pruned, n.below].map((id) => `→ list [${id}] ${what}`),
    ),
    `→ list [${n.far}] versions in tree:"Other"`,
    '→ list documents',
    '→ list tags',
  ],
  tree: (n) => [
    '→ tree from:root depth:20',
    '→ tree from:root summary',
    `→ tree from:[${n.pruned}]`,
    '→ tree from:root in tree:"Other"',
  ],
  switch: (n) => [`→ switch to [${n.second}]`, `→ switch to [${n.below}]`, `→ switch to [${n.third}]`],
  search: () => ['→ search "kanarie"', '→ search "kanarie" in tree:"Other"', '→ search "the orchard"'],
  read: () => [
    '→ read doc:"Notes"',
    '→ read doc:"Notes" summary',
    '→ read doc:"Notes" lines:1-3',
    '→ read doc:"Notes" section:"Kanarie"',
    '→ read doc:"The kanarie"',
  ],
  pin: (n) => [`→ pin [${n.second}]`, `→ pin [${n.note}]`, `→ pin [${n.below}]`, '→ pin doc:"Notes"'],
  stash: (n) => [
    `→ stash "text" content-of:[${n.second}]`,
    `→ stash "note" content-of:[${n.note}]`,
    `→ stash "below" content-of:[${n.below}]`,
    `→ stash "path" summary-of:[${n.first}]-[${n.third}]`,
    '→ stash "mine" "What I think."',
  ],
  recall: () =>
    ['one', 'two', 'three', 'four', 'text', 'below', 'path'].map((label) => `→ recall "${label}"`),
  drop: (n) => [`→ drop pin:[${n.note}]`, '→ drop stash:"note"'],
  memory: () => ['→ memory', '→ memory trace', '→ memory stashed'],
  snapshot: () => [
    '→ snapshot',
    '→ snapshot all',
    '→ snapshot section:"Kanarie"',
    '→ snapshot doc:"Notes"',
    '→ snapshot doc:"Notes" section:"Marie"',
  ],
  diff: (n) => [`→ diff from:${n.version}:\nNobody came at all.\n←`],
  think: () => ['→ think\nWhat now?\n←'],
  help: () => ['→ help', ...VERBS.map((verb) => `→ help ${verb}`)],
  continue: (n) => [
    `→ continue from [${n.third}] n:1 tokens:20 using agent:"Speaker"`,
    `→ continue from [${n.second}] n:1 tokens:20 using agent:"Speaker"`,
    `→ continue from [${n.below}] n:1 tokens:20 using agent:"Speaker"`,
  ],
  respond: (n) => [n.second, n.below].map((id) => `→ respond [${id}] "Snow."`),
  annotate: (n) => [`→ annotate [${n.second}] "Why?"`, `→ annotate quote:"Nobody came." "Who?"`],
  link: (n) => [
    `→ link [${n.third}] to [${n.first}]`,
    '→ link root to doc:"Notes"',
    '→ link root to doc:"Notes#Kanarie"',
  ],
  edit: (n) => [n.second, n.note, n.below].map((id) => `→ edit [${id}] "Sun."`),
  patch: (n) => [`→ patch version:${n.version}:\n@@\n-It was here.\n+It was there.\n←`],
  insert: () => ['→ insert after:"Nobody came." " At all."', '→ insert after:"The orchard" "!"'],
  replace: (n) => [
    '→ replace "Nobody came." with "All came."',
    '→ replace "left" with "right" in doc:"Notes"',
    `→ replace "kanarie" with "bird" version:${n.version}`,
  ],
  write: () => ['→ write doc:"Notes" append "More."', '→ write doc:"Notes" replace:1-1 "Less."'],
  bookmark: (n) => [n.second, n.third].map((id) => `→ bookmark [${id}]`),
  tag: (n) => [`→ tag [${n.second}] "seen"`, `→ tag [${n.third}] "seen"`],
  untag: (n) => [`→ untag [${n.second}] "seen"`, `→ untag [${n.third}] "seen"`],
  unbookmark: (n) => [`→ unbookmark [${n.third}]`],
  prune: (n) => [`→ prune [${n.below}]`],
  restore: (n) => [`→ restore [${n.pruned}]`],
  exclude: (n) => [`→ exclude [${n.third}]`, `→ exclude [${n.second}]`],
  include: (n) => [`→ include [${n.third}]`, `→ include [${n.second}]`, `→ include [${n.first}]`],
};

/** The kinds of text that are in these requests. */
function leaked(opened: TurnDesk, from: number): readonly string[] {
  const bodies = opened.server.asked
    .slice(from)
    .map(({ body }) => body.toLowerCase())
    .join('\n');
  return KINDS.map(canary).filter((word) => new RegExp(`${word}\\b`).test(bodies));
}

describe('what no model is sent', () => {
  test('whatever an agent asks for, remembers or is told, no request has an excluded or pruned text', async () => {
    const { opened, script } = await open();
    const { desk, story, talk } = opened;
    const { names, keepFromModels } = await plant(opened);
    const [{ id: providerId } = { id: '' }] = desk.emitted('providers.changed').at(-1) ?? [];
    const { id: speaker } = await desk.call('agent.create', {
      name: 'Speaker',
      modelRef: `${providerId}:speaker-1`,
      configuration: { completionStyle: 'chat' },
      color: null,
    });
    script.say(
      [
        `→ pin [${names.second}]`,
        `→ pin [${names.below}]`,
        `→ pin doc:"Notes" section:"${canary('heading')}"`,
        `→ stash "one" content-of:[${names.second}]`,
        `→ stash "two" summary-of:[${names.first}]-[${names.third}]`,
        '→ recall "one"',
        '→ recall "two"',
        `→ view [${names.second}] with-annotations`,
        `→ view [${names.below}] with-annotations`,
        `→ view [${names.far}] in tree:"Other"`,
        `→ list [${names.third}] annotations`,
        `→ list [${names.third}] links`,
        '→ list documents',
        '→ read doc:"Notes"',
        '→ read doc:"Notes" summary',
        '→ view branch:head',
        '→ snapshot all',
        `→ view [${names.pruned}]`,
        `→ list [${names.second}] versions`,
      ].join('\n'),
    );
    expect(await turn(opened, `Look at it: ${canary('message')}.`)).toMatchObject({ state: 'done' });
    await runs(
      opened,
      `→ pin [${names.first}]`,
      `→ stash "three" summary-of:[${names.first}]-[${names.third}]`,
      '→ recall "three"',
    );
    // As long as they are sent, all of them are, so that the rest of the test can fail.
    expect(leaked(opened, 0)).toEqual(KINDS.map(canary));
    const version =
      /snapshot version=(\w+)/.exec(opened.server.asked.map(({ body }) => body).join('\n'))?.[1] ??
      expect.unreachable('no snapshot');

    await keepFromModels();
    // The writer is shown what the writer keeps from models.
    const [shown] = await runs(
      opened,
      `→ view [${names.second}] with-annotations`,
      `→ pin [${names.pruned}]`,
      `→ stash "four" content-of:[${names.second}]`,
      '→ recall "four"',
    );
    expect(shown).toContain(canary('text'));
    expect(shown).toContain(canary('note'));
    const from = opened.server.asked.length;
    const lines = VERBS.flatMap((verb) => {
      expect(LINES).toHaveProperty(verb);
      return LINES[verb]({ ...names, version });
    });
    for (let first = 0; first < lines.length; first += 60)
      script.say(lines.slice(first, first + 60).join('\n'));
    expect(await turn(opened, 'Try everything.')).toMatchObject({ state: 'done' });
    const results = await opened.actions();
    expect(results.length).toBeGreaterThanOrEqual(lines.length);
    const resultOf = (line: string) => results.find((one) => one.line === line)?.result ?? '';
    const shownNow = resultOf(`→ view [${names.second}] full with-annotations`);
    expect(shownNow).toMatch(/· bookmarked · excluded\nits text is not sent\n/);
    expect(resultOf('→ search "kanarie"')).toBe('no hits in this tree');
    for (const line of [`→ include [${names.second}]`, `→ restore [${names.pruned}]`])
      expect(resultOf(line)).toMatch(
        /^✗ PERMISSION_DENIED: \[\w+\] was (excluded|pruned) by the human\n {2}hint: only the human can/,
      );
    expect(resultOf(`→ include [${names.third}]`)).toBe(`✓ included [${names.third}]`);
    // A node named in a message recalls what was read of it.
    await turn(opened, `And [${names.second}], [${names.below}], [${names.far}]?`);
    expect(opened.sent(opened.server.asked.length - 1)).toContain('Marie is left-handed.');
    // A model that is asked without a turn is sent the same.
    for (const treeId of [story, talk])
      await desk.call('generation.start', {
        ...(await desk.intent([], treeId)),
        at: null,
        agentIds: [speaker],
        count: 1,
        maxTokens: 100,
      });
    for (const treeId of [story, talk])
      await expect.poll(() => desk.call('generation.running', { treeId }), { timeout: 5_000 }).toEqual([]);
    expect(leaked(opened, from)).toEqual([]);
    await opened.expectSound();
  }, 60_000);

  test('what the running turn has read is not sent again once it is excluded', async () => {
    const { opened, script } = await open();
    const { story, nodes } = opened;
    const [first, second] = nodes;
    if (first === undefined || second === undefined) throw new Error('no nodes');
    script.say(`→ view [${first.localId}]\n→ view [${second.localId}]\n→ snapshot all`, async () => {
      await exclude(opened, story, second.positionId);
      return '→ diff:\nIt was dry.\n←\n→ recall "it"';
    });
    await opened.turn();
    expect(opened.sent(1)).toContain('The orchard was empty.');
    const { length } = opened.server.asked;
    const last = opened.sent(length - 1);
    expect(last).not.toContain('The orchard was empty.');
    expect(last.split('(something that it shows was excluded or pruned since: look again)')).toHaveLength(3);
    expect(last).toContain('It rained all night.');
    expect((await opened.actions()).find(({ line }) => line === '→ diff:')?.result).toContain('✗ NOT_FOUND');
  });

  test('an agent takes back what it did itself, and not what the writer did since, and nobody is asked about that', async () => {
    const { opened, script } = await open();
    const { desk, story, nodes, agentId } = opened;
    const [, second, third] = nodes;
    if (second === undefined || third === undefined) throw new Error('no nodes');
    const [made] = await runs(opened, `→ respond [${second.localId}] "Snow."`);
    const snow = idIn(made);
    script.say(
      [
        `→ exclude [${third.localId}]\n→ include [${third.localId}]`,
        `→ prune [${snow}]\n→ restore [${snow}]`,
        `→ exclude [${third.localId}]\n→ prune [${snow}]`,
      ].join('\n'),
    );
    await opened.turn();
    expect((await opened.actions()).map(({ outcome }) => outcome)).toEqual(Array(6).fill('done'));
    const at = await positionOf(opened, story, snow);
    for (const isSo of [false, true]) {
      await exclude(opened, story, third.positionId, isSo);
      await prune(opened, story, at, isSo);
    }
    await desk.call('agent.update', { agentId, permissions: { ...EVERYTHING, loom_write: 'ask' } });
    const lines = [`→ include [${third.localId}]`, `→ restore [${snow}]`];
    script.say(lines.join('\n'));
    expect(await opened.turn()).toMatchObject({ state: 'done' });
    expect((await opened.actions()).map(({ line, outcome }) => [line, outcome])).toEqual(
      lines.map((line) => [line, 'PERMISSION_DENIED']),
    );
  });

  test('no summary is made of a text that is pruned, or kept that has words of one', async () => {
    const { opened, script } = await open();
    const { desk, story, agentId, server } = opened;
    await desk.call('tree.show', { treeId: story });
    const long = (word: string) => `${word} burned on the sill while the rain went on and on. `.repeat(5);
    await desk.commit([desk.typed(long('The lamp'))]);
    await desk.commit([desk.typed(long('The kanarie'))]);
    const [, , , lamp, bird] = await nodesOf(opened, story);
    if (lamp === undefined || bird === undefined) throw new Error('no nodes');
    const agent = desk.grove.snapshot().agents.find(({ id }) => id === agentId);
    await desk.call('settings.update', { summaryModel: agent?.modelRef ?? '' });
    script.say('A lamp burns.', 'A lamp burns, and a kanarie.');
    const view = async (id: string) =>
      (await runs(opened, `→ stash "x" summary-of:[${id}]-[${id}]`, '→ recall "x"'))[1];
    await view(lamp.localId);
    await expect.poll(() => view(lamp.localId), { timeout: 60_000 }).toContain('A lamp burns.');
    await view(bird.localId);
    await expect.poll(() => view(bird.localId), { timeout: 60_000 }).toContain('and a kanarie.');
    const from = server.asked.length;
    // Its summary has words of what is above it.
    await exclude(opened, story, lamp.positionId);
    script.say(`→ tree from:[${bird.localId}] summary`);
    await opened.turn('Look.');
    await desk.call('position.prune', { ...(await desk.intent([], story)), positionId: bird.positionId });
    const store = openGrove(desk.path, { readonly: true });
    const subject = { treeId: story, node: bird.nodeId, writerId: desk.grove.snapshot().writerId };
    expect(readSummaryPrompt(store, subject)).toBeNull();
    const bodies = server.asked.slice(from).map(({ body }) => body);
    expect(bodies.filter((body) => body.includes('lamp'))).toEqual([]);
    expect(bodies.at(-1)).not.toContain('A lamp burns');
  }, 30_000);
});
