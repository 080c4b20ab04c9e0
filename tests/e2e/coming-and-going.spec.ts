import type { Locator } from '@playwright/test';
import fc from 'fast-check';
import { button } from './conversations.ts';
import { askAgents, expect, type Service, test, type Voice } from './voices.ts';
import { frames } from './waits.ts';
import type { Desk, Writer } from './writer.ts';

/** Replies arrive while their conversation is left, returned to, hidden, closed and reopened (`dialogue.md`, *Replies* and *The screen*). */

const STEPS = ['ask', 'say', 'end', 'scroll', 'toEnd', 'tab', 'list', 'hide', 'tree', 'return'] as const;
type Step = (typeof STEPS)[number];

const SEQUENCES = 15;
/** Every so many of them end with a restart of the grove. */
const REOPENED = 5;

/** The place of the first block that begins in the view, in CSS pixels of the screen. */
interface Kept {
  readonly text: string;
  readonly top: number;
}

const firstBlock = (feed: Locator): Promise<Kept | null> =>
  feed.evaluate((feed) => {
    const { top } = feed.getBoundingClientRect();
    const block = [...feed.querySelectorAll('[data-message-text] > *')].find(
      (one) => one.getBoundingClientRect().top > top,
    );
    return block === undefined
      ? null
      : { text: block.textContent ?? '', top: block.getBoundingClientRect().top };
  });

const below = (feed: Locator): Promise<number> =>
  feed.evaluate((feed) => feed.scrollHeight - feed.scrollTop - feed.clientHeight);

/** A conversation beside its manuscript as it should be, with the program that shows it. */
class Talk {
  readonly #desk: Desk;
  readonly #service: Service;
  #writer: Writer;
  #isShown = true;
  /** The expected number of messages. */
  #length = 0;
  #asked = 0;
  #voice: Voice | null = null;
  /** The text of the last reply. */
  #said = '';
  /** Null while the reader is at the end. */
  #kept: Kept | null = null;

  constructor(desk: Desk, service: Service, writer: Writer) {
    this.#desk = desk;
    this.#service = service;
    this.#writer = writer;
  }

  get #feed(): Locator {
    return this.#writer.page.getByRole('feed', { name: 'Conversation' });
  }

  get #tab(): Locator {
    return this.#writer.page.getByRole('tab', { name: /^Talk/ });
  }

  #tree(title: RegExp): Locator {
    return this.#writer.page.getByRole('list', { name: 'Trees' }).getByRole('button', { name: title });
  }

  async take(step: Step): Promise<void> {
    const { page } = this.#writer;
    if (step === 'ask') await this.#ask();
    else if (step === 'say') this.#say();
    else if (step === 'end') await this.#end();
    else if (step === 'return') await this.return();
    else if (!this.#isShown) return;
    else if (step === 'scroll') await this.#scroll();
    else if (step === 'toEnd') {
      await this.#feed.evaluate((feed) => feed.scrollTo(0, feed.scrollHeight));
      this.#kept = null;
    } else {
      if (step === 'tab') await page.getByRole('tab', { name: 'Sent' }).click();
      if (step === 'list') await button(page, 'All conversations about this tree').click();
      if (step === 'hide') await this.#writer.press('Control+\\');
      if (step === 'tree') await this.#tree(/^Another/).click();
      await expect(this.#feed).toBeHidden();
      this.#isShown = false;
    }
    await this.#check(step);
  }

  async #ask(): Promise<void> {
    if (!this.#isShown || this.#voice !== null) return;
    await this.#writer.composer.click();
    await this.#writer.page.keyboard.type(`Question ${this.#asked}`);
    await this.#writer.press('Enter');
    this.#voice = await this.#service.request(this.#asked);
    this.#asked += 1;
    this.#length += 1;
    this.#said = '';
    // Sending goes to the end.
    this.#kept = null;
  }

  #say(): void {
    const words = `The lamp was lit at dusk, part ${this.#said.length}, and it burned until dawn.\n\n`;
    this.#voice?.say(words.repeat(3));
    if (this.#voice !== null) this.#said += words.repeat(3);
  }

  async #end(): Promise<void> {
    if (this.#voice === null) return;
    this.#voice.say('That is all.').end();
    this.#voice = null;
    this.#length += 1;
    const { page } = this.#writer;
    if (this.#isShown) await expect(this.#feed).toHaveAttribute('data-path-length', String(this.#length));
    else await expect(page.getByRole('img', { name: /new repl/ }).first()).toBeVisible();
  }

  async #scroll(): Promise<void> {
    await frames(this.#writer.page, 3);
    await this.#feed.evaluate((feed) => feed.scrollBy(0, -250));
    await frames(this.#writer.page, 3);
    this.#kept = (await below(this.#feed)) < 2 ? null : await firstBlock(this.#feed);
  }

  async return(): Promise<void> {
    if (this.#isShown) return;
    await this.#tree(/^It rained/).click();
    if (!(await this.#tab.isVisible())) await this.#writer.press('Control+\\');
    await this.#tab.click();
    const listed = this.#writer.page.getByRole('list', { name: 'Conversations about this tree' });
    await expect(this.#feed.or(listed)).toBeVisible();
    if (await listed.isVisible()) await listed.getByRole('button').first().click();
    await expect(this.#feed).toBeVisible();
    this.#isShown = true;
    // A conversation opens at its end.
    this.#kept = null;
  }

  /** Ends what streams, and comes back to the conversation. */
  async finish(): Promise<void> {
    await this.#end();
    await this.return();
    await this.#check('finish');
  }

  async reopen(): Promise<void> {
    await this.#writer.waitUntilSaved();
    await this.#writer.close();
    expect(this.#writer.complaints).toEqual([]);
    this.#writer = await this.#desk.reopen('orchard.aspen');
    await expect(this.#writer.manuscript).toBeVisible();
    this.#isShown = false;
    await this.return();
    await this.#check('reopen');
  }

  async #check(step: string): Promise<void> {
    if (!this.#isShown) return;
    const what = `after ${step}`;
    await expect(this.#feed, what).toHaveAttribute('data-path-length', String(this.#length));
    await frames(this.#writer.page, 4);
    if (this.#kept === null) {
      await expect.poll(() => below(this.#feed), what).toBeLessThan(2);
      if (this.#voice === null && this.#length > 0)
        await expect(this.#feed.getByRole('article').last(), what).toContainText('That is all.');
    } else expect(await firstBlock(this.#feed), what).toEqual(this.#kept);
  }
}

test('whatever the reader does while replies arrive, the last reply is the head and the feed stands where it should', async ({
  desk,
  service,
}) => {
  test.setTimeout(400_000);
  service.setUp(desk);
  const writer = await desk.open('orchard.aspen');
  const { page } = writer;
  await expect(writer.manuscript).toBeVisible();
  await writer.type('Another tree altogether.');
  await button(page, 'New tree').click();
  await expect(writer.manuscript).toHaveText('');
  await writer.type('It rained all night.');
  await page.getByRole('tab', { name: 'Talk' }).click();
  await button(page, 'New conversation about this tree').click();
  await expect(writer.composer).toBeFocused();
  await askAgents(writer, [{ name: 'Ada', style: 'chat' }], 1);

  const talk = new Talk(desk, service, writer);
  const sequences = fc.sample(
    fc.array(fc.constantFrom<Step>(...STEPS), { minLength: 4, maxLength: 8, size: 'max' }),
    { numRuns: SEQUENCES, seed: 40 },
  );
  for (const [number, sequence] of sequences.entries()) {
    await test.step(`${number}: ${sequence.join(' ')}`, async () => {
      for (const step of ['ask', 'say', ...sequence] as const) await talk.take(step);
      await talk.finish();
      if (number % REOPENED === REOPENED - 1) await talk.reopen();
    });
  }
});
