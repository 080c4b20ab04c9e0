import type { JSHandle, Locator } from '@playwright/test';
import { button, messagesOf } from './conversations.ts';
import { askAgents, expect, type NewAgent, type Service, test } from './voices.ts';
import { frames } from './waits.ts';
import type { Desk, Writer } from './writer.ts';

/** The feed follows the answer while the reader is at its end, and never moves when they have scrolled away (`dialogue.md`, *The screen*). */

/** A conversation beside its manuscript, with an agent. */
async function begin(
  desk: Desk,
  service: Service,
  agent: NewAgent,
): Promise<{ writer: Writer; feed: Locator }> {
  service.setUp(desk);
  const writer = await desk.open('orchard.aspen');
  await expect(writer.manuscript).toBeVisible();
  await writer.type('It rained all night. ');
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  await writer.page.getByRole('tab', { name: 'Talk' }).click();
  await button(writer.page, 'New conversation about this tree').click();
  await expect(writer.composer).toBeFocused();
  await askAgents(writer, [agent], agent.permissions === undefined ? 1 : null);
  return { writer, feed: writer.page.getByRole('feed', { name: 'Conversation' }) };
}

interface Watch {
  /** Greatest distance below the view when a frame was drawn, in CSS pixels. */
  below: number;
  /** Greatest movement on the screen of the first block of text that begins in the view. */
  moved: number;
  frames: number;
  stop(): void;
}

/** Watches every frame of the feed as it is painted, which only an `IntersectionObserver` tells. */
function watch(feed: Locator): Promise<JSHandle<Watch>> {
  return feed.evaluateHandle((feed): Watch => {
    const { top } = feed.getBoundingClientRect();
    const blocks = feed.querySelectorAll('[data-message-text] > * > *, [data-message-text] > *');
    const first = [...blocks].find((block) => block.getBoundingClientRect().top > top);
    const before = first?.getBoundingClientRect().top ?? Number.NaN;
    let isWatching = true;
    const watched: Watch = {
      below: 0,
      moved: 0,
      frames: 0,
      stop: () => {
        isWatching = false;
      },
    };
    const look = () => {
      const last = [...feed.querySelectorAll('article')].at(-1);
      const observer = new IntersectionObserver((entries) => {
        observer.disconnect();
        if (!isWatching) return;
        const rectOf = (element: Element | undefined) =>
          entries.find(({ target }) => target === element)?.boundingClientRect;
        watched.frames += 1;
        if (first?.isConnected)
          watched.moved = Math.max(watched.moved, Math.abs((rectOf(first)?.top ?? Number.NaN) - before));
        if (last?.isConnected)
          watched.below = Math.max(watched.below, (rectOf(last)?.bottom ?? 0) - (rectOf(feed)?.bottom ?? 0));
        requestAnimationFrame(look);
      });
      for (const element of [feed, first, last]) if (element !== undefined) observer.observe(element);
    };
    requestAnimationFrame(look);
    return watched;
  });
}

/** Observations during an action, and for some frames after it. */
async function during(feed: Locator, act: () => Promise<void>): Promise<Omit<Watch, 'stop'>> {
  const watched = await watch(feed);
  await act();
  await frames(feed.page(), 12);
  return watched.evaluate(({ stop, ...seen }) => {
    stop();
    return seen;
  });
}

async function send(writer: Writer, message: string): Promise<void> {
  await writer.composer.click();
  await writer.page.keyboard.type(message);
  await writer.press('Enter');
  await expect(writer.composer).not.toContainText(message);
}

const NIGHTS = Array.from(
  { length: 12 },
  (_, night) => `The lamp was lit at dusk, night ${night}, and burned until dawn while ships went by.`,
).join('\n\n');

test('the feed follows what is sent and answered while the reader is at its end', async ({
  desk,
  service,
}) => {
  const { writer, feed } = await begin(desk, service, { name: 'Ada', style: 'chat' });
  const { page } = writer;
  const length = (count: number) => expect(feed).toHaveAttribute('data-path-length', String(count));
  const stays = async (what: string, act: () => Promise<void>) => {
    const { below, frames } = await during(feed, act);
    expect(frames, what).toBeGreaterThan(5);
    expect(below, what).toBeLessThan(1.6);
  };
  await send(writer, 'Who keeps the lighthouse?');
  (await service.request(0)).say(NIGHTS).end();
  await length(2);
  await frames(page, 10);
  await stays('a long message, answered at once', async () => {
    await send(writer, 'And who lights the lamp, every evening, summer and winter, whatever the weather?');
    (await service.request(1)).say(NIGHTS).end();
    await length(4);
  });
  await stays('blocks that stream after thinking', async () => {
    await send(writer, 'What is in the log?');
    const voice = await service.request(2);
    voice.reason('I think about this and that. '.repeat(50));
    voice.say('| night | weather |\n|---|---|\n');
    for (let row = 0; row < 14; row++) {
      voice.say(`| ${row} | fog, with a light wind |\n`);
      await frames(page, 1);
    }
    voice.say('\n```js\n');
    for (let row = 0; row < 14; row++) {
      voice.say(`const light${row} = burn(oil, wick, night, ${row}); // wider than the feed is\n`);
      await frames(page, 1);
    }
    voice.say('```\n').end();
    await length(6);
    await expect(messagesOf(writer).last().getByText('Reasoning')).toBeAttached();
  });
  await stays('another reply in place of one that began above the view', async () => {
    // Without the pointer, which would be scrolled to.
    await button(messagesOf(writer).last(), 'Regenerate').evaluate((one: HTMLElement) => one.click());
    (await service.request(3)).say(NIGHTS).end();
    await expect(messagesOf(writer).last()).toContainText('night 11');
  });
  await stays('a composer that grows and shrinks, and a window that does', async () => {
    await writer.composer.click();
    for (let line = 0; line < 6; line++) {
      await page.keyboard.type('A line');
      await writer.press('Shift+Enter');
    }
    await writer.press('Control+a', 'Delete');
    await resize(writer, 1_000, 700);
    await resize(writer, 1_280, 820);
  });
  await stays('another tab, and back', async () => {
    await page.getByRole('tab', { name: 'Sent' }).click();
    await frames(page, 6);
    await page.getByRole('tab', { name: /^Talk/ }).click();
    await expect(feed).toBeVisible();
  });
  await expect(button(page, 'New below')).toBeHidden();
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

test('the feed does not move for a reader who has scrolled away, and says that something is new below', async ({
  desk,
  service,
}, info) => {
  const permissions = { loom_aware: 'allow', loom_write: 'ask' } as const;
  const { writer, feed } = await begin(desk, service, { name: 'Analyst', style: 'chat', permissions });
  const { page } = writer;
  const newBelow = button(page, 'New below');
  await send(writer, 'Who keeps the lighthouse?');
  const first = await service.request(0);
  first.reason('I think about this and that. '.repeat(50));
  first.say(NIGHTS);
  await expect(messagesOf(writer).last()).toContainText('night 11');
  await feed.evaluate((feed) => {
    feed.scrollTop -= 250;
  });
  await frames(page, 4);
  // In the middle of a reply, above which its reasoning comes once it is complete.
  const ended = await during(feed, async () => {
    first.say(`\n\n${NIGHTS}`);
    await expect(newBelow).toBeVisible();
    await writer.screenshot(info.outputPath('new-below.png'));
    const id = /Position: .*\[([0-9a-z]+)\]\*/.exec(first.sent.join('\n'))?.[1];
    first.say(`\n→ bookmark [${id}] "rain"\n`).end();
    await expect(page.getByRole('group', { name: 'Permission' })).toBeVisible();
    await expect(feed).toHaveAttribute('data-path-length', '2');
    await expect(messagesOf(writer).last().getByText('Reasoning')).toBeAttached();
  });
  expect(ended.frames).toBeGreaterThan(10);
  expect(ended.moved).toBeLessThanOrEqual(1 / 64);
  const answered = await during(feed, async () => {
    await button(page, 'Allow once').click();
    (await service.request(1)).say('I have set it.').end();
    await expect(feed).toHaveAttribute('data-path-length', '3');
    await writer.composer.click();
    await page.keyboard.type('A line');
    await writer.press('Shift+Enter', 'Shift+Enter', 'Shift+Enter');
    await writer.press('Control+a', 'Delete');
  });
  expect(answered.moved).toBeLessThanOrEqual(1 / 64);
  await newBelow.click();
  await expect(newBelow).toBeHidden();
  await expect(writer.composer).toBeFocused();
  await expect(messagesOf(writer).last()).toContainText('I have set it.');
  // At the end again, it follows through a card.
  const followed = await during(feed, async () => {
    await send(writer, 'And once more');
    const again = await service.request(2);
    const id = /Position: .*\[([0-9a-z]+)\]\*/.exec(again.sent.join('\n'))?.[1];
    again.say(`${NIGHTS}\n→ bookmark [${id}] "rain"\n`).end();
    await expect(page.getByRole('group', { name: 'Permission' })).toBeVisible();
    await frames(page, 6);
    await button(page, 'Allow once').click();
    (await service.request(3)).say('Once more.').end();
    await expect(messagesOf(writer).last()).toContainText('Once more.');
  });
  expect(followed.below).toBeLessThan(1.6);
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

async function resize({ app, page }: Writer, width: number, height: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height);
    },
    { width, height },
  );
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
}
