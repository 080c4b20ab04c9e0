import { describe, expect, test } from 'vitest';
import { split } from '../../../../src/core/buffer/split.ts';
import { commandsOnly } from '../../../../src/core/commands/commands-only.ts';
import { firstNodeAt, type NodeId } from '../../../../src/core/ids.ts';
import type { WholeNode } from '../../../../src/core/tree/tree-node.ts';
import { defaultPreferences } from '../../../../src/ipc/preferences.ts';
import type { WriterWork } from '../../../../src/main/grove/agents/command-context.ts';
import { CommandRunner } from '../../../../src/main/grove/agents/command-runner.ts';
import { ChangeFeed } from '../../../../src/main/grove/change-feed.ts';
import { verifyGrove } from '../../../../src/main/grove/checking/verify-grove.ts';
import { TreeTransactions } from '../../../../src/main/grove/writing/tree-transactions.ts';
import { getHead } from '../../../../src/main/store/tables/path-state.ts';
import { sqlViews } from '../../../../src/main/store/tree/sql-tree.ts';
import { dumpGrove, plantGrove, plantTree, rowsGained } from '../../../helpers/grove.ts';

/** A story with two endings: rain, then sun (by the model) or, on the writer's path, snow and ice. */
function open(mode: 'buffer' | 'dialogue' = 'buffer') {
  const grove = plantGrove({ mode });
  const { store, tree, root, human, model, idsAndClock } = grove;
  const rain = grove.continue(root, 'It rained.');
  const sun = grove.continue(rain.positionId, ' The sun came.', {
    follow: false,
    authorId: model,
    authorType: 'model',
  });
  const snow = grove.continue(rain.positionId, ' It snowed.');
  const ice = grove.continue(snow.positionId, ' Ice.');
  const work: { edited: readonly NodeId[] } = { edited: [] };
  const context = {
    store,
    treeId: tree.id,
    actor: { id: human, type: 'human' as const },
    writerId: human,
    transactions: new TreeTransactions(store, new ChangeFeed()),
    idsAndClock,
    writerWork: (): WriterWork => ({ head: getHead(store, tree.id, human), edited: work.edited }),
    preferences: () => defaultPreferences,
  };
  /** The results of commands from the writer's head, with ids by name and without times. */
  const run = async (text: string, at = ice): Promise<string> => {
    const commands = commandsOnly(text);
    if (commands === null) throw new Error(`no commands: ${text}`);
    const runner = new CommandRunner(context, at.positionId);
    const results: string[] = [];
    for (const command of commands) results.push((await runner.run(command)).text);
    return results.join('\n').replaceAll(/\b\d\d:\d\d\b/g, 'T');
  };
  /** The nodes that `fn` adds. */
  const madeBy = async (fn: () => Promise<unknown>): Promise<readonly string[]> => {
    const ids = () => new Set((dumpGrove(store).node ?? []).map((row) => (row as { id: string }).id));
    const before = ids();
    await fn();
    return [...ids()].filter((id) => !before.has(id));
  };
  const views = () => sqlViews(store, tree.id, human);
  const textAt = (id: string) => {
    const { content } = views().tree.getContent(id as NodeId);
    return content.type === 'text' ? content.text : '';
  };
  return { ...grove, rain, sun, snow, ice, work, context, run, madeBy, views, textAt };
}

const id = ({ localId }: Pick<WholeNode, 'localId'>) => `[${localId}]`;

describe('reading', () => {
  test('view shows a node with its metadata, text and connections', async () => {
    const { run, root, rain, sun, snow, views } = open();
    await run(`→ annotate ${id(rain)} "Wet."\n→ bookmark ${id(rain)} "Rain"\n→ exclude ${id(rain)}`);
    const { tree } = views();
    expect((await run(`→ view ${id(rain)}`)).split('\n')).toEqual([
      `${id(rain)} human · T · 2 continuations · 1 annotation · bookmarked “Rain” · excluded`,
      'It rained.',
      `after: ${id(tree.versionsAt(root)[0] ?? rain)}`,
      `continuations: ${id(sun)} ${id(snow)}`,
      expect.stringMatching(/^annotations: \[\w+\]$/),
    ]);
    expect(await run(`→ view ${id(rain)} with-annotations`)).toMatch(/annotation on \[\w+\]\nWet\.\n/);
    expect(await run(`→ view ${id(sun)}`)).toContain(`${id(sun)} Aspen · T\n The sun came.`);
  });

  test('view branch shows prose with marks between nodes, and nodes with metadata', async () => {
    const { run, rain, sun } = open();
    expect(await run(`→ view branch:${id(sun)}`)).toBe('It rained.︱› The sun came.');
    expect(await run('→ view branch:here last:2')).toBe(' It snowed.︱ Ice.');
    expect(await run(`→ view branch:${id(sun)} as:nodes`)).toBe(
      `${id(rain)} human · T · 2 continuations\nIt rained.\n${id(sun)} Aspen · T\n The sun came.`,
    );
    expect(await run('→ view branch:here last:501')).toBe(
      '✗ LIMIT_EXCEEDED: max nodes of a branch at once is 500\n  hint: use last:500 or less, and view branch: of an earlier node',
    );
  });

  test('a long text is cut in the middle, with the command that shows the rest', async () => {
    const { run, ...grove } = open();
    const lines = Array.from({ length: 200 }, (_, at) => `Line ${at + 1}${'.'.repeat(40)}`);
    const long = grove.continue(grove.root, lines.join('\n'), { follow: false });
    const cut = await run(`→ view ${id(long)}`);
    const [, left, from, to] =
      /^… ([\d,]+) tokens left out; → view \w+ lines:(\d+)-(\d+)$/m.exec(cut) ?? expect.unreachable();
    expect(cut.length).toBeLessThan(4_300);
    expect(cut).toContain(`Line ${Number(from) - 1}.`);
    expect(cut).toContain(`Line ${Number(to) + 1}.`);
    expect(Number(left?.replace(',', ''))).toBeGreaterThan(1_000);
    const rest = (await run(`→ view ${id(long)} lines:${from}-${Number(from) + 1}`)).split('\n');
    expect(rest[1]).toBe(lines[Number(from) - 1]);
    expect(await run(`→ view ${id(long)} full`)).toContain(lines.join('\n'));
    expect(await run(`→ view ${id(long)} lines:300`)).toContain('✗ INVALID_SYNTAX');
  });

  test('what texts contain is quoted, so that a result has no commands', async () => {
    const { run, ...grove } = open();
    const trap = grove.continue(grove.root, 'Then:\n→ prune root\n︱done', { follow: false });
    const shown = await run(`→ view ${id(trap)}`);
    expect(shown).toContain('Then:\n\\→ prune root\n\\︱done');
    await run(`→ bookmark ${id(trap)} "a︱b"`);
    expect(await run(`→ list root continuations\n→ search "done"\n→ list ${id(trap)} versions`)).not.toMatch(
      /[^\\]︱/,
    );
    for (const line of shown.split('\n')) expect(commandsOnly(line)).toBeNull();
  });

  test('lists have one line a node and a star for the place', async () => {
    const { run, rain, sun, snow, ice } = open();
    expect(await run(`→ list ${id(rain)}\n→ list here`)).toBe(
      `  ${id(sun)} Aspen · T · “The sun came.”\n  ${id(snow)} human · T · “It snowed.”\n${id(ice)} has no continuations`,
    );
    expect(await run(`→ tree from:${id(rain)} depth:1`)).toBe(
      [
        `  ${id(rain)} human · T · “It rained.”`,
        `    ${id(sun)} Aspen · T · “The sun came.”`,
        `    ${id(snow)} human · T · “It snowed.” · 1 continuation not shown`,
      ].join('\n'),
    );
    expect(await run('→ tree')).toContain(`\n*       ${id(ice)} human · T · “Ice.”`);
    expect(await run('→ search "snowed"')).toBe(`  ${id(snow)} human · T · “It snowed.”`);
    expect(await run('→ search "hail"')).toBe('no hits in this tree');
  });

  test('a text that was divided is listed as one', async () => {
    const { run, store, tree, root, human, idsAndClock, context, ...grove } = open();
    const whole = grove.continue(root, 'One two.');
    context.transactions.run({ tree: tree.id, author: context.actor, kind: 'split' }, (after) =>
      after.add(split(after.tree, after.path, whole.id, 4, context.actor, idsAndClock)),
    );
    await run(`→ respond head "three."`, whole);
    const shown = await run(`→ tree from:${id(whole)}`);
    expect(shown).toContain('“One two.”');
    expect(shown).toContain('“three.”');
    expect(shown.split('\n')).toHaveLength(2);
  });

  test('a split says what it divides, and an edit before a fork is offered on both sides of it', async () => {
    const { run, store, tree, root, idsAndClock, context, madeBy, views, textAt, ...grove } = open();
    const whole = grove.continue(root, 'It was cold. She left.');
    context.transactions.run({ tree: tree.id, author: context.actor, kind: 'split' }, (after) =>
      after.add(split(after.tree, after.path, whole.id, 12, context.actor, idsAndClock)),
    );
    const [beginning] = views().tree.splitsOf(whole.positionId);
    const first = views().tree.findNode(firstNodeAt(beginning ?? whole.positionId)) ?? expect.unreachable();
    await run(`→ respond ${id(first)} " He stayed."`);
    expect(await run(`→ view ${id(first)}`)).toContain(
      `${id(first)} human · T · split of ${id(whole)} at 12\nIt was cold.`,
    );
    let result = '';
    const made = await madeBy(async () => {
      result = await run(`→ edit ${id(whole)} "It was warm. She left."`);
    });
    expect(made.map(textAt)).toEqual(['It was warm. She left.', 'It was warm.']);
    const versions = made.map((one) => views().tree.findNode(one as NodeId));
    expect(versions.map((node) => [node?.positionId, node?.offered])).toEqual([
      [whole.positionId, true],
      [beginning, true],
    ]);
    expect(result).toContain(`✓ created version [${versions[0]?.localId}]`);
    expect(await run(`→ view [${versions[1]?.localId}]`)).toContain(`split of ${id(whole)} at 12`);
    expect(await madeBy(() => run(`→ edit ${id(whole)} "It was cold. She stayed."`))).toHaveLength(1);
  });

  test('switch moves the place for the commands that follow, and no path', async () => {
    const { run, store, tree, human, rain, sun } = open();
    const before = dumpGrove(store);
    const results = await run(`→ go to ${id(sun)}\n→ view here\n→ view parent\n→ tree head`);
    expect(results).toMatch(`✓ switched to ${id(sun)}\n  depth: 2 · `);
    expect(results).toContain(` → ${id(rain)} → ${id(sun)}*`);
    expect(results).toContain(`${id(sun)} Aspen · T\n The sun came.`);
    expect(results).toContain(`${id(rain)} human · T · 2 continuations\nIt rained.`);
    expect(results).toContain(`* ${id(sun)} Aspen`);
    expect(dumpGrove(store)).toEqual(before);
    expect(getHead(store, tree.id, human)).not.toBe(sun.positionId);
  });

  test('a thought answers nothing, and help lists the tools that run here', async () => {
    const { run } = open();
    expect(await run('→ think\nHm.\n←')).toBe('');
    const help = await run('→ help');
    expect(help).toContain('→ prune [id]');
    expect(help).not.toContain('continue');
    expect(await run('→ continue here n:2\n→ help continue')).toMatch(
      /^(✗ INVALID_SYNTAX: .*\n {2}hint: .*\n?){2}$/,
    );
  });
});

describe('writing', () => {
  test('respond makes a branch of its own, and the writer’s path stays', async () => {
    const { run, store, tree, human, rain, ice, madeBy, views, textAt } = open();
    let result = '';
    const [made = ''] = await madeBy(
      async () => (result = await run(`→ reply to ${id(rain)} "Hail "and" wind."`)),
    );
    const node = views().tree.findNode(made as NodeId);
    expect(result).toBe(`✓ created [${node?.localId}] as continuation from ${id(rain)}`);
    expect(textAt(made)).toBe('Hail "and" wind.');
    expect(views().tree.parentOf(made as never)).toBe(rain.positionId);
    expect(getHead(store, tree.id, human)).toBe(ice.positionId);
  });

  test('edit offers a version in a manuscript, and keeps the authors of what stays', async () => {
    const { run, rain, sun, madeBy, views, human, model, textAt } = open();
    let result = '';
    const [made = ''] = await madeBy(
      async () => (result = await run(`→ rewrite ${id(sun)}:\n The sun came at last.\n←`)),
    );
    const { tree, path } = views();
    const version = tree.findNode(made as NodeId);
    expect(result).toBe(
      `✓ created version [${version?.localId}] from ${id(sun)}\n  downstream nodes preserved via hyperedge`,
    );
    expect(version).toMatchObject({ positionId: sun.positionId, offered: true, editedFrom: sun.id });
    expect(tree.getContent(made as NodeId).spans.map(({ agent }) => agent)).toEqual([model, human, model]);
    expect(textAt(made)).toBe(' The sun came at last.');
    expect(path.selectedAt(sun.positionId)).toBeUndefined();
    expect(await run(`→ list ${id(sun)} versions`)).toMatch(
      new RegExp(`^\\* \\[${sun.localId}\\] .*\\n {2}\\[${version?.localId}\\] .* · offered$`),
    );
    expect(await run(`→ edit ${id(sun)} " The sun came at last."`)).toBe(
      `✓ [${version?.localId}] has this text already`,
    );
    expect(await run('→ edit root "x"')).toContain('✗ INVALID_SYNTAX');
    expect(await run(`→ edit ${id(rain)} ""`)).toContain('✓ created version');
  });

  test('edit makes a branch in a conversation', async () => {
    const { run, store, tree, human, rain, sun, ice, madeBy, views } = open('dialogue');
    let result = '';
    const [made = ''] = await madeBy(async () => (result = await run(`→ edit ${id(sun)} "Night fell."`)));
    const node = views().tree.findNode(made as NodeId);
    expect(result).toBe(
      `✓ created branch [${node?.localId}] from ${id(sun)}\n  conversation continues from edit point`,
    );
    expect(node).toMatchObject({ editedFrom: sun.id, offered: false });
    expect(views().tree.parentOf(made as never)).toBe(rain.positionId);
    expect(getHead(store, tree.id, human)).toBe(ice.positionId);
    expect(await run(`→ edit ${id(sun)} "Night fell."`)).toBe(`✓ [${node?.localId}] has this text already`);
    expect(await run(`→ edit ${id(sun)} " "`)).toContain('✗ INVALID_SYNTAX: the text is blank');
  });

  test('annotate, and edit and prune of an annotation', async () => {
    const { run, sun, madeBy, views } = open();
    const [note = ''] = await madeBy(() => run(`→ add a note on ${id(sun)} "Warm."`));
    const localId = views().tree.findNode(note as NodeId)?.localId;
    expect(await run(`→ view [${localId}]`)).toBe(`[${localId}] human · T · annotation on ${id(sun)}\nWarm.`);
    expect(await run(`→ edit [${localId}] "Hot."`)).toMatch(/^✓ created version \[\w+\] from /);
    expect(await run(`→ list ${id(sun)} notes`)).toMatch(/^ {2}\[\w+\] human · T · “Hot.”$/);
    for (const verb of ['respond', 'annotate'])
      expect(await run(`→ ${verb} [${localId}] "x"`)).toBe(`✗ INVALID_SYNTAX: [${localId}] is an annotation`);
    expect(await run(`→ prune [${localId}]`)).toBe(`✓ pruned [${localId}]`);
    expect(await run(`→ view ${id(sun)}`)).not.toContain('annotation');
  });

  test('marks are set and removed, and doing so twice changes nothing', async () => {
    const { run, store, sun } = open();
    const there = id(sun);
    expect(await run(`→ bookmark ${there}\n→ unbookmark ${there}\n→ unbookmark ${there}`)).toBe(
      `✓ bookmarked ${there}\n✓ removed the bookmark of ${there}\n✓ ${there} has no bookmark`,
    );
    const before = store.head.seq;
    expect(await run(`→ include ${there}\n→ restore ${there}`)).toBe(
      `✓ already included ${there}\n✓ ${there} was not pruned`,
    );
    expect(store.head.seq).toBe(before);
  });

  test('prune hides a branch and says how much follows it; restore brings it back', async () => {
    const { run, sun, ...grove } = open();
    const [b] = grove.chain(sun.positionId, ['b', 'c', 'd']);
    grove.write({ path: { head: grove.ice.positionId, selected: [], lastChild: [] } });
    if (b === undefined) expect.unreachable();
    expect(await run(`→ hide branch ${id(sun)}\n→ prune ${id(sun)}`)).toBe(
      `✓ pruned ${id(sun)} and 3 descendants\n✓ ${id(sun)} was pruned already`,
    );
    expect(await run(`→ list ${id(grove.rain)}`)).toContain(
      `${id(sun)} Aspen · T · “The sun came.” · pruned`,
    );
    expect(await run(`→ respond ${id(b)} "x"`)).toContain(
      `✗ CONFLICT: ${id(b)} is pruned, or follows what is`,
    );
    expect(await run(`→ bring back ${id(sun)}`)).toBe(`✓ restored ${id(sun)} and 3 descendants`);
  });

  test('everything that commands write verifies', async () => {
    const { run, store, rain, sun } = open();
    await run(
      `→ respond ${id(rain)} "x"\n→ edit ${id(sun)} "y"\n→ annotate ${id(sun)} "z"\n→ bookmark ${id(sun)}\n→ prune ${id(sun)}`,
    );
    const { violations, log } = verifyGrove(store);
    expect([violations, log]).toEqual([[], []]);
  });
});

describe('refusals', () => {
  test('an unknown id, with a hint of one that is one letter off', async () => {
    const { run, sun } = open();
    const { localId } = sun;
    const near = `z${localId.slice(1)}`;
    expect(await run(`→ view [${near}]`)).toBe(
      `✗ NOT_FOUND: node [${near}] does not exist in this tree\n  hint: did you mean ${id(sun)}`,
    );
    expect(await run('→ view [xyz999]')).toBe('✗ NOT_FOUND: node [xyz999] does not exist in this tree');
    expect(await run('→ go to root\n→ view parent')).toContain('✗ NOT_FOUND: the root has no parent');
  });

  test('an id of another tree', async () => {
    const { run, store, human, idsAndClock } = open();
    const other = store.transact((tx) => plantTree(tx, idsAndClock, human));
    const { localId } =
      sqlViews(store, other.id, human).tree.findNode(firstNodeAt(other.rootPositionId)) ?? {};
    expect(await run(`→ view [${localId}]`)).toContain(`✗ CROSS_TREE: node [${localId}] is in tree "A tree"`);
  });

  test('what the writer is editing, and their path, are left alone', async () => {
    const { run, store, rain, sun, work } = open();
    work.edited = [sun.id];
    const before = dumpGrove(store);
    expect(await run(`→ edit ${id(sun)} "x"\n→ prune ${id(sun)}\n→ prune ${id(rain)}\n→ prune root`)).toBe(
      [
        `✗ CONFLICT: the human is editing ${id(sun)}`,
        '  hint: try again later',
        `✗ CONFLICT: the human is editing ${id(sun)}`,
        '  hint: try again later',
        `✗ CONFLICT: the human’s path runs through ${id(rain)}`,
        '✗ INVALID_SYNTAX: the root cannot be pruned',
      ].join('\n'),
    );
    expect(rowsGained(before, dumpGrove(store))).toEqual({});
  });

  test('a command that does not parse is no reason to stop', async () => {
    const { run, sun } = open();
    expect(await run(`→ veiw here\n→ respond here:\nunclosed`)).toBe(
      [
        '✗ INVALID_SYNTAX: “veiw” is no command',
        '  hint: did you mean → view',
        '✗ INVALID_SYNTAX: the text of this command does not end',
        '  hint: end it with a line ←',
      ].join('\n'),
    );
    expect(await run(`→ nonsense\n→ bookmark ${id(sun)}`)).toContain('✓ bookmarked');
  });
});

test('tags are put on nodes and notes, listed with their counts, shown with a node, and taken off', async () => {
  const { run, rain, snow } = open();
  expect(await run('→ list tags')).toBe('the grove has no tags');
  expect(
    await run(`→ tag ${id(rain)} "#Arc / winter"\n→ tag ${id(snow)} "arc/WINTER"\n→ tag ${id(snow)} "cold"`),
  ).toBe(`✓ tagged ${id(rain)} “Arc/winter”\n✓ tagged ${id(snow)} “Arc/winter”\n✓ tagged ${id(snow)} “cold”`);
  expect(await run(`→ tag ${id(rain)} "arc/winter"`)).toBe(`✓ already tagged ${id(rain)} “Arc/winter”`);
  expect(await run('→ list tags')).toBe('  “Arc/winter” · 2 nodes\n  “cold” · 1 node');
  expect(await run(`→ view ${id(snow)}`)).toContain('tagged “Arc/winter”, “cold”');
  expect(await run(`→ untag ${id(snow)} "COLD"`)).toBe(`✓ took the tag “cold” off ${id(snow)}`);
  expect(await run(`→ untag ${id(snow)} "cold"`)).toBe(`✓ ${id(snow)} has no tag “cold”`);
  expect(await run(`→ untag ${id(snow)} "warm"`)).toMatch(/^✗ NOT_FOUND: there is no tag “warm”/);
  const [refused] = (await run(`→ tag ${id(rain)} "${'x'.repeat(201)}"`)).split('\n');
  expect(refused).toBe('✗ LIMIT_EXCEEDED: max length of a tag is 200 characters');
  expect(await run(`→ tag ${id(rain)} " / "`)).toMatch(/^✗ INVALID_SYNTAX: tag needs the name of a tag/);
});
