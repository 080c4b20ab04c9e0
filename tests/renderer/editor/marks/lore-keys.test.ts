import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PLAIN } from '../../../../src/renderer/editor/preferences.ts';
import { contentOf, node, openManuscript } from '../open-manuscript.ts';

/** Keys of lore are underlined a moment after typing stops (`lore.md`). */

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

const pause = () => vi.advanceTimersByTimeAsync(2_000);

function open(isOn: boolean) {
  const asked: (readonly string[])[] = [];
  const opened = openManuscript(contentOf([node('first', 'Marie slept. ')], 'So did Nell.'), {
    preferences: { ...PLAIN, loreKeys: isOn },
    findLoreKeys: async (texts) => {
      asked.push(texts);
      return texts.map((text) =>
        Array.from(text.matchAll(/Marie|Nell/g), ({ 0: name, index }) => ({
          from: index,
          to: index + name.length,
        })),
      );
    },
  });
  const marked = () =>
    [...opened.view.contentDOM.querySelectorAll('.lore-key')].map((element) => element.textContent);
  return { ...opened, asked, marked };
}

it('marks them, and not one that is being typed in; typing only moves the others', async () => {
  const { marked, type, asked, manuscript } = open(true);
  await pause();
  expect(marked()).toEqual(['Marie', 'Nell']);
  const before = asked.length;
  type(3, 3, 'x');
  expect(marked()).toEqual(['Nell']);
  type(3, 4, '');
  expect(asked).toHaveLength(before);
  await pause();
  expect(marked()).toEqual(['Marie', 'Nell']);
  expect(asked).toHaveLength(before + 1);
  manuscript.setPreferences({ ...PLAIN, loreKeys: false });
  await pause();
  expect(marked()).toEqual([]);
});

it('asks for nothing while it is off, and marks when it is turned on', async () => {
  const { marked, type, asked, manuscript } = open(false);
  type(25, 25, ' Marie woke.');
  await pause();
  expect(asked).toEqual([]);
  manuscript.setPreferences({ ...PLAIN, loreKeys: true });
  await pause();
  expect(marked()).toEqual(['Marie', 'Nell', 'Marie']);
});
