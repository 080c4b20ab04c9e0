/** The part of the demonstration in which the writer walks through past states, and runs a prompt in the text. */
import { strict as assert } from 'node:assert';
import Database from 'better-sqlite3';
import { readGrove } from '../helpers/grove-facts.ts';
import { checkHashes, expect, type ShowStep } from './demo-steps.ts';
import { createAgent, type Service } from './voices.ts';
import type { Writer } from './writer.ts';

export interface TimelineDemo {
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

const OPENING = 'The rain had ended.';
const FENCE = '```prompt name=storm agent=Muse\nThe storm as the house would tell it. {{before:1}}\n```';
const RESULT = 'It came over the roofs, and asked for nobody.';

/** The text of a moment, and the parts of it that a model wrote. */
interface Moment {
  readonly text: string;
  readonly model: string;
}

function column(file: string, sql: string): readonly unknown[] {
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: 2_000 });
  try {
    return database.prepare<unknown[], unknown>(sql).pluck().all();
  } finally {
    database.close();
  }
}

const layersOf = (file: string) =>
  column(
    file,
    `SELECT why FROM layer WHERE dimension = 'versions' AND chain = 0 AND why <> 'draft' ORDER BY seq`,
  );
const runsOf = (file: string) => column(file, 'SELECT coordinate FROM execution ORDER BY layer_key');

/** @returns the writer of the open grove */
export async function showTimeline(demo: TimelineDemo): Promise<Writer> {
  const { file, service, open, show, takePicture } = demo;
  const writer = await open();
  const { page, manuscript } = writer;
  const slider = page.getByRole('slider', { name: 'Time line' });
  const momentNow = async (): Promise<Moment> => ({
    text: await writer.text(),
    model: await writer.modelText(),
  });
  const moments: Moment[] = [];
  const note = async () => moments.push(await momentNow());

  await show('Write, generate, switch, edit, undo', async () => {
    await expect(manuscript).toBeFocused({ timeout: 15_000 });
    await page.keyboard.insertText(OPENING);
    await writer.press('Control+s');
    await note();
    await writer.generate();
    await expect.poll(() => writer.modelText()).not.toBe('');
    await note();
    await writer.press('Alt+ArrowDown');
    await expect.poll(() => writer.text()).not.toBe(moments.at(-1)?.text);
    await note();
    await writer.press('Control+Home', ...Array.from('The ', () => 'ArrowRight'));
    await writer.type('warm ');
    await writer.press('Control+s');
    await expect(manuscript.locator('[data-pending]')).toHaveCount(0);
    await note();
    await writer.press('Control+z');
    await expect.poll(() => writer.text()).toBe(moments.at(-2)?.text);
    await writer.waitUntilSaved();
    await note();
    const layers = layersOf(file);
    assert.deepEqual(layers.slice(-5), ['commit', 'arrival', 'switch', 'commit', 'undo']);
    return [`layers in the file: ${layers.join(', ')}`, checkHashes(readGrove(file))];
  });

  await show('Walk to the first state and back', async () => {
    const before = layersOf(file);
    await writer.press('Alt+t');
    await expect(slider).toBeFocused();
    await writer.press('Home');
    await expect(slider).toHaveAttribute('aria-valuenow', '0');
    const count = Number(await slider.getAttribute('aria-valuemax'));
    const seen: Moment[] = [];
    const walk = async (key: 'ArrowRight' | 'ArrowLeft', from: number, to: number) => {
      for (let at = from; at !== to; at += Math.sign(to - from)) {
        await writer.press(key);
        await expect(slider).toHaveAttribute('aria-valuenow', `${at + Math.sign(to - from)}`);
        await expect(slider).toHaveAttribute('aria-valuetext', / · [\d,]+ words?$/);
        seen.push(await momentNow());
      }
    };
    await walk('ArrowRight', 0, count - 1);
    for (const moment of moments)
      assert.ok(
        seen.some(({ text, model }) => text === moment.text && model === moment.model),
        moment.text,
      );
    await takePicture('past');
    const there = [...seen];
    seen.length = 0;
    await walk('ArrowLeft', count - 1, 0);
    assert.deepEqual(seen.slice(0, -1), there.slice(0, -1).reverse());
    assert.deepEqual(layersOf(file), before);
    return [
      `${count} moments forth and back, each with the text and the colours that it had`,
      'looking wrote nothing',
    ];
  });

  await show('Bring back a passage', async () => {
    const warm = moments.find(({ text }) => text.includes('warm'));
    assert.ok(warm !== undefined);
    await writer.press('Escape', 'Alt+t', 'Home');
    for (let steps = 0; (await writer.text()) !== warm.text; steps += 1) {
      assert.ok(steps < 20);
      await writer.press('ArrowRight');
      await expect(slider).toHaveAttribute('aria-valuenow', `${steps + 1}`);
      await expect(slider).toHaveAttribute('aria-valuetext', / · [\d,]+ words?$/);
    }
    await manuscript.focus();
    await writer.press('Control+Home', ...Array.from('The warm rain', () => 'Shift+ArrowRight'));
    await page.getByRole('button', { name: 'Bring back passage' }).click();
    await expect(slider).toBeHidden();
    await expect.poll(() => writer.text()).toBe(warm.text);
    await writer.press('Control+z');
    await expect.poll(() => writer.text()).toBe(moments.at(-1)?.text);
    return ['the old words are back in today’s text, and one undo takes them away'];
  });

  await show('Run a prompt in the text', async () => {
    await createAgent(writer, { name: 'Muse', style: 'chat' });
    await manuscript.focus();
    await writer.press('Control+End');
    await page.keyboard.insertText(`\n\n${FENCE}`);
    const asked = service.voices.length;
    await writer.press('Alt+g');
    const bar = page.getByRole('region', { name: 'Prompt', exact: true });
    const voice = await service.request(asked);
    voice.say(RESULT).end();
    await expect.poll(() => writer.text()).toContain(RESULT);
    await page.getByRole('group', { name: 'Answers' }).getByRole('button', { name: 'Original' }).click();
    await expect.poll(() => writer.text()).toContain('name=storm');
    await writer.press('Escape');
    await page.getByRole('button', { name: 'Run the prompt storm' }).click();
    await expect(bar).toContainText('1 recorded result was reused; nothing was sent.');
    await expect.poll(() => writer.text()).toContain(RESULT);
    await writer.press('Escape');
    await writer.waitUntilSaved();
    assert.equal(service.voices.length, asked + 1);
    const runs = runsOf(file);
    return [`one request, two runs: ${runs.join(', ')}`, checkHashes(readGrove(file))];
  });

  return writer;
}
