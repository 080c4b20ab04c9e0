/** The part of the demonstration that is in the middle of a text: a sentence rewritten three ways, and a bridge. */
import { strict as assert } from 'node:assert';
import type { Locator } from '@playwright/test';
import Database from 'better-sqlite3';
import { readGrove } from '../helpers/grove-facts.ts';
import { checkHashes, expect, type ShowStep } from './demo-steps.ts';
import { askAgents, type Service } from './voices.ts';
import type { Writer } from './writer.ts';

export interface RewritesDemo {
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

const OPENING = 'The house stood at the end of the lane. ';
const SENTENCE = 'Nobody had lived in it for years.';
const ENDING = '\n\nWhen the lamp went on in the upper window, Ada put down her pen.';
const WAYS = ['It had been empty for years.', 'For years no one had lived in it.', 'It was empty.'] as const;
const BRIDGES = [
  'Ada wrote facing it, so that she would not have to turn round.',
  'At nine the dogs began to bark.',
  'She had stopped believing in it.',
] as const;

/**
 * State that a rewrite leaves unchanged until an answer is chosen: the path and the choices of every author, and the
 * draft.
 */
const PLACES = {
  paths: 'SELECT agent_key, head_position_key FROM cursor ORDER BY agent_key',
  choices:
    'SELECT agent_key, position_key, version_node_key, last_child_position_key FROM position_choice ORDER BY 1, 2',
  drafts: 'SELECT agent_key, head_position_key, buffer, edits FROM draft',
} as const;
/** Every column that a node has, and what it continues. */
const NODES = `SELECT node.*, edge_type, role, source.position_key AS source FROM node
  LEFT JOIN edge ON target_node_key = node.key LEFT JOIN edge_source AS source ON edge_key = edge.key`;
const VERSIONS = `SELECT first.text, count(*) AS count, sum(version.offered) AS offered
  FROM node AS first JOIN node AS version USING (position_key)
  WHERE first.text IN (?, ?, ?) GROUP BY first.key ORDER BY first.id`;

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
export async function showRewrites(demo: RewritesDemo): Promise<Writer> {
  const { file, service, open, show, takePicture } = demo;
  const writer = await open();
  const bar = (name: 'Rewrite' | 'Bridge') => writer.page.getByRole('region', { name });
  const answer = (name: string): Locator =>
    writer.page.getByRole('group', { name: 'Answers' }).getByRole('button', { name, exact: true });
  const places = () =>
    Object.fromEntries(Object.entries(PLACES).map(([name, sql]) => [name, rows(file, sql)]));
  /** The rows of what was there before anything was asked. */
  const written = () => rows(file, `${NODES} WHERE NOT offered ORDER BY node.id`);
  const after = () => rows(file, `${NODES} WHERE text = ?`, ENDING);
  const versions = () =>
    rows(file, VERSIONS, OPENING, SENTENCE, ENDING).map(({ count, offered }) => [count, offered]);
  const print = (counts: ReturnType<typeof versions>) =>
    `versions at each position: ${counts.map(([count]) => count).join(', ')}`;
  const untilAnswered = async () => {
    await expect(writer.page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 15_000 });
    await writer.waitUntilSaved();
  };
  /** Has each answer arrive in two halves, with a picture in between. */
  const answerWith = async (answers: readonly string[], since: number, picture: string) => {
    const voices = await Promise.all(answers.map((_, slot) => service.voice(slot, since)));
    for (const [slot, text] of answers.entries()) voices[slot]?.say(text.slice(0, text.length / 2));
    await expect(writer.page.getByRole('group', { name: 'Answers' })).toContainText(
      (answers[2] ?? '').slice(0, 6),
    );
    await takePicture(picture);
    for (const [slot, text] of answers.entries()) voices[slot]?.say(text.slice(text.length / 2)).end();
    await untilAnswered();
    return voices;
  };
  const checkWhole = () => checkHashes(readGrove(file));
  let text = '';
  let downstream: readonly Row[] = [];

  await show('Rewrite a sentence three ways', async () => {
    await expect(writer.manuscript).toBeFocused({ timeout: 15_000 });
    for (const [index, part] of [OPENING, SENTENCE, ENDING].entries()) {
      await writer.page.keyboard.insertText(part);
      await writer.press('Control+s');
      await expect(writer.manuscript).toHaveAttribute('data-path-length', String(index + 1));
    }
    await askAgents(writer, [{ name: 'Muse' }], 3);
    await writer.press('Control+Home', ...Array.from(`${OPENING}Nobody`, () => 'ArrowRight'));
    await writer.waitUntilSaved();
    text = await writer.text();
    downstream = after();
    const before = { places: places(), written: written() };
    const since = service.voices.length;
    await writer.press('Alt+m');
    await expect(bar('Rewrite').getByRole('textbox', { name: 'Instruction' })).toBeFocused();
    await writer.page.keyboard.type('Plainer');
    await writer.press('Enter');
    const voices = await answerWith(WAYS, since, 'rewrites-streaming');
    for (const { asked } of voices) assert.equal(asked.json.suffix, ENDING);
    await expect(answer('3')).toHaveAttribute('aria-disabled', 'false');
    assert.deepEqual({ places: places(), written: written() }, before);
    assert.equal(await writer.text(), text);
    const counts = versions();
    assert.deepEqual(counts, [
      [1, 0],
      [4, 3],
      [1, 0],
    ]);
    return [
      'each request has the text on both sides',
      `${print(counts)}; three of them offered`,
      'path, choices, draft and every earlier row in the file are as they were',
    ];
  });

  await show('Keep the second', async () => {
    await writer.press('Alt+Period', 'Alt+Period');
    await expect(answer('2')).toHaveAttribute('aria-pressed', 'true');
    assert.equal(await writer.text(), text.replace(SENTENCE, WAYS[1]));
    await bar('Rewrite').getByRole('button', { name: 'Changes' }).click();
    await takePicture('rewrites-as-changes');
    await bar('Rewrite').getByRole('button', { name: 'Keep' }).click();
    await expect(bar('Rewrite')).toBeHidden();
    await expect(writer.manuscript).toBeFocused();
    await writer.waitUntilSaved();
    const chosen = rows(
      file,
      'SELECT text FROM position_choice JOIN node ON version_node_key = node.key WHERE offered',
    );
    assert.deepEqual(chosen, [{ text: WAYS[1] }]);
    assert.deepEqual(after(), downstream);
    return [
      `“${WAYS[1]}” is the version chosen in the file`,
      'the row downstream is unchanged, and continues the same position',
      checkWhole(),
    ];
  });

  await show('Bridge two paragraphs', async () => {
    text = await writer.text();
    await writer.press('Control+Home', ...Array.from(OPENING + WAYS[1], () => 'ArrowRight'));
    const before = { places: places(), written: written() };
    const since = service.voices.length;
    await writer.press('Alt+y');
    await answerWith(BRIDGES, since, 'bridge-streaming');
    await expect(writer.manuscript.getByRole('insertion')).toHaveText(` ${BRIDGES[0]}`);
    assert.deepEqual({ places: places(), written: written() }, before);
    assert.equal(await writer.text(), text);
    await takePicture('bridge-offered');
    await bar('Bridge').getByRole('button', { name: 'Keep' }).click();
    await expect(bar('Bridge')).toBeHidden();
    const joined = `${OPENING}${WAYS[1]} ${BRIDGES[0]}${ENDING}`;
    await expect.poll(() => writer.text()).toBe(joined);
    await writer.waitUntilSaved();
    const counts = versions();
    assert.deepEqual(counts, [
      [1, 0],
      [7, 6],
      [1, 0],
    ]);
    assert.deepEqual(after(), downstream);
    return [
      'until it was kept, it was shown between the paragraphs without being part of the text',
      `${print(counts)}; the row downstream is unchanged`,
      checkWhole(),
    ];
  });

  await show('Undo the bridge', async () => {
    await writer.press('Control+z');
    await expect.poll(() => writer.text()).toBe(text);
    await writer.waitUntilSaved();
    assert.deepEqual(after(), downstream);
    return ['one step back, the sentence is as it was kept; every answer is still among the versions'];
  });
  return writer;
}
