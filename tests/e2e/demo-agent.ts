/** The part of the demonstration in which an agent works in a manuscript, and its turn is undone. */
import { strict as assert } from 'node:assert';
import Database from 'better-sqlite3';
import { readGrove } from '../helpers/grove-facts.ts';
import { checkHashes, expect, type ShowStep } from './demo-steps.ts';
import { askAgents, createAgent, type Service } from './voices.ts';
import type { Writer } from './writer.ts';

export interface AgentDemo {
  /** The grove's file. */
  readonly file: string;
  /** Answers for the agent and for the model that it asks; the writer's settings name it. */
  readonly service: Service;
  /** Opens the grove. */
  open(): Promise<Writer>;
  readonly show: ShowStep;
}

const LAMP = 'The lamp went out at nine. ';
const DARK = 'Marta did not light it again. ';
const LIT = 'Then she lit it after all.';
const HEARD = 'She sat and listened.';

const STORY = `(SELECT key FROM loom_tree WHERE mode = 'buffer')`;
/** All of the manuscript but what is pruned or offered. */
const SHOWN = {
  nodes: `SELECT id, local_id, position_key, text, content_hash, authorship, bookmarked, bookmark_label, excluded, seam
    FROM node WHERE loom_tree_key = ${STORY} AND NOT pruned AND NOT offered ORDER BY id`,
  edges: `SELECT edge.id, edge_type, target_node_key, role, source.position_key, origin_node_key
    FROM edge JOIN edge_source AS source ON edge_key = edge.key JOIN node ON node.key = target_node_key
    WHERE node.loom_tree_key = ${STORY} AND NOT pruned AND NOT offered ORDER BY edge.id, source.ordinal`,
  paths: `SELECT agent_key, head_position_key FROM cursor WHERE loom_tree_key = ${STORY} ORDER BY agent_key`,
  choices: `SELECT agent_key, position_key, version_node_key, last_child_position_key FROM position_choice
    WHERE loom_tree_key = ${STORY} ORDER BY agent_key, position_key`,
  drafts: `SELECT agent_key, head_position_key, buffer, edits FROM draft WHERE loom_tree_key = ${STORY}`,
} as const;

function all(file: string, sql: string): readonly Readonly<Record<string, unknown>>[] {
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: 2_000 });
  try {
    return database.prepare<[], Readonly<Record<string, unknown>>>(sql).all();
  } finally {
    database.close();
  }
}

/** @returns the writer of the open grove */
export async function showAgent({ file, service, open, show }: AgentDemo): Promise<Writer> {
  const writer = await open();
  const { page } = writer;
  const shown = () => Object.fromEntries(Object.entries(SHOWN).map(([name, sql]) => [name, all(file, sql)]));
  const idOf = (text: string) => {
    const found = all(file, `SELECT local_id FROM node WHERE text = '${text}'`)[0]?.local_id;
    assert(typeof found === 'string', `no text “${text}” in the file`);
    return found;
  };
  const countOf = (where: string) =>
    all(file, `SELECT 1 FROM node WHERE loom_tree_key = ${STORY} AND ${where}`).length;
  const before = service.voices.length;
  const voice = (index: number) => service.request(before + index);
  let untouched: ReturnType<typeof shown> = {};
  let text = '';

  await show('Talk about a story with an agent that acts', async () => {
    await expect(writer.manuscript).toBeFocused();
    for (const [index, written] of [LAMP, DARK, LIT].entries()) {
      await writer.type(written);
      await writer.press('Control+s');
      await expect(writer.manuscript).toHaveAttribute('data-path-length', String(index + 1));
    }
    await writer.press('Alt+ArrowLeft');
    await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
    await writer.type(HEARD);
    await writer.press('Control+s');
    await expect(writer.manuscript).toHaveAttribute('data-path-length', '3');
    await page.getByRole('tab', { name: 'Talk' }).click();
    await page.getByRole('button', { name: 'New conversation about this tree' }).click();
    await expect(writer.composer).toBeFocused();
    await createAgent(writer, { name: 'Teller' });
    const permissions = { loom_aware: 'allow', loom_write: 'allow', loom_generate: 'ask' } as const;
    await askAgents(writer, [{ name: 'Analyst', style: 'chat', permissions }], null);
    await writer.waitUntilSaved();
    untouched = shown();
    text = await writer.text();
    await writer.composer.click();
    await page.keyboard.type('What would you change?');
    await writer.press('Enter');
    const first = await voice(0);
    assert(JSON.stringify(first.asked.json).includes(`[${idOf(HEARD)}]*`));
    first.say(`I read it.\n→ list [${idOf(DARK)}] continuations\n→ view branch:head as:prose\n`).end();
    const second = await voice(1);
    assert(JSON.stringify(second.asked.json).includes(`${LAMP}︱${DARK}`));
    second
      .say(`→ annotate [${idOf(LAMP)}] "Which lamp?"\n→ edit [${idOf(DARK)}] "Marta left it dark. "\n`)
      .say(`→ continue from [${idOf(HEARD)}] n:2 tokens:30 using agent:"Teller"\n→ prune [${idOf(LIT)}]\n`)
      .end();
    const card = page.getByRole('group', { name: 'Permission' });
    await expect(card).toContainText('2 continuations');
    // The agent has a path of its own by now.
    assert.deepEqual([shown().nodes, shown().edges], [untouched.nodes, untouched.edges]);
    return [
      'it was sent where the writer is, listed and viewed; a card names what it asks for',
      'while the card waits, the manuscript in the file is as it was',
    ];
  });

  await show('Allow it, and see what it did', async () => {
    await page.getByRole('button', { name: 'Allow once' }).click();
    const tellers = [await voice(2), await voice(3)];
    assert.deepEqual(
      tellers.map(({ asked }) => asked.json.prompt),
      tellers.map(() => (LAMP + DARK + HEARD).trimEnd()),
    );
    for (const [index, told] of [' Somebody knocked.', ' Nobody knocked.'].entries())
      tellers[index]?.say(told).end();
    (await voice(4)).say('I left a note, and an edit for you to look at.').end();
    await expect(page.getByRole('feed', { name: 'Conversation' })).toContainText('I left a note');
    await expect(page.getByRole('button', { name: 'Stop Analyst' })).toBeHidden();
    await writer.waitUntilSaved();
    assert.equal(await writer.text(), text);
    assert.deepEqual(
      [
        countOf('offered'),
        countOf('pruned'),
        countOf("text LIKE ' %knocked.'"),
        countOf("text = 'Which lamp?'"),
      ],
      [1, 1, 2, 1],
    );
    await page.getByRole('button', { name: 'Trace' }).click();
    await expect(
      page.getByRole('tree', { name: 'Trace' }).getByRole('treeitem', { name: 'Turn 1, Analyst, 6 actions' }),
    ).toBeVisible();
    return [
      'a note, a version that is not used, two continuations, a branch set aside; the writer’s page is as it was',
    ];
  });

  await show('Undo the turn', async () => {
    await writer.press('Alt+u');
    await expect(
      page.getByRole('region', { name: 'Notices' }).getByText('Turn undone', { exact: true }),
    ).toBeVisible();
    await writer.waitUntilSaved();
    assert.deepEqual(shown(), untouched);
    assert.equal(await writer.text(), text);
    return [
      'nodes, edges, paths, choices and draft of the manuscript are as before the turn, except for what is set aside or not used',
      checkHashes(readGrove(file)),
    ];
  });
  return writer;
}
