import { writeFileSync } from 'node:fs';
import type { TestInfo } from '@playwright/test';
import { MAX_TEXT_LENGTH } from '../../src/core/text/limits.ts';
import type { PreferencesPatch } from '../../src/ipc/preferences.ts';
import { showInBothThemes } from './axe.ts';
import { expect, test } from './test.ts';
import { type Desk, takesPictures, type Writer } from './writer.ts';

/** The manuscript as a place to write: typography, dimming, scrolling and marks (`manuscript.md`). */

const CHAPTER = `# The Winter Orchard

Once upon a time, there was a tower on a hill. *Nobody* went there, and nobody **ever** said why. It had a door and no window, and in the evenings a light.

Anna went on the first day of the frost. “You will be back before supper,” said her mother, who did not ask.

The path began behind the orchard. It went down first, as if it had thought better of it, and then up between the stones where the sheep had been in summer; and from there one could see the sea.

* * *

By the time she came to the gate the light was gone. She knocked, since that is what one does. *Who is it,* said somebody, and it was not a question.

## Two

In the morning there was ice on the inside of the door.`;

/** Inserts a text at once, as a paste does. */
async function paste(writer: Writer, text: string): Promise<void> {
  await writer.manuscript.evaluate((content, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    content.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

async function openChapter(desk: Desk, preferences: PreferencesPatch = {}): Promise<Writer> {
  desk.prefer(preferences);
  const writer = await desk.open('story.aspen');
  await paste(writer, CHAPTER);
  return writer;
}

/** A picture of the window in both themes. */
async function takePictures(writer: Writer, info: TestInfo, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(info.outputPath(`${name}-${colorScheme}.png`));
  }
}

test('a chapter with default typography', async ({ desk }, info) => {
  const writer = await openChapter(desk);
  await writer.press('Control+Home');
  await takePictures(writer, info, 'chapter');
  const { manuscript } = writer;
  await expect(manuscript.locator('.heading')).toHaveText(['# The Winter Orchard', '## Two']);
  await expect(manuscript.locator('.scene-break')).toHaveText(['* * *']);
  await expect(manuscript.locator('.emphasis')).toHaveText(['Nobody', 'Who is it,']);
  await expect(manuscript.locator('.strong')).toHaveText(['ever']);
  await writer.press('Control+End');
  await expect.poll(() => writer.text()).toBe(CHAPTER);
});

/** The caret's distance from the top of the visible text, as a fraction of its height. */
function caretHeight(writer: Writer): Promise<number> {
  return writer.manuscript.evaluate((content) => {
    const view = content.closest('.cm-editor')?.querySelector('.cm-scroller');
    const range = getSelection()?.getRangeAt(0);
    if (view === null || view === undefined || range === undefined) throw new Error('no caret');
    const at = range.startContainer;
    const element = at instanceof Element ? at : at.parentElement;
    const [rect = element?.getBoundingClientRect()] = range.getClientRects();
    if (rect === undefined) throw new Error('no caret');
    const { top, height } = view.getBoundingClientRect();
    return ((rect.top + rect.bottom) / 2 - top) / height;
  });
}

function style(writer: Writer, selector: string, property: string): Promise<string> {
  return writer.manuscript
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
}

test('a page follows the writer’s preferences', async ({ desk }, info) => {
  desk.prefer({
    font: 'source-sans',
    textSize: 22,
    measure: 60,
    leading: 1.5,
    paragraphSpacing: 0.5,
    firstLineIndent: 1.5,
  });
  const writer = await desk.open('story.aspen');
  await paste(writer, CHAPTER.replaceAll('\n\n', '\n'));
  await writer.press('Control+Home');
  await takePictures(writer, info, 'set');
  expect(await style(writer, '.cm-line', 'font-family')).toContain('Source Sans 3');
  expect(await style(writer, '.cm-line:nth-child(3)', 'font-size')).toBe('22px');
  expect(await style(writer, '.cm-line:nth-child(3)', 'line-height')).toBe('33px');
  // No indent after the heading, one after a paragraph, and none after the scene break.
  expect(await style(writer, '.cm-line:nth-child(2)', 'text-indent')).toBe('0px');
  expect(await style(writer, '.cm-line:nth-child(3)', 'text-indent')).toBe('33px');
  expect(await style(writer, '.cm-line:nth-child(3)', 'padding-top')).toBe('16.5px');
  expect(await style(writer, '.cm-line:nth-child(6)', 'text-indent')).toBe('0px');
});

test('a click in an indented line puts the caret where it points', async ({ desk }) => {
  desk.prefer({ firstLineIndent: 3, paragraphSpacing: 1 });
  const writer = await desk.open('story.aspen');
  await writer.type('One.\nTwo.\nThree.');
  const third = writer.manuscript.locator('.cm-line').nth(2);
  await third.click({ position: { x: 2, y: 40 } });
  await writer.page.keyboard.type('x');
  await third.click({ position: { x: 3 * 19 + 200, y: 40 } });
  await writer.page.keyboard.type('y');
  await writer.press('ArrowUp', 'Home');
  await writer.page.keyboard.type('z');
  await expect.poll(() => writer.text()).toBe('One.\nzTwo.\nxThree.y');
});

test('keys make text larger, smaller or its default size, and the size persists', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Once.');
  await writer.press('Control+=', 'Control+=', 'Control+=', 'Control+-');
  expect(await style(writer, '.cm-line', 'font-size')).toBe('21px');
  await writer.waitUntilSaved();
  await writer.close();
  const again = await desk.open('story.aspen');
  await expect.poll(() => style(again, '.cm-line', 'font-size')).toBe('21px');
  await again.press('Control+0');
  expect(await style(again, '.cm-line', 'font-size')).toBe('19px');
});

test('focus mode shows only the text, with the caret’s paragraph highlighted, until its command ends it', async ({
  desk,
}, info) => {
  const writer = await openChapter(desk);
  const { page } = writer;
  await writer.press('Control+Home', 'ArrowDown', 'ArrowDown', 'Control+Shift+F11');
  await expect(writer.manuscript.locator('.lit')).toHaveText(/^Once upon a time/);
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await page.mouse.move(600, 400);
  await takePictures(writer, info, 'focus');
  await writer.press('Escape', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
  await expect(writer.manuscript.locator('.lit')).toHaveText(/^Anna went/);
  await writer.press('Control+Shift+F11');
  await expect(writer.manuscript.locator('.lit')).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible();
});

test('axe finds no violations in focus mode with a sentence lit', async ({ desk }, info) => {
  const writer = await openChapter(desk, { focusMode: true, focusOn: 'sentence', authorLook: 'underline' });
  await writer.page.emulateMedia({ reducedMotion: 'reduce' });
  await writer.press('ArrowUp', 'ArrowUp');
  await showInBothThemes(writer, info, 'sentence');
});

test('with typewriter scrolling, an empty page starts at the held line', async ({ desk }, info) => {
  desk.prefer({ typewriter: true, textSize: 24 });
  const writer = await desk.open('story.aspen');
  const invitation = writer.page.getByText('Write the first line.');
  const placeOf = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, top, height } = range.getBoundingClientRect();
    return { left, middle: top + height / 2 };
  };
  const invited = await invitation.evaluate(placeOf);
  await takePictures(writer, info, 'empty');
  await writer.type('W');
  const typed = await writer.manuscript.locator('.cm-line').evaluate(placeOf);
  expect(Math.abs(typed.left - invited.left)).toBeLessThan(2);
  expect(Math.abs(typed.middle - invited.middle)).toBeLessThan(2);
});

test('focus mode can highlight a sentence', async ({ desk }, info) => {
  const writer = await openChapter(desk, { focusMode: true, focusOn: 'sentence' });
  await writer.press('Control+Home', 'ArrowDown', 'ArrowDown');
  await expect(writer.manuscript.locator('.lit')).toHaveText(
    'Once upon a time, there was a tower on a hill.',
  );
  await takePictures(writer, info, 'focus-sentence');
});

test('typewriter scrolling holds the caret’s line and leaves the wheel free', async ({ desk }, info) => {
  const writer = await openChapter(desk, { typewriter: true });
  await writer.page.keyboard.type('\nAnd so it was, on that day and on');
  await takePictures(writer, info, 'typewriter');
  await expect.poll(() => caretHeight(writer)).toBeCloseTo(0.45, 1.5);
  await writer.press('Control+Home');
  await expect.poll(() => caretHeight(writer)).toBeCloseTo(0.45, 1.5);
  await writer.manuscript.hover();
  await writer.page.mouse.wheel(0, 300);
  await expect.poll(() => caretHeight(writer)).toBeLessThan(0.3);
  await writer.page.keyboard.type('A');
  await expect.poll(() => caretHeight(writer)).toBeCloseTo(0.45, 1.5);
});

test('text typed at the end of a long text stays clear of the edge', async ({ desk }) => {
  const writer = await openChapter(desk);
  await paste(writer, CHAPTER);
  await writer.page.keyboard.type('\nAnd so.');
  await expect.poll(() => caretHeight(writer)).toBeLessThan(0.9);
  await writer.press('Control+Home');
  await expect.poll(() => writer.manuscript.evaluate((content) => content.parentElement?.scrollTop)).toBe(0);
});

test('F11 asks the system for full screen, and for a window again', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeFocused();
  // A display without a window manager has no full screen, so check the request instead.
  const asked = await writer.app.evaluateHandle(({ BrowserWindow }) => {
    const all: boolean[] = [];
    for (const window of BrowserWindow.getAllWindows()) {
      window.setFullScreen = (isFull) => all.push(isFull);
      window.isFullScreen = () => all.at(-1) ?? false;
    }
    return all;
  });
  await writer.press('F11', 'F11');
  await expect.poll(() => asked.jsonValue()).toEqual([true, false]);
});

for (const authorLook of ['colour', 'underline'] as const) {
  test(`authors are shown by ${authorLook}, and by nothing when it is off`, async ({ desk }, info) => {
    const writer = await openChapter(desk, { authorLook });
    await writer.generate();
    await writer.press('Control+End');
    await takePictures(writer, info, authorLook);
    const plain = await style(writer, '.cm-line', 'color');
    const isUnderlined = async () => (await style(writer, '.author', 'text-decoration-line')) === 'underline';
    expect((await style(writer, '.author', 'color')) !== plain).toBe(authorLook === 'colour');
    expect(await isUnderlined()).toBe(authorLook === 'underline');
    await writer.press('Alt+h');
    await takePictures(writer, info, `${authorLook}-off`);
    expect(await style(writer, '.author', 'color')).toBe(await style(writer, '.cm-line', 'color'));
    expect(await isUnderlined()).toBe(false);
  });
}

test('quotes and dashes are converted as typed, and one undo restores the straight one', async ({ desk }) => {
  desk.prefer({ smartPunctuation: true });
  const writer = await desk.open('story.aspen');
  await writer.type('"It\'s late--" she said...');
  await expect.poll(() => writer.text()).toBe('“It’s late—” she said…');
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe('“It’s late—” she said...');
});

test('an input method composes undisturbed inside emphasis', async ({ desk }) => {
  desk.prefer({ focusMode: true, focusOn: 'sentence', smartPunctuation: true });
  const writer = await desk.open('story.aspen');
  await writer.type('She said *yes*');
  await writer.press('ArrowLeft');
  const devtools = await writer.page.context().newCDPSession(writer.page);
  for (const text of ['n', 'に', 'にほ', 'にほn', '日本']) {
    await devtools.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  }
  await devtools.send('Input.insertText', { text: '日本' });
  await expect(writer.manuscript.locator('.emphasis')).toHaveText('yes日本');
  await expect.poll(() => writer.text()).toBe('She said *yes日本*');
});

test('a dragged passage keeps its authors, across nodes too', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze in one night. ');
  await writer.generate();
  const text = await writer.text();
  const begun = 'The lake froze in one night. '.length;
  await writer.press('Control+End', 'Enter');
  await writer.type('And.');
  // From inside the writer's text to inside the model's.
  await writer.press('Control+Home');
  for (let i = 0; i < 24; i++) await writer.press('ArrowRight');
  for (let i = 0; i < 8; i++) await writer.press('Shift+ArrowRight');
  const { from, to } = await writer.manuscript.evaluate((content) => {
    const [selected] = getSelection()?.getRangeAt(0).getClientRects() ?? [];
    const last = [...content.querySelectorAll('.cm-line')].at(-1)?.getBoundingClientRect();
    if (selected === undefined || last === undefined) throw new Error('nothing is selected');
    return {
      from: { x: selected.left + selected.width / 2, y: selected.top + selected.height / 2 },
      to: { x: last.left + 400, y: last.bottom - 10 },
    };
  });
  await writer.page.mouse.move(from.x, from.y);
  await writer.page.mouse.down();
  // Start slowly, as a hand does; a jump starts no drag.
  await writer.page.mouse.move(from.x + 8, from.y, { steps: 4 });
  await writer.page.mouse.move(to.x - 50, to.y, { steps: 8 });
  await writer.page.mouse.move(to.x, to.y, { steps: 4 });
  await expect(writer.page.locator('.cm-dropCursor')).toBeVisible();
  await writer.page.mouse.up();
  const moved = text.slice(24, 32);
  await expect.poll(() => writer.text()).toBe(`${text.slice(0, 24)}${text.slice(32)}\nAnd.${moved}`);
  const model = text.slice(begun);
  await expect.poll(() => writer.modelText()).toBe((model.slice(3) + model.slice(0, 3)).replaceAll('\n', ''));
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe(`${text}\nAnd.`);
  await expect.poll(() => writer.modelText()).toBe(model.replaceAll('\n', ''));
});

/** Drops a file of these bytes on the end of the text. */
async function dropFile(writer: Writer, name: string, bytes: readonly number[]): Promise<void> {
  await writer.manuscript.evaluate(
    (content, [fileName, content_]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(content_)], fileName));
      const { right, bottom } = content.getBoundingClientRect();
      const at = { clientX: right - 5, clientY: Math.min(bottom, innerHeight) - 100 };
      content.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, ...at }));
    },
    [name, [...bytes]] as const,
  );
}

/** Pastes lines of text of this length. */
async function pasteLong(writer: Writer, length: number): Promise<void> {
  await writer.manuscript.evaluate((content, ofLength) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/plain',
      `${'x'.repeat(1_023)}\n`.repeat(Math.ceil(ofLength / 1_024)).slice(0, ofLength),
    );
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, length);
}

test('a dropped text file becomes text, and what cannot be inserted is refused with a message', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Once. ');
  await dropFile(writer, 'scene.md', [0xef, 0xbb, 0xbf, ...Buffer.from('A *tower*.\r\nAnd a “hill”.')]);
  await expect.poll(() => writer.text()).toBe('Once. A *tower*.\nAnd a “hill”.');
  await dropFile(writer, 'old.txt', [0x47, 0x72, 0xf6, 0xdf, 0x65]);
  await expect(writer.page.getByText('old.txt is not UTF-8 text.').first()).toBeVisible();
  await writer.manuscript.focus();
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe('Once. ');
  await pasteLong(writer, MAX_TEXT_LENGTH);
  await expect(writer.page.getByText('That is too much text at once.').first()).toBeVisible();
  await writer.press('Control+End');
  await writer.type('Upon.');
  await expect.poll(() => writer.text()).toBe('Once. Upon.');
});

/** Captures the screen; Playwright's own screenshots ignore the zoom. */
async function picture(writer: Writer): Promise<Buffer> {
  const png = await writer.app.evaluate(async ({ BrowserWindow }) => {
    const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
    return image?.toPNG().toString('base64') ?? '';
  });
  return Buffer.from(png, 'base64');
}

for (const [name, width, height, zoom] of [
  ['900 by 600', 900, 600, 1],
  ['200 % zoom', 1280, 800, 2],
] as const) {
  test(`no text is cut off at ${name}`, async ({ desk }, info) => {
    const writer = await openChapter(desk, { textSize: 24, measure: 90, firstLineIndent: 2 });
    await writer.app.evaluate(
      ({ BrowserWindow }, size) => {
        const [window] = BrowserWindow.getAllWindows();
        window?.setContentSize(size.width, size.height);
        window?.webContents.setZoomFactor(size.zoom);
      },
      { width, height, zoom },
    );
    await expect.poll(() => writer.page.evaluate(() => innerWidth)).toBe(width / zoom);
    for (const colorScheme of ['light', 'dark'] as const) {
      await writer.page.emulateMedia({ colorScheme });
      if (takesPictures) writeFileSync(info.outputPath(`small-${colorScheme}.png`), await picture(writer));
    }
    const isCut = await writer.page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main, .cm-scroller, [role="status"]')].some(
        (element) => element.scrollWidth > element.clientWidth + 1,
      ),
    );
    expect(isCut).toBe(false);
  });
}
