import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { withDisplay } from '../../scripts/display.ts';
import { setUpApp } from '../../scripts/set-up-app.ts';
import { Desk, type Writer } from '../e2e/writer.ts';
import { type Fault, type FaultContext, Tally } from './harness/fault.ts';

const LONG = 40;
const SHORT = 2;

/** Time between two keys of continuous typing, in milliseconds. */
const KEY_EVERY = 15;

/** Typing lasts between this and twice this long, in milliseconds: well past the first save. */
const TYPES_FOR = 900;

/** The whole program, and separately its page, is killed during continuous typing. */
export const typingFault: Fault = {
  name: 'typing',
  async run(context) {
    await setUpApp();
    return withDisplay(async () => [
      await killAgainAndAgain(context, 'the program killed while somebody types', killProgram),
      await killAgainAndAgain(context, 'the page killed while somebody types', killPage),
    ]);
  },
};

/** Kills something and returns the text on the screen afterwards. */
type Kill = (desk: Desk, writer: Writer, grove: string) => Promise<string>;

async function killAgainAndAgain({ short, tell }: FaultContext, fault: string, kill: Kill) {
  const tally = new Tally();
  tally.loseTyping(0);
  while (tally.points < (short ? SHORT : LONG)) {
    tally.points += 1;
    tell(`${fault}, ${tally.points}`);
    const desk = new Desk();
    try {
      const grove = 'story.aspen';
      const writer = await desk.open(grove);
      const typed = await typeForAWhile(writer);
      const killedAt = performance.now();
      const found = await kill(desk, writer, grove);
      tally.kills += 1;
      const kept = lengthInCommon(typed.text, found);
      tally.operations += kept;
      const firstLost = typed.times[kept];
      if (firstLost !== undefined) tally.loseTyping(killedAt - firstLost);
      if (found.length > kept) tally.failures.push(`“${found}” is not the beginning of what was typed`);
    } finally {
      await desk.clear();
    }
  }
  return tally.report(fault);
}

const killProgram: Kill = async (desk, writer, grove) => {
  await writer.kill();
  const again = await desk.open(grove);
  await expect(again.manuscript).toBeVisible({ timeout: 30_000 });
  // Recovered text is there as soon as the manuscript is; waiting longer cannot hide a loss.
  await expect(again.manuscript).toContainText('word', { timeout: 5_000 });
  return again.text();
};

const killPage: Kill = async (_desk, writer) => {
  await writer.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  // Playwright lost its page too, so the main process reads the new one.
  const shown = () =>
    writer.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const isThere = contents !== undefined && !contents.isCrashed() && !contents.isLoading();
      const read =
        "[...document.querySelectorAll('[aria-label=Manuscript] .cm-line')].map((line) => line.textContent).join('')";
      const silence = new Promise<string>((resolve) => setTimeout(() => resolve(''), 500));
      return isThere ? Promise.race([contents.executeJavaScript(read), silence]) : '';
    });
  await expect.poll(shown, { timeout: 15_000 }).toContain('word');
  return shown();
};

/** Everything typed, and the time of each character in milliseconds. */
interface Typed {
  readonly text: string;
  readonly times: readonly number[];
}

async function typeForAWhile(writer: Writer): Promise<Typed> {
  await expect(writer.manuscript).toBeFocused();
  const until = performance.now() + TYPES_FOR * (1 + Math.random());
  const times: number[] = [];
  let text = '';
  for (let word = 0; performance.now() < until; word++) {
    for (const character of `word${word} `) {
      if (performance.now() >= until) break;
      times.push(performance.now());
      text += character;
      await writer.page.keyboard.type(character);
      await pause(KEY_EVERY);
    }
  }
  return { text, times };
}

function lengthInCommon(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
