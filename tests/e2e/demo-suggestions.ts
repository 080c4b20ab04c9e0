/** The part of the demonstration in which an agent proposes edits: two accepted, one rejected, one edited, one in conflict. */
import { strict as assert } from 'node:assert';
import Database from 'better-sqlite3';
import { readGrove } from '../helpers/grove-facts.ts';
import { checkHashes, expect, type ShowStep } from './demo-steps.ts';
import { createAgent, type Service } from './voices.ts';
import type { Writer } from './writer.ts';

export interface SuggestionsDemo {
  /** The grove's file. */
  readonly file: string;
  /** Answers for the agent; the writer's settings name it. */
  readonly service: Service;
  /** Opens the grove. */
  open(): Promise<Writer>;
  readonly show: ShowStep;
  /** Takes a picture in the middle of a step. */
  takePicture(name: string): Promise<void>;
}

const STORY = [
  'The house stood at the end of the lane.',
  'Nobody had lived in it for years.',
  'Ada climbed the hill in the rain.',
  'The door was locked.',
  'She knocked, and knocked again.',
] as const;
const TEXT = STORY.join('\n');
const EDITED = [
  'The mill stood at the end of the lane.',
  'Nobody had lived in it for decades.',
  'Ada climbed the hill in the snow.',
  'The door was open.',
  'She knocked, and turned away.',
] as const;

const DECISIONS = `SELECT state, count(*) AS count FROM suggestion GROUP BY state ORDER BY state`;
/** The versions at the text's position, oldest first; of a suggestion, the one whose commit included it. */
const VERSIONS = `SELECT text, authorship, author.name AS author,
    (SELECT group_concat(inserted, '|') FROM suggestion WHERE node_key = node.key) AS suggested
  FROM node JOIN agent AS author ON author.key = author_agent_key
  WHERE position_key = (SELECT position_key FROM node WHERE text = ?) ORDER BY node.id`;

type Row = Readonly<Record<string, unknown>>;

function rows(file: string, sql: string, ...parameters: readonly string[]): readonly Row[] {
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: 2_000 });
  try {
    return database.prepare<unknown[], Row>(sql).all(...parameters);
  } finally {
    database.close();
  }
}

/** @returns the writer of the open grove */
export async function showSuggestions(demo: SuggestionsDemo): Promise<Writer> {
  const { file, service, open, show, takePicture } = demo;
  const writer = await open();
  const { page, manuscript } = writer;
  const toolbar = page.getByRole('toolbar', { name: /^Suggestion|suggestion/ });
  const goTo = async (words: string) => {
    await manuscript.getByRole('insertion').filter({ hasText: words }).click();
    await expect(toolbar).toHaveAccessibleName(/^Suggestion \d of \d by Muse$/);
  };
  const decisions = () => rows(file, DECISIONS).map(({ state, count }) => `${count} ${state}`);

  await show('Ask for an edit', async () => {
    await expect(manuscript).toBeFocused({ timeout: 15_000 });
    await page.keyboard.insertText(TEXT);
    await writer.press('Control+s');
    await expect(manuscript).toHaveAttribute('data-path-length', '1');
    await createAgent(writer, { name: 'Muse', style: 'chat' });
    await writer.waitUntilSaved();
    const before = readGrove(file);
    const asked = service.voices.length;
    await writer.press('Control+Shift+E', page.getByRole('textbox', { name: 'Instruction' }));
    await page.keyboard.type('Make it winter');
    await writer.press('Enter');
    const voice = await service.request(asked);
    assert.ok(voice.sent.join('\n').includes(STORY[0]));
    voice.say('Colder, and less is said.\n');
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
    await takePicture('edit-asked-for');
    for (const [index, old] of STORY.entries())
      voice.say(`<<<<<<< SEARCH\n${old}\n=======\n${EDITED[index]}\n>>>>>>> REPLACE\n`);
    voice.end();
    await expect(manuscript.getByRole('insertion')).toHaveCount(5);
    assert.equal(await writer.text(), TEXT);
    assert.deepEqual(decisions(), ['5 open']);
    const after = readGrove(file);
    assert.deepEqual(after.counts.nodes, before.counts.nodes);
    return [
      'five suggestions are in the text, word by word, and the text is as it was',
      `${decisions().join(', ')} in the file, with the answer they are from; no node was written`,
    ];
  });

  await show('Accept two, reject one, edit one', async () => {
    await goTo('mill');
    await toolbar.getByRole('button', { name: 'Accept', exact: true }).click();
    await goTo('decades');
    await toolbar.getByRole('button', { name: 'Accept', exact: true }).click();
    await goTo('snow');
    await toolbar.getByRole('button', { name: 'Reject', exact: true }).click();
    await goTo('open');
    await toolbar.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.keyboard.type('ajar');
    await expect.poll(() => writer.text()).toContain('The door was ajar.');
    await expect.poll(decisions).toEqual(['3 accepted', '1 open', '1 rejected']);
    return [decisions().join(', '), 'what was typed over the accepted word is the writer’s'];
  });

  await show('Meet a conflict', async () => {
    await manuscript.getByText('She knocked').click();
    await writer.press('End', 'ArrowLeft');
    await page.keyboard.type(' and waited');
    await writer.press('Alt+j');
    await expect(toolbar.getByText('Yours', { exact: true })).toBeVisible();
    await takePicture('three-texts');
    await toolbar.getByRole('button', { name: 'Keep mine' }).click();
    await expect(toolbar).toBeHidden();
    await manuscript.focus();
    await writer.press('Control+s');
    await writer.waitUntilSaved();
    const now =
      'The mill stood at the end of the lane.\nNobody had lived in it for decades.\nAda climbed the hill in the rain.\nThe door was ajar.\nShe knocked, and knocked again and waited.';
    assert.equal(await writer.text(), now);
    await expect.poll(decisions).toEqual(['3 accepted', '2 rejected']);
    const versions = rows(file, VERSIONS, TEXT);
    const [old, made] = [versions[0], versions.at(-1)];
    assert.equal(old?.text, TEXT);
    assert.equal(made?.text, now);
    const spans = JSON.parse(String(made?.authorship)) as readonly (readonly [number, number, number?])[];
    let at = 0;
    const texts = spans.map(([agent, length]) => {
      at += length;
      return { agent, text: now.slice(at - length, at) };
    });
    const muse = rows(file, "SELECT key FROM agent WHERE name = 'Muse'")[0]?.key;
    const byMuse = texts.filter(({ agent }) => agent === muse).map(({ text }) => text);
    assert.deepEqual(byMuse, ['mill', 'decades']);
    return [
      `the version in the file is the writer’s; its spans by Muse are exactly ${byMuse.map((text) => `“${text}”`).join(' and ')}`,
      'the older text is its first version; the suggestions name the version that included them',
      checkHashes(readGrove(file)),
    ];
  });
  return writer;
}
