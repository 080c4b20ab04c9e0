/** `AnchoredList` alone, on a page of its own, since jsdom has no layout (`dialogue.md`, *The screen*). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ElectronApplication, JSHandle, Page } from '@playwright/test';
import { type ServedPage, servePage } from '../bench/renderer/serve-page.ts';
import { launchProgram } from './launch.ts';
import type { ListPage } from './list-page/page.tsx';
import { expect, test } from './test.ts';

const COUNT = 10_000;
/** The height of the view, in CSS pixels. */
const VIEW = 900;
/** Layout is exact to 1/64 pixel. */
const EXACT = 1 / 64;

let scratch: string;
let served: ServedPage;
let app: ElectronApplication;
let page: Page;
let list: JSHandle<ListPage>;

test.beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'aspen-list-'));
  served = await servePage(scratch, fileURLToPath(new URL('list-page', import.meta.url)));
  app = await launchProgram([`--user-data-dir=${join(scratch, 'data')}`], {
    ELECTRON_RENDERER_URL: served.origin,
  });
  page = await app.firstWindow();
  await page.waitForFunction(() => window.list !== undefined);
  list = await page.evaluateHandle(() => {
    if (window.list === undefined) throw new Error('the page has no list');
    return window.list;
  });
});

test.afterAll(async () => {
  const closed = app.waitForEvent('close');
  await app.evaluate(({ app: program }) => program.exit(0)).catch(() => undefined);
  await closed;
  served.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** Turns the wheel over the list until it has moved, and waits until it rests. */
async function wheel(pixels: number): Promise<void> {
  await page.mouse.move(300, 400);
  await page.mouse.wheel(0, pixels);
  await list.evaluate(async (list) => {
    let last = Number.NaN;
    for (let same = 0; same < 10; ) {
      await list.painted();
      same = list.scrollTop() === last ? same + 1 : 0;
      last = list.scrollTop();
    }
  });
}

/** Shows 10,000 rows with this one near the middle, at a fraction of a pixel. */
async function openAt(index: number): Promise<void> {
  await list.evaluate(
    async (list, { count, index }) => {
      list.show(count);
      list.handle.current?.scrollToIndex(index, 'start');
      await list.painted();
      list.scrollBy(37);
      await list.painted();
      await list.painted();
    },
    { count: COUNT, index },
  );
}

/** The first visible row and where it is. */
const firstRow = () =>
  list.evaluate((list) => {
    const key = list.firstVisible();
    const top = key === null ? null : list.top(key);
    if (key === null || top === null) throw new Error('no row is visible');
    return { key, top };
  });

/** Distance of a row from its former place when this frame is painted. */
const movedSince = ({ key, top }: { readonly key: string; readonly top: number }) =>
  list.evaluate(
    async (list, { key, top }) => {
      await list.painted();
      return Math.abs((list.top(key) ?? Number.NaN) - top);
    },
    { key, top },
  );

test('ten thousand rows open at the end, in few elements', async () => {
  const opened = await list.evaluate(async (list, count) => {
    list.show(count);
    await list.painted();
    return { rendered: list.rendered(), below: list.below(), isAtEnd: list.handle.current?.isAtEnd() };
  }, COUNT);
  expect(opened.rendered.length).toBeLessThan(60);
  expect(opened.rendered.at(-1)).toBe(`r${COUNT - 1}`);
  expect(opened.below).toBeLessThan(1);
  expect(opened.isAtEnd).toBe(true);
});

test('a row scrolled to is where it was asked for, whatever the heights before it are', async () => {
  const placed = await list.evaluate(async (list) => {
    const tops: number[] = [];
    for (const [index, align] of [
      [5_000, 'start'],
      [7_000, 'center'],
      [7_001, 'nearest'],
      [7_040, 'nearest'],
      [0, 'start'],
    ] as const) {
      list.handle.current?.scrollToIndex(index, align);
      await list.painted();
      await list.painted();
      tops.push(list.top(`r${index}`) ?? Number.NaN, list.height(`r${index}`) ?? Number.NaN);
    }
    return { tops, rendered: list.rendered().length };
  });
  const [start, , center = 0, centerHeight = 0, , , nearest = 0, nearestHeight = 0, first] = placed.tops;
  // The margin below a row is part of it.
  const rowOf = (height: number) => height + 12.3;
  expect(start).toBeCloseTo(0, 1);
  expect(center).toBeCloseTo((VIEW - rowOf(centerHeight)) / 2, 1);
  expect(nearest).toBeCloseTo(VIEW - rowOf(nearestHeight), 1);
  expect(first).toBe(0);
  expect(placed.rendered).toBeLessThan(60);
});

test('the first visible row does not move while rows above it change their height, arrive and go', async () => {
  await openAt(5_000);
  const first = await firstRow();
  const index = Number(first.key.slice(1));
  const above = `r${index - 1}`;
  await list.evaluate((list, key) => list.grow(key, 70), above);
  expect(await movedSince(first)).toBeLessThanOrEqual(EXACT);
  for (const pixels of [0.4, 33.7, 120.1, 0]) {
    await list.evaluate((list, { above, pixels }) => list.stretch(above, pixels), { above, pixels });
    expect(await movedSince(first)).toBeLessThanOrEqual(EXACT);
  }
  await list.evaluate((list) =>
    list.setKeys([...Array.from({ length: 500 }, (_, i) => `new${i}`), ...list.keys()]),
  );
  expect(await movedSince(first)).toBeLessThanOrEqual(EXACT);
  await list.evaluate((list) => list.setKeys(list.keys().slice(700)));
  expect(await movedSince(first)).toBeLessThanOrEqual(EXACT);
  await expect.poll(() => list.evaluate((list) => list.rendered().length)).toBeLessThan(60);
});

test('rows that come into view above are measured without moving what is there', async () => {
  await openAt(5_000);
  for (let turn = 0; turn < 12; turn++) {
    const before = await firstRow();
    const jump = await list.evaluate(
      async (list, { key, turn }) => {
        await list.painted();
        const top = list.top(key) ?? Number.NaN;
        list.scrollBy(-300);
        // A render before the event of the scroll, and a frame after it.
        list.setPinned([turn]);
        await list.painted();
        await list.painted();
        return (list.top(key) ?? Number.NaN) - top;
      },
      { key: before.key, turn },
    );
    expect(jump).toBeCloseTo(300, 1);
    // Of the rows that came, the first visible one is what stays from now on.
    const first = await firstRow();
    await list.evaluate((list, key) => list.stretch(key, 25), first.key);
    expect(await movedSince(first)).toBeLessThanOrEqual(EXACT);
  }
});

test('the wheel scrolls back through rows of unknown height without a jump', async () => {
  await openAt(5_000);
  const { key, top } = await firstRow();
  // Every frame in which rows come into view above shows the same row further down, and none shows it further up.
  await list.evaluate((list, key) => {
    const tops: number[] = [];
    Object.assign(window, { tops });
    const watch = async () => {
      for (;;) {
        await list.painted();
        const at = list.top(key);
        if (at === null) return;
        tops.push(at);
      }
    };
    void watch();
  }, key);
  for (let turn = 0; turn < 3; turn++) await wheel(-150);
  const tops = await page.evaluate((): readonly number[] => Reflect.get(window, 'tops'));
  expect(tops.every((at, index) => at >= (tops[index - 1] ?? top) - EXACT)).toBe(true);
  await expect
    .poll(() => list.evaluate((list, key) => list.top(key) ?? Number.NaN, key))
    .toBeCloseTo(top + 450, 1);
});

test('an end that is in view stays in view while it grows; otherwise nothing moves', async () => {
  const followed = await list.evaluate(async (list, count) => {
    list.show(count);
    await list.painted();
    const below: number[] = [];
    list.work();
    for (let frame = 0; frame < 30; frame++) {
      list.grow(`r${count - 1}`, 7);
      await list.painted();
      below.push(list.below());
    }
    const { keyCalls, renders } = list.work();
    list.setKeys([...list.keys(), 'next']);
    await list.painted();
    below.push(list.below());
    return { below, keyCalls, perFrame: renders / 30, last: list.rendered().at(-1) };
  }, COUNT);
  expect(Math.max(...followed.below)).toBeLessThan(1);
  expect(followed.last).toBe('next');
  // A frame that streams costs the rows on the screen, not all of them.
  expect(followed.keyCalls).toBe(0);
  expect(followed.perFrame).toBeLessThan(60);

  await list.evaluate(async (list) => {
    list.scrollBy(-200);
    await list.painted();
  });
  await expect.poll(() => list.evaluate((list) => list.atEnd())).toEqual([false]);
  const first = await firstRow();
  for (let frame = 0; frame < 10; frame++) {
    await list.evaluate((list) => list.grow('next', 11));
    expect(await movedSince(first)).toBeLessThanOrEqual(EXACT);
  }
  await list.evaluate((list) => list.setKeys([...list.keys(), 'another']));
  expect(await movedSince(first)).toBeLessThanOrEqual(EXACT);
  await list.evaluate((list) => list.handle.current?.scrollToEnd());
  await expect.poll(() => list.evaluate((list) => list.atEnd())).toEqual([false, true]);
});

test('scrolling up while the end grows leaves the end, and scrolling to it returns', async () => {
  const below = await list.evaluate(async (list, count) => {
    list.show(count);
    await list.painted();
    // The growth is not laid out when the scroll event comes.
    list.scrollBy(-3);
    list.stretch(`r${count - 1}`, 500);
    await list.painted();
    await list.painted();
    const left = list.below();
    list.handle.current?.scrollToEnd();
    await list.painted();
    for (let frame = 0; frame < 5; frame++) {
      list.stretch(`r${count - 1}`, 500 + 100 * frame);
      await list.painted();
    }
    const followed = list.below();
    // The reader comes back to the end, which has grown before the event of that scroll.
    list.scrollBy(-50);
    await list.painted();
    await list.painted();
    list.scrollBy(50);
    list.stretch(`r${count - 1}`, 1_300);
    await list.painted();
    await list.painted();
    return { left, followed, back: list.below() };
  }, COUNT);
  expect(below.left).toBeGreaterThan(400);
  expect(below.followed).toBeLessThan(1);
  expect(below.back).toBeLessThan(1);
});

test('another path keeps the first visible row that remains, or what was above it', async () => {
  await openAt(5_000);
  const first = await firstRow();
  const index = Number(first.key.slice(1));
  await list.evaluate(
    (list, from) =>
      list.setKeys([...list.keys().slice(0, from), ...Array.from({ length: 300 }, (_, i) => `x${i}`)]),
    index + 1,
  );
  expect(await movedSince(first)).toBeLessThanOrEqual(EXACT);

  await openAt(5_000);
  const before = await firstRow();
  // The first visible row goes, and the second is the first that remains.
  const second = await list.evaluate(
    (list, key) => ({ key, top: list.top(key) ?? Number.NaN }),
    `r${index + 1}`,
  );
  await list.evaluate((list, gone) => list.setKeys(list.keys().filter((key) => key !== gone)), before.key);
  expect(await movedSince(second)).toBeLessThanOrEqual(EXACT);

  // Everything from the first visible row on goes: what replaces it begins where it began.
  await openAt(5_000);
  await list.evaluate(
    (list, from) =>
      list.setKeys([...list.keys().slice(0, from), ...Array.from({ length: 300 }, (_, i) => `y${i}`)]),
    index,
  );
  expect(await movedSince({ key: 'y0', top: before.top })).toBeLessThanOrEqual(EXACT);

  // At the end, the alternative of the last row begins where that began.
  const alternative = await list.evaluate(async (list, count) => {
    list.show(count);
    await list.painted();
    const top = list.top(`r${count - 1}`) ?? Number.NaN;
    list.grow('other', 400);
    list.setKeys([...list.keys().slice(0, -1), 'other']);
    await list.painted();
    return Math.abs((list.top('other') ?? Number.NaN) - top);
  }, COUNT);
  expect(alternative).toBeLessThanOrEqual(EXACT);
});

test('a last row that began above the view and is replaced leaves the reader at the end', async () => {
  const below = await list.evaluate(async (list, count) => {
    list.show(count);
    list.grow(`r${count - 1}`, 2_000);
    await list.painted();
    list.grow('other', 3_000);
    list.setKeys([...list.keys().slice(0, -1), 'other']);
    await list.painted();
    return list.below();
  }, COUNT);
  expect(below).toBeLessThan(1);
});

test('in a row that begins above the view, what is read stays while something comes before it', async () => {
  await openAt(5_000);
  const first = await firstRow();
  expect(first.top).toBeLessThan(0);
  for (const pixels of [27.3, 300, 0.6]) {
    await list.evaluate((list, { key, pixels }) => list.precede(key, pixels), { key: first.key, pixels });
    expect(await movedSince(first)).toBeLessThanOrEqual(EXACT);
  }
  // The reader scrolls before that is laid out.
  await list.evaluate((list, key) => {
    list.precede(key, 200);
    list.scrollBy(3);
  }, first.key);
  first.top -= 3;
  expect(await movedSince(first)).toBeLessThanOrEqual(EXACT);
  // Additions above the list, such as a bar of buttons, do not move it on the screen.
  await list.evaluate((list) => list.setTop(41));
  expect(await movedSince({ ...first, top: first.top - 41 })).toBeLessThanOrEqual(EXACT);
});

test('what the reader unfolds at the end stays there, unless something arrives', async () => {
  const unfold = (isBusy: boolean) =>
    list.evaluate(
      async (list, { count, isBusy }) => {
        list.show(count);
        const summary = list.fold(`r${count - 1}`);
        list.setBusy(isBusy);
        await list.painted();
        const { top } = summary.getBoundingClientRect();
        summary.click();
        await list.painted();
        await list.painted();
        const moved = summary.getBoundingClientRect().top - top;
        const below = list.below();
        summary.click();
        await list.painted();
        await list.painted();
        return { moved, below, after: list.below() };
      },
      { count: COUNT, isBusy },
    );
  const quiet = await unfold(false);
  expect(quiet.moved).toBe(0);
  expect(quiet.below).toBeGreaterThan(600);
  expect(quiet.after).toBeLessThan(1);
  const busy = await unfold(true);
  expect(busy.below).toBeLessThan(1);
  expect(busy.after).toBeLessThan(1);
});

test('another width keeps the place, and the row with the focus and pinned rows stay', async () => {
  await list.evaluate(async (list, count) => {
    list.show(count);
    list.handle.current?.scrollToIndex(4_000, 'start');
    await list.painted();
  }, COUNT);
  const first = await firstRow();
  expect(first.key).toBe('r4000');
  for (const width of [340, 900, 700]) {
    await list.evaluate((list, width) => list.setWidth(width), width);
    expect(await movedSince(first)).toBeLessThanOrEqual(EXACT);
  }
  const kept = await list.evaluate(async (list) => {
    list.focus('r4001');
    list.setPinned([3, 9_000]);
    list.scrollBy(30_000);
    await list.painted();
    await list.painted();
    const keys = list.rendered();
    const focused = list.focused();
    list.scrollBy(-30_000);
    await list.painted();
    return { keys, focused, back: list.rendered().includes('r4001'), focusedBack: list.focused() };
  });
  expect(kept.keys).toEqual(expect.arrayContaining(['r3', 'r4001', 'r9000']));
  expect(kept.keys.length).toBeLessThan(60);
  expect(kept).toMatchObject({ focused: 'r4001', back: true, focusedBack: 'r4001' });
});

test('a list that was not displayed is where it was, whatever came above it meanwhile', async () => {
  await openAt(5_000);
  const first = await firstRow();
  await list.evaluate(async (list) => {
    list.setDisplayed(false);
    await list.painted();
    list.setKeys([...Array.from({ length: 20 }, (_, index) => `new${index}`), ...list.keys()]);
    await list.painted();
    list.setDisplayed(true);
    await list.painted();
  });
  expect(await movedSince(first)).toBeLessThanOrEqual(EXACT);
});
