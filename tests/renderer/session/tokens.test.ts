import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choicesAt } from '../../../src/renderer/session/manuscript/token-session.ts';
import { openWritingDesk, type WritingDesk } from './writing-desk.ts';

/** A model's alternative tokens, and branching from one (`generation.md`). */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const log = ({ notices }: WritingDesk) => notices.log.get().map(({ text }) => text);
const OPENING = 'The lake froze in one night. ';

/** A sentence, then the offline agent's finished continuation, then the writer's own words. */
async function openStory(): Promise<WritingDesk & { readonly generated: string }> {
  const opened = await openWritingDesk([OPENING]);
  opened.tree.choice.change({ count: 1, maxTokens: 12 });
  await opened.buffer.commands.generate();
  await opened.settle();
  const { text } = await opened.agree();
  return { ...opened, generated: text.split('|')[1] ?? '' };
}

/** Asks about the token at an offset of the continuation. */
async function askAt({ buffer, select, settle }: WritingDesk, offset: number) {
  select(OPENING.length + offset);
  const asking = buffer.nodePopover.showTokenAtCaret();
  await settle();
  await asking;
  return buffer.tokens.shown.get();
}

describe('asking about the token at the caret', () => {
  it('gives its probability and its alternatives', async () => {
    const opened = await openStory();
    const shown = await askAt(opened, 1);
    expect(shown?.token).toMatchObject({ from: 0 });
    expect(shown?.text).toBe(opened.generated.slice(0, shown?.token?.to));
    expect(shown?.token?.alternatives.length).toBeGreaterThan(0);
    expect(shown?.token?.logprob).toBeLessThanOrEqual(0);
  });

  it('uses the token before the caret at the end of the text', async () => {
    const opened = await openStory();
    const shown = await askAt(opened, opened.generated.length);
    expect(shown?.token?.to).toBe(opened.generated.length);
  });

  it('says so when the text is not by a model or was edited', async () => {
    const opened = await openStory();
    opened.select(3);
    await opened.buffer.nodePopover.showTokenAtCaret();
    expect(log(opened).at(-1)).toBe('No model wrote the text here.');
    opened.type('!', OPENING.length + 1);
    opened.select(OPENING.length + 4);
    await opened.buffer.nodePopover.showTokenAtCaret();
    expect(log(opened).at(-1)).toBe(
      'This text was edited. Its probabilities belong to the previous version.',
    );
    expect(opened.buffer.tokens.shown.get()).toBeNull();
  });

  it('ends as soon as something is typed', async () => {
    const opened = await openStory();
    await askAt(opened, 1);
    opened.type('x');
    expect(opened.buffer.tokens.shown.get()).toBeNull();
  });

  it('reads a node’s tokens once', async () => {
    const opened = await openStory();
    const call = vi.spyOn(opened.desk, 'call');
    for (const offset of [1, 4, 8, 1]) await askAt(opened, offset);
    expect(call.mock.calls.filter(([name]) => name === 'node.tokens')).toHaveLength(1);
  });
});

describe('choosing another token', () => {
  it('creates a branch that the model continues, as two undo steps, and keeps the original', async () => {
    const opened = await openStory();
    const before = await opened.agree();
    const shown = await askAt(opened, opened.generated.indexOf(' ') + 2);
    if (shown?.token == null) throw new Error('no token was reported');
    const other = choicesAt(shown.token, shown.text).find(({ isOwn }) => !isOwn);
    if (other === undefined) throw new Error('no alternative was recorded');

    const choosing = opened.buffer.commands.chooseToken(shown, other.text);
    await opened.settle();
    await choosing;
    const after = await opened.agree();
    const nodes = after.text.split('|');
    expect(nodes.slice(0, 3)).toEqual([OPENING, opened.generated.slice(0, shown.token.from), other.text]);
    expect(nodes[3]).not.toBe('');
    expect(after.letters).toBe(
      'w'.repeat(OPENING.length) + 'm'.repeat(after.letters.length - OPENING.length),
    );
    expect(opened.manuscript.summary().atEnd).toBe(true);

    // The chosen token belongs to no response, so the popover says there is no data.
    expect(await askAt(opened, shown.token.from + 1)).toMatchObject({ token: null });
    opened.buffer.tokens.hide();

    opened.tree.undo();
    expect((await opened.agree()).text).toBe(`${nodes.slice(0, 3).join('|')}|`);
    opened.tree.undo();
    expect(await opened.agree()).toEqual(before);
    opened.tree.redo();
    opened.tree.redo();
    expect(await opened.agree()).toEqual(after);
  });

  it('does nothing if the text has changed since', async () => {
    const opened = await openStory();
    const shown = await askAt(opened, 1);
    if (shown === null) throw new Error('no token was reported');
    opened.type('!', OPENING.length + 1);
    const before = opened.shown();
    await opened.buffer.commands.chooseToken(shown, ' other');
    await opened.settle();
    expect(opened.shown()).toEqual(before);
    expect(log(opened).at(-1)).toBe('The text has changed since.');
  });
});

it('the choices are listed likeliest first, with the actual token once among them', () => {
  const alternatives = [
    { text: ' a', logprob: -1 },
    { text: ' b', logprob: -2 },
  ];
  const own = choicesAt({ from: 0, to: 2, logprob: -2, alternatives }, ' b');
  expect(own.map(({ text, isOwn }) => [text, isOwn])).toEqual([
    [' a', false],
    [' b', true],
  ]);
  const rare = choicesAt({ from: 0, to: 2, logprob: -9, alternatives }, ' c');
  expect(rare.map(({ text }) => text)).toEqual([' a', ' b', ' c']);
});
