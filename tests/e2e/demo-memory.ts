/** The part of the demonstration in which an agent remembers by branch, and offers a text in a document. */
import { strict as assert } from 'node:assert';
import Database from 'better-sqlite3';
import { readGrove } from '../helpers/grove-facts.ts';
import { checkHashes, expect, type ShowStep } from './demo-steps.ts';
import { askAgents, type Service, type Voice } from './voices.ts';
import type { Writer } from './writer.ts';

export interface MemoryDemo {
  /** The grove's file. */
  readonly file: string;
  /** Answers for the agent; the writer's settings name it. */
  readonly service: Service;
  /** Opens the grove. */
  open(): Promise<Writer>;
  readonly show: ShowStep;
}

const RAIN = 'It rained all night. ';
const FEAR = 'She fears the lake.';
const SKATES = 'She has never owned skates.';

/** The agent's actions, in order. */
const ACTIONS = `SELECT json_extract(command, '$.verb') AS verb, outcome FROM agent_action
  JOIN agent_turn AS turn ON turn.key = turn_key ORDER BY turn.id, ordinal`;
const IN_DOCUMENT = `loom_tree_key = (SELECT key FROM loom_tree WHERE kind = 'document')`;
const OFFERED = `SELECT text, author_type, edited_from_key IS NOT NULL AS is_version FROM node
  WHERE offered AND ${IN_DOCUMENT}`;
const PINNED = `SELECT count(*) AS count FROM agent_action WHERE json_extract(command, '$.verb') = 'pin'`;

function all(file: string, sql: string): readonly Readonly<Record<string, unknown>>[] {
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: 2_000 });
  try {
    return database.prepare<[], Readonly<Record<string, unknown>>>(sql).all();
  } finally {
    database.close();
  }
}

const memoryIn = ({ sent }: Voice) =>
  /=== Operational Memory ===\n([\s\S]*?)\n===/.exec(sent.join('\n'))?.[1] ?? '';

/** @returns the writer of the open grove */
export async function showMemory({ file, service, open, show }: MemoryDemo): Promise<Writer> {
  const writer = await open();
  const { page } = writer;
  const before = service.voices.length;
  const voice = (index: number) => service.request(before + index);
  const messages = page.getByRole('feed', { name: 'Conversation' }).getByRole('article');
  const list = (name: string) => page.getByRole('list', { name, exact: true });
  const send = async (message: string) => {
    await writer.composer.click();
    await page.keyboard.type(message);
    await writer.press('Enter');
  };
  const untilDone = async (said: string) => {
    await expect(messages.last()).toContainText(said);
    await expect(page.getByRole('button', { name: 'Stop Keeper' })).toBeHidden();
    await writer.waitUntilSaved();
  };
  let id = '';

  await show('An agent pins, stashes and reads a document', async () => {
    await expect(writer.manuscript).toBeFocused();
    await writer.type(RAIN);
    await writer.press('Control+s');
    await page.getByRole('button', { name: 'New document' }).click();
    await writer.press(page.getByRole('combobox', { name: 'Template' }), 'Enter');
    await expect(
      list('Documents').getByRole('button', { name: 'Untitled document', exact: true }),
    ).toBeVisible();
    await writer.type('# Marie');
    await writer.press('Enter');
    await writer.type(FEAR);
    await writer.press('Control+s');
    await writer.waitUntilSaved();
    await list('Trees').getByRole('button', { name: 'It rained all night', exact: true }).click();
    await expect(writer.manuscript).toContainText(RAIN.trim());
    await page.getByRole('tab', { name: 'Talk' }).click();
    await page.getByRole('button', { name: 'New conversation about this tree' }).click();
    await expect(writer.composer).toBeFocused();
    const permissions = { loom_aware: 'allow', doc_write: 'ask' } as const;
    await askAgents(writer, [{ name: 'Keeper', style: 'chat', permissions }], null);
    await send('Who is Marie?');
    const first = await voice(0);
    id = /\[([0-9a-z]+)\]\*/.exec(first.sent.join('\n'))?.[1] ?? '';
    first.say(`→ pin [${id}]\n→ stash "who is left" "Marie."\n→ read doc:"Marie"\n`).end();
    const second = await voice(1);
    assert(second.sent.join('\n').includes(FEAR));
    assert(memoryIn(second).includes(`Pinned:\n  [${id}] "${RAIN}"`));
    assert(memoryIn(second).includes('Stashed (not in context): “who is left”'));
    second.say('She is afraid of the lake.').end();
    await untilDone('afraid of the lake');
    assert.deepEqual(
      all(file, ACTIONS),
      ['pin', 'stash', 'read'].map((verb) => ({ verb, outcome: 'done' })),
    );
    return [
      'it was sent what it pinned, the name of what it stashed, and the text of the document',
      'the file has these three actions and nothing else that is remembered',
    ];
  });

  await show('Another reply remembers nothing, and going back does', async () => {
    await messages.last().getByRole('button', { name: 'Regenerate' }).click();
    const again = await voice(2);
    assert.equal(memoryIn(again), '');
    again.say('I do not know her.').end();
    await untilDone('I do not know her.');
    await messages.last().getByRole('button', { name: 'Previous alternative' }).click();
    await expect(messages.last()).toContainText('afraid of the lake');
    assert.deepEqual(all(file, PINNED), [{ count: 1 }]);
    return ['the pin is in the file once: the other branch does not have it, this one does'];
  });

  await show('It offers a text in the document', async () => {
    await send('Add what you know about her.');
    const asked = await voice(3);
    assert(memoryIn(asked).includes(`Pinned:\n  [${id}] "${RAIN}"`));
    asked.say(`→ write doc:"Marie" at:"Marie" "${SKATES}"\n`).end();
    const card = page.getByRole('group', { name: 'Permission' });
    await expect(card).toContainText('Offers 5 words in the document “Marie”.');
    assert.deepEqual(all(file, OFFERED), []);
    await card.getByRole('button', { name: 'Allow once' }).click();
    (await voice(4)).say('It is there for you to look at.').end();
    await untilDone('for you to look at');
    const text = `# Marie\n${FEAR}\n\n${SKATES}`;
    assert.deepEqual(all(file, OFFERED), [{ text, author_type: 'model', is_version: 1 }]);
    const notices = page.getByRole('region', { name: 'Notices' });
    await notices.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(writer.manuscript).toContainText(FEAR);
    assert.equal((await writer.text()).includes(SKATES), false);
    return [
      'nothing was written until it was allowed; a notice leads to the document, whose text is the writer’s',
      checkHashes(readGrove(file)),
    ];
  });
  return writer;
}
