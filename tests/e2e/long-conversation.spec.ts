import type { JSHandle, Locator } from '@playwright/test';
import { makeGrove } from '../../scripts/make-grove.ts';
import { askAgents, expect, type Service, test } from './voices.ts';
import { frames } from './waits.ts';
import type { Desk, Writer } from './writer.ts';

/** A conversation of thousands of messages: few are on the page, and none moves while it is read (`dialogue.md`). */

const MESSAGES = 10_000;
const MOST_ARTICLES = 99;
/** Layout is exact to 1/64 pixel. */
const EXACT = 1 / 64;

async function openLong(
  desk: Desk,
  service: Service,
  nodes = MESSAGES,
): Promise<{ writer: Writer; feed: Locator }> {
  service.setUp(desk);
  const shape = { nodes, path: nodes, siblings: 0, versions: 0, branch: 0, longest: 0, characters: 150 };
  makeGrove(desk.file('long.aspen'), shape, { modes: ['dialogue'] });
  const writer = await desk.open('long.aspen');
  const feed = writer.page.getByRole('feed', { name: 'Conversation' });
  await expect(feed).toHaveAttribute('data-path-length', String(nodes), { timeout: 30_000 });
  await expect(feed.getByRole('article').last()).toHaveAccessibleName(new RegExp(`, ${nodes} of ${nodes}$`));
  return { writer, feed };
}

/** A message by a model or by a person of which all is in view, after scrolling to it. */
async function findInView(feed: Locator, byModel: boolean): Promise<Locator> {
  const position = await feed.evaluate(async (feed, byModel) => {
    const { top, bottom } = feed.getBoundingClientRect();
    for (let turn = 0; turn < 50; turn++) {
      const fitting = [...feed.querySelectorAll('article')].filter(
        (article) =>
          article.hasAttribute('data-colour') === byModel && article.offsetHeight < bottom - top - 2,
      );
      const found = fitting[turn % fitting.length];
      if (found === undefined) feed.scrollTop -= 100;
      else found.scrollIntoView({ block: 'center', behavior: 'instant' });
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const shown = found?.getBoundingClientRect();
      if (found?.isConnected && shown !== undefined && shown.top > top && shown.bottom < bottom)
        return found.getAttribute('data-position');
    }
    return null;
  }, byModel);
  if (position === null) throw new Error(`no message by a ${byModel ? 'model' : 'person'} is in view`);
  return feed.locator(`[data-position="${position}"]`);
}

async function resize({ app, page }: Writer, width: number): Promise<void> {
  await app.evaluate(({ BrowserWindow }, width) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setMinimumSize(1, 1);
    window?.setContentSize(width, 800);
  }, width);
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
}

interface Watch {
  /** Greatest movement of the message that was at the top of the view, in CSS pixels, and its cause. */
  moved: number;
  /** Frames so far. */
  frames: number;
  /** The most articles there were at once. */
  articles: number;
  stop(): void;
}

/** Watches the first visible message in every frame: it may move only as the feed is scrolled by the reader. */
function watch(feed: Locator): Promise<JSHandle<Watch>> {
  return feed.evaluateHandle((feed): Watch => {
    const top = feed.getBoundingClientRect().top;
    const first = [...feed.querySelectorAll('article')].find(
      (article) => article.getBoundingClientRect().bottom > top + 1,
    );
    const position = first?.getAttribute('data-position') ?? '';
    const at = () =>
      feed.querySelector(`article[data-position="${position}"]`)?.getBoundingClientRect().top ?? Number.NaN;
    const before = at();
    let isWatching = true;
    const watched: Watch = {
      moved: 0,
      frames: 0,
      articles: 0,
      stop: () => {
        isWatching = false;
      },
    };
    const look = () => {
      if (!isWatching) return;
      watched.frames += 1;
      watched.moved = Math.max(watched.moved, Math.abs(at() - before));
      watched.articles = Math.max(watched.articles, feed.querySelectorAll('article').length);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return watched;
  });
}

/** Observations since `watch`. */
function endWatch(watched: JSHandle<Watch>): Promise<Omit<Watch, 'stop'>> {
  return watched.evaluate(({ stop, ...seen }) => {
    stop();
    return seen;
  });
}

test('ten thousand messages: few are on the page, and what is read does not move', async ({
  desk,
  service,
}) => {
  test.setTimeout(120_000);
  const { writer, feed } = await openLong(desk, service);
  await askAgents(writer, [{ name: 'Ada', style: 'chat' }], 1);
  await writer.page.keyboard.type('Who keeps the lighthouse?');
  await writer.press('Enter');
  await expect(feed).toHaveAttribute('data-path-length', String(MESSAGES + 1));
  const voice = await service.voice(0);
  voice.say('I do. ');
  await expect(feed.getByRole('article').last()).toContainText('I do.');

  // The reader scrolls back, in steps, past messages that have never been measured.
  const jumps = await feed.evaluate(async (feed) => {
    const frame = () => new Promise(requestAnimationFrame);
    const off: number[] = [];
    let articles = 0;
    for (let step = 0; step < 40; step++) {
      const view = feed.getBoundingClientRect();
      const first = [...feed.querySelectorAll('article')].find(
        (article) => article.getBoundingClientRect().bottom > view.top + 1,
      );
      const before = first?.getBoundingClientRect().top ?? Number.NaN;
      feed.scrollTop -= 300;
      for (let count = 0; count < 3; count++) await frame();
      off.push(Math.abs((first?.getBoundingClientRect().top ?? Number.NaN) - before - 300));
      articles = Math.max(articles, feed.querySelectorAll('article').length);
    }
    return { off: Math.max(...off), articles };
  });
  // The reader's own scrolling is in whole pixels of the screen.
  expect(jumps.off).toBeLessThanOrEqual(1);
  expect(jumps.articles).toBeLessThanOrEqual(MOST_ARTICLES);

  // The reply goes on below the view, paragraph by paragraph.
  const streaming = await watch(feed);
  for (let part = 0; part < 40; part++) {
    voice.say(`The lamp is lit at dusk, ${part}.\n\n`);
    await frames(writer.page, 1);
  }
  await expect(writer.page.getByRole('button', { name: 'Stop' })).toBeVisible();
  voice.say('That is all.').end();
  await expect(writer.page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 15_000 });
  await expect(feed).toHaveAttribute('data-path-length', String(MESSAGES + 2));
  const streamed = await endWatch(streaming);
  expect(streamed.frames).toBeGreaterThan(10);
  expect(streamed.moved).toBeLessThanOrEqual(EXACT);

  // The buttons of a message show in room that was kept for them, also where they take two lines.
  for (const width of [1280, 330]) {
    await resize(writer, width);
    for (const byModel of [true, false]) {
      const message = await findInView(feed, byModel);
      const height = () => message.evaluate((article) => article.getBoundingClientRect().height);
      await writer.page.mouse.move(0, 0);
      const before = await height();
      await message.hover();
      await expect(message.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
      expect(await height()).toBe(before);
    }
  }

  // From the very beginning to the end, few messages are on the page.
  for (const place of [0, 0.3, 0.7, 1]) {
    const articles = await feed.evaluate(async (feed, place) => {
      feed.scrollTop = place * feed.scrollHeight;
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
      return feed.querySelectorAll('article').length;
    }, place);
    expect(articles).toBeGreaterThan(2);
    expect(articles).toBeLessThanOrEqual(MOST_ARTICLES);
  }
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

/** Blocks of every kind, about 500 characters, under a heading with this number. */
function makeSection(number: number): string {
  return `## Night ${number}

The lamp was *lit* at dusk and **burned** until ${number}; see [the chart](https://charts.example/${number}) and \`the log\`.

- oil, to the line
- the wick, *trimmed*

| Night | Weather | Ships |
|---|:-:|--:|
| ${number} | fog, with a light wind from the west | ${number} |
| ${number} | clear | **12** |

\`\`\`js
for (let hour = 0; hour < ${number}; hour++) light(hour, 'with as much oil as there is, and then with what is left of it');
\`\`\`

`;
}

/** Watches a heading in every frame: it may not move, nor be gone. */
function watchHeading(feed: Locator, name: string): Promise<JSHandle<Watch>> {
  return feed.evaluateHandle((feed, name): Watch => {
    const at = () => {
      const heading = [...feed.querySelectorAll('h2, h3')].find(({ textContent }) => textContent === name);
      return heading?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
    };
    const before = at();
    let isWatching = true;
    const watched: Watch = {
      moved: 0,
      frames: 0,
      articles: 0,
      stop: () => {
        isWatching = false;
      },
    };
    const look = () => {
      if (!isWatching) return;
      watched.frames += 1;
      watched.moved = Math.max(watched.moved, Math.abs(at() - before));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return watched;
  }, name);
}

test('a long reply of code, tables and lists: what is read above it and in it does not move, also once it is complete', async ({
  desk,
  service,
}) => {
  test.setTimeout(120_000);
  const { writer, feed } = await openLong(desk, service, 40);
  await askAgents(writer, [{ name: 'Ada', style: 'chat' }], 1);
  await writer.page.keyboard.type('What is in the log?');
  await writer.press('Enter');
  const voice = await service.voice(0);
  let night = 0;
  const stream = async (sections: number) => {
    for (const end = night + sections; night < end; night++) {
      for (const part of makeSection(night).match(/.{1,200}/gs) ?? []) {
        voice.say(part);
        await frames(writer.page, 1);
      }
    }
    await expect(feed.getByRole('heading', { name: `Night ${night - 1}`, exact: true })).toBeAttached();
  };
  await stream(4);

  // Above the reply.
  await feed.evaluate((feed) => {
    feed.querySelector('article[aria-busy]')?.scrollIntoView();
    feed.scrollTop -= 300;
  });
  await frames(writer.page, 6);
  const above = await watch(feed);
  await stream(41);
  expect((await endWatch(above)).moved).toBeLessThanOrEqual(EXACT);

  // In the reply, while it goes on, and while the message takes its place.
  await feed.getByRole('heading', { name: 'Night 42', exact: true }).evaluate((heading) => {
    heading.scrollIntoView({ block: 'center' });
  });
  await frames(writer.page, 6);
  const inside = await watchHeading(feed, 'Night 42');
  await feed
    .getByRole('heading', { name: 'Night 42', exact: true })
    .evaluate((heading) => getSelection()?.selectAllChildren(heading));
  await stream(10);
  voice.end();
  await expect(writer.page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 15_000 });
  await expect(feed).toHaveAttribute('data-path-length', '42');
  await frames(writer.page, 12);
  expect((await endWatch(inside)).moved).toBeLessThanOrEqual(EXACT);
  // The reader's selection still stands.
  await expect.poll(() => writer.page.evaluate(() => getSelection()?.toString())).toBe('Night 42');
  await expect
    .poll(() =>
      feed
        .getByRole('article')
        .last()
        .evaluate((article) => article.textContent?.length ?? 0),
    )
    .toBeGreaterThan(15_000);
  await writer.close();
  expect(writer.complaints).toEqual([]);
});

test('an answer of 200,000 words, one of a single paragraph and one of no words, after 2,000 messages', async ({
  desk,
  service,
}) => {
  test.setTimeout(120_000);
  const { writer, feed } = await openLong(desk, service, 2_000);
  await askAgents(writer, [{ name: 'Ada', style: 'chat' }], 1);
  const last = feed.getByRole('article').last();
  const below = () => feed.evaluate((feed) => feed.scrollHeight - feed.scrollTop - feed.clientHeight);
  const ask = async (question: string, index: number) => {
    await writer.composer.click();
    await writer.page.keyboard.type(question);
    await writer.press('Enter');
    return service.request(index);
  };
  const words = 'The lamp was lit at dusk and burned. ';
  const first = await ask('Tell me everything.', 0);
  for (let part = 0; part < 50; part++) first.say(`${words.repeat(20)}\n\n`.repeat(29));
  // Typing goes on meanwhile.
  await writer.page.keyboard.type('Meanwhile');
  await expect(writer.composer).toHaveText('Meanwhile');
  first.say('That is everything.').end();
  await expect(feed).toHaveAttribute('data-path-length', '2002', { timeout: 30_000 });
  await expect(last).toContainText('That is everything.');
  await expect.poll(below).toBeLessThan(2);
  await writer.press('Control+a', 'Delete');

  const second = await ask('In one paragraph.', 1);
  for (let part = 0; part < 40; part++) {
    second.say(words.repeat(15));
    await frames(writer.page, 1);
  }
  await expect(last).toContainText('The lamp was lit');
  second.say('That is all.').end();
  await expect(feed).toHaveAttribute('data-path-length', '2004');
  await expect(last).toContainText('That is all.');
  await expect.poll(below).toBeLessThan(2);

  (await ask('In no words.', 2)).end();
  await expect(writer.page.getByText('The reply came back empty.').first()).toBeVisible();
  await expect(feed).toHaveAttribute('data-path-length', '2005');
  await writer.close();
  expect(writer.complaints).toEqual([]);
});
