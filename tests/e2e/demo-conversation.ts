/** The part of the demonstration that is a conversation: two agents of a local service, edits, and reopening. */
import { strict as assert } from 'node:assert';
import type { Locator } from '@playwright/test';
import { readGrove } from '../helpers/grove-facts.ts';
import { type MessageFacts, readMessages } from '../helpers/message-facts.ts';
import { checkHashes, expect, type ShowStep } from './demo-steps.ts';
import { askAgents, type Service } from './voices.ts';
import type { Writer } from './writer.ts';

export interface ConversationDemo {
  /** The grove's file. */
  readonly file: string;
  /** Answers for both agents; the writer's settings name it. */
  readonly service: Service;
  /** Opens the grove. */
  open(): Promise<Writer>;
  readonly show: ShowStep;
}

const QUESTION = 'Who counts the trees when Marta is away?';
const ADAS = 'Her father does, out of habit.';
const BOS = 'Nobody. That is the trouble with the number.';
const DOUBT = 'Her father is dead.';
const DOUBTS_ANSWERS = { ada: 'He counts all the same.', bo: 'Then ask Ada what she saw.' } as const;
const MEND = ' Since spring.';
const UNSENT = 'And who told her';

/** @returns the writer of the reopened grove */
export async function showConversation({ file, service, open, show }: ConversationDemo): Promise<Writer> {
  let writer = await open();
  const articles = () => writer.page.getByRole('feed', { name: 'Conversation' }).getByRole('article');
  const message = (index: number): Locator => articles().nth(index);
  const voicesOf = async (after: number) => {
    await expect.poll(() => service.voices.length).toBe(after + 2);
    const voices = service.voices.slice(after);
    const [ada, bo] = ['ada', 'bo'].map((model) => voices.find((voice) => voice.model === model));
    assert(ada !== undefined && bo !== undefined);
    return { ada, bo };
  };
  const untilAnswered = async () => {
    await expect(writer.page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 15_000 });
    await writer.waitUntilSaved();
  };
  const find = (text: string): MessageFacts => {
    const found = readMessages(file).find((known) => known.text === text);
    assert(found !== undefined, `no message “${text}” in the file`);
    return found;
  };
  const checkWhole = () => `${readMessages(file).length} messages; ${checkHashes(readGrove(file))}`;

  await show('Talk with two agents', async () => {
    await expect(writer.manuscript).toBeVisible();
    await writer.command('New conversation');
    await expect(writer.composer).toBeFocused();
    await askAgents(
      writer,
      [
        { name: 'Ada', style: 'chat' },
        { name: 'Bo', style: 'chat' },
      ],
      1,
    );
    await writer.page.keyboard.type(QUESTION);
    await writer.press('Enter');
    const { ada, bo } = await voicesOf(0);
    ada.say(ADAS).end();
    bo.say(BOS).end();
    await untilAnswered();
    await expect(articles()).toHaveCount(2);
    await expect(message(1)).toHaveAccessibleName('Ada, 2 of 2, 1 of 2');
    const said = readMessages(file).map(({ author, text, after }) => [author, text, after]);
    assert.deepEqual(said, [
      ['Writer', QUESTION, ''],
      ['Ada', ADAS, QUESTION],
      ['Bo', BOS, QUESTION],
    ]);
    return [
      'one message, and a reply by each agent after it: Ada’s is shown, Bo’s is beside it',
      checkWhole(),
    ];
  });

  await show('Send each agent the other’s words', async () => {
    await writer.page.keyboard.type(DOUBT);
    await writer.press('Enter');
    const { ada, bo } = await voicesOf(2);
    ada.say(DOUBTS_ANSWERS.ada).end();
    bo.say(DOUBTS_ANSWERS.bo).end();
    await untilAnswered();
    await expect(articles()).toHaveCount(4);
    const { sent: sentToAda } = ada;
    const { sent: sentToBo } = bo;
    assert(sentToAda.includes(`assistant: ${ADAS}`), sentToAda.join('\n'));
    assert(
      sentToBo.some((sent) => sent.startsWith('user: ') && sent.includes(`Ada: ${ADAS}`)),
      sentToBo.join('\n'),
    );
    assert.equal(readGrove(file).counts.responses, 4);
    return ['Ada’s words went to Ada as her own, and to Bo as the user’s with her name', checkWhole()];
  });

  await show('Save an edit as a branch', async () => {
    await writer.press('ArrowUp');
    const edit = writer.page.getByRole('textbox', { name: 'Edit message' });
    await expect(edit).toBeFocused();
    await writer.page.keyboard.type(MEND);
    await writer.press('Control+s');
    await expect(edit).toBeHidden();
    await expect(message(2)).toHaveAccessibleName('Writer, 3 of 3, 2 of 2');
    await writer.waitUntilSaved();
    const branch = find(DOUBT + MEND);
    assert.deepEqual([branch.editOf, branch.isVersion, branch.after], [DOUBT, false, ADAS]);
    assert.equal(find(DOUBTS_ANSWERS.ada).after, DOUBT);
    return ['a message beside the first one; the replies stayed under that one', checkWhole()];
  });

  await show('Fix a reply in place', async () => {
    await message(1).hover();
    await message(1).getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(writer.page.getByRole('textbox', { name: 'Edit message' })).toBeFocused();
    for (let at = 0; at < 'habit.'.length; at++) await writer.press('Backspace');
    await writer.page.keyboard.type('duty.');
    await writer.press('Alt+v');
    const fixed = ADAS.replace('habit', 'duty');
    await expect(message(1)).toContainText(fixed);
    await expect(message(1)).toContainText('version 2');
    await expect(message(1)).toHaveAccessibleName(/^Ada, 2 of 3/);
    await expect(articles()).toHaveCount(3);
    await writer.waitUntilSaved();
    const version = find(fixed);
    assert.deepEqual([version.author, version.editOf, version.isVersion], ['Writer', ADAS, true]);
    assert.equal(version.byOthers, fixed.length - 'duty.'.length);
    return [
      `a version that keeps its speaker and what follows; ${version.byOthers} of its ${fixed.length} characters are Ada’s`,
      checkWhole(),
    ];
  });

  await show('Close and reopen the conversation', async () => {
    await writer.composer.click();
    await writer.page.keyboard.type(UNSENT);
    await writer.waitUntilSaved();
    const before = await articles().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    const stored = readMessages(file);
    await writer.close();
    writer = await open();
    await expect(writer.composer).toHaveText(UNSENT);
    await expect(articles()).toHaveCount(before.length);
    await expect
      .poll(() => articles().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))))
      .toEqual(before);
    await message(2).hover();
    await message(2).getByRole('button', { name: 'Previous alternative' }).click();
    await expect(articles()).toHaveCount(4);
    await expect(message(3)).toContainText(DOUBTS_ANSWERS.ada);
    await expect(writer.composer).toHaveText(UNSENT);
    await writer.waitUntilSaved();
    assert.deepEqual(readMessages(file), stored);
    assert.equal(readGrove(file).draftText, UNSENT);
    return [
      'messages, alternatives and composer are where they were; a switch leads to the earlier replies and keeps the composer',
      checkWhole(),
    ];
  });

  await show('Leave while replies are on their way', async () => {
    const trees = writer.page.getByRole('list', { name: 'Trees' });
    const talk = trees.locator('[aria-current]');
    const title = (await talk.textContent()) ?? '';
    await writer.composer.click();
    await writer.press('Enter');
    const { ada, bo } = await voicesOf(4);
    ada.say('She ');
    await trees.locator('[data-shown="false"] button').first().click();
    await expect(writer.manuscript).toBeVisible();
    ada.say('counted.').end();
    bo.say('Nobody told her.').end();
    await expect(trees.getByRole('img', { name: '1 new reply' })).toBeVisible();
    await trees.getByRole('button', { name: title }).first().click();
    await expect(message(5)).toContainText('She counted.');
    await expect(articles()).toHaveCount(6);
    await expect(trees.getByRole('img', { name: '1 new reply' })).toBeHidden();
    await writer.composer.click();
    await writer.page.keyboard.type('When?');
    await writer.press('Enter');
    const next = await voicesOf(6);
    assert(next.ada.sent.includes('assistant: She counted.'), next.ada.sent.join('\n'));
    next.ada.say('At dawn.').end();
    next.bo.say('At dusk.').end();
    await untilAnswered();
    await expect(articles()).toHaveCount(8);
    return ['the reply is there, marked until it was seen, and the next request has it', checkWhole()];
  });
  return writer;
}
