import { writeFileSync } from 'node:fs';
import { expect, type TestInfo } from '@playwright/test';
import { axeViolations } from './axe.ts';
import { fitComplaints } from './fit.ts';
import { takesPictures, type Writer } from './writer.ts';

/** The themes in which every state is shown. */
const LOOKS = [
  { name: 'light', colorScheme: 'light', contrast: 'no-preference' },
  { name: 'dark', colorScheme: 'dark', contrast: 'no-preference' },
  { name: 'contrast-light', colorScheme: 'light', contrast: 'more' },
  { name: 'contrast-dark', colorScheme: 'dark', contrast: 'more' },
] as const;

/** The smallest window and the largest zoom at which everything must fit. */
const SIZES = [
  { name: '900x600', width: 900, height: 600, zoom: 1 },
  { name: '200-percent', width: 1440, height: 900, zoom: 2 },
] as const;

const ROOM = { width: 1280, height: 820, zoom: 1 };

type Size = Pick<(typeof SIZES)[number], 'width' | 'height' | 'zoom'> | typeof ROOM;

/**
 * Axe violations; with more contrast requested, text must reach 7:1. Themes differ only in their colours, so every rule
 * is checked in the first one, in dark those about colour, and with more contrast the one that asks for most.
 */
async function violationsIn(writer: Writer, { name, contrast }: (typeof LOOKS)[number]): Promise<string[]> {
  const isMenu = await writer.page.getByRole('menu').isVisible();
  if (contrast === 'more')
    return axeViolations(writer, { runOnly: { type: 'rule', values: ['color-contrast-enhanced'] } });
  return axeViolations(writer, {
    ...(name === 'light' ? {} : { runOnly: { type: 'tag', values: ['cat.color'] } }),
    rules: {
      // A menu is outside every landmark.
      region: { enabled: !isMenu },
      'color-contrast-enhanced': { enabled: false },
      'target-size': { enabled: name === 'light' },
    },
  });
}

/** Every transition and animation with a duration, which would still move. */
function motions({ page }: Writer): Promise<string[]> {
  return page.evaluate(() => {
    const seconds = (list: string) => list.split(', ').map((one) => Number.parseFloat(one));
    const found: string[] = [];
    for (const element of document.querySelectorAll('*')) {
      for (const pseudo of [null, '::before', '::after']) {
        const style = getComputedStyle(element, pseudo);
        const moves = seconds(style.transitionDuration).some((one) => one > 0);
        const plays =
          style.animationName !== 'none' && seconds(style.animationDuration).some((one) => one > 0);
        if (moves || plays) found.push(`${element.outerHTML.slice(0, 120)} ${pseudo ?? ''}`);
      }
    }
    return found;
  });
}

/** Resizes the window and waits until the page has that size. */
async function resize({ app, page }: Writer, size: Size): Promise<void> {
  await app.evaluate(({ BrowserWindow }, { width, height, zoom }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setContentSize(width, height);
    window?.webContents.setZoomFactor(zoom);
  }, size);
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width / size.zoom);
}

/** Resolves when the page has been drawn as it is now. */
async function drawn({ page }: Writer): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Captures the screen at any zoom, which Playwright's own screenshots ignore. */
async function capture({ app }: Writer): Promise<Buffer> {
  const png = await app.evaluate(async ({ BrowserWindow }) => {
    const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
    return image?.toPNG().toString('base64') ?? '';
  });
  return Buffer.from(png, 'base64');
}

type Pane = 'Grove' | 'Inspector';

const SHOW: Readonly<Record<Pane, (writer: Writer) => Promise<void>>> = {
  Inspector: (writer) => writer.press('Control+\\'),
  Grove: (writer) => writer.command('Grove pane'),
};

interface ShowOptions {
  /** Shows it in a small window and at a large zoom too. */
  readonly small?: boolean;
  /** The pane to open when there is no room for three columns. */
  readonly alone?: Pane;
}

/** Which panes beside the text are visible. */
async function panesOf({ page }: Writer): Promise<Readonly<Record<Pane, boolean>>> {
  const isShown = (name: string) => page.getByRole('complementary', { name }).isVisible();
  return { Grove: await isShown('Grove'), Inspector: await isShown('Inspector') };
}

/** Checks what must hold in every state (`interface.md`, *Looks*), and takes pictures of each if they are asked for. */
export class Gallery {
  readonly #writer: Writer;
  readonly #info: TestInfo;

  private constructor(writer: Writer, info: TestInfo) {
    this.#writer = writer;
    this.#info = info;
  }

  static async of(writer: Writer, info: TestInfo): Promise<Gallery> {
    const gallery = new Gallery(writer, info);
    await writer.page.emulateMedia({ reducedMotion: 'reduce' });
    await resize(writer, ROOM);
    return gallery;
  }

  /** Shows a state in each theme and size and expects everything to fit; the pictures are `<name>-<look>.png`. */
  async show(name: string, { small = true, alone = 'Inspector' }: ShowOptions = {}): Promise<void> {
    const writer = this.#writer;
    const page = writer.page;
    for (const look of LOOKS) {
      const { colorScheme, contrast } = look;
      await page.emulateMedia({ colorScheme, contrast, reducedMotion: 'reduce' });
      await drawn(writer);
      await writer.screenshot(this.#info.outputPath(`${name}-${look.name}.png`));
      expect.soft(await violationsIn(writer, look), `axe: ${name}, ${look.name}`).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference', reducedMotion: 'reduce' });
    expect.soft(await motions(writer), `motion: ${name}`).toEqual([]);
    if (small) await this.#showSmall(name, alone);
  }

  async #showSmall(name: string, alone: Pane): Promise<void> {
    const writer = this.#writer;
    const before = await panesOf(writer);
    for (const { name: size, ...room } of SIZES) {
      await resize(writer, room);
      // Without room for three columns, the text starts alone.
      const panes = await panesOf(writer);
      if (before[alone] && !panes[alone]) await SHOW[alone](writer);
      await drawn(writer);
      if (takesPictures) writeFileSync(this.#info.outputPath(`${name}-${size}.png`), await capture(writer));
      expect.soft(await writer.page.evaluate(fitComplaints), `fit: ${name}, ${size}`).toEqual([]);
    }
    await resize(writer, ROOM);
  }
}
