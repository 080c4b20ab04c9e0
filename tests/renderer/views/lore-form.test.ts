import { act, createElement, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { AppSessionContext, DeskContext } from '../../../src/renderer/session/hooks.ts';
import type { BufferDesk } from '../../../src/renderer/session/manuscript/buffer-desk.ts';
import { LoreBookForm } from '../../../src/renderer/views/lore/LoreBookForm.tsx';
import { LoreForm } from '../../../src/renderer/views/lore/LoreForm.tsx';
import { turnClockByHand } from '../../helpers/clock.ts';
import { openWindowDesk, type WindowDesk } from '../session/window-desk.ts';

// React's `act` flag.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

/** The lore that a document is, as its form changes it (`lore.md`). */

turnClockByHand();

const TEXT = '# People\n\nAll of them.\n\n## Marie\n\nShe skates.\n\n## Nell\n\nShe does not.\n';

/** A document in the middle with its form beside it. */
async function open() {
  const window = await openWindowDesk('It rained. ');
  const { desk, session, settle } = window;
  const { id: treeId } = await desk.call('tree.create', { title: 'People', kind: 'document' });
  await session.showTree(treeId);
  await settle();
  const shown = session.findDesk() as BufferDesk;
  window.type(TEXT);
  const headings = TEXT.matchAll(/^(#+) (.*)$/gmu);
  shown.tree.sections.onRead(
    Array.from(headings, ({ 0: line, 1: marks = '', 2: title = '', index }) => ({
      kind: 'heading',
      from: index,
      lineLength: line.length,
      level: marks.length,
      title,
      words: 1,
      allWords: 1,
      index: 0,
      offset: index,
      positionId: null,
      beginsNode: false,
    })),
  );
  return render(window, shown, createElement(LoreForm, { tree: shown.tree, readOnly: false }));
}

/** A form with what a writer does in it. */
async function render(window: WindowDesk, shown: BufferDesk, form: ReactElement) {
  const { desk, session, settle } = window;
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    act(() => root.unmount());
    host.remove();
  });
  const inDesk = createElement(DeskContext, { value: shown }, form);
  await act(async () => root.render(createElement(AppSessionContext, { value: session }, inDesk)));
  const find = <E extends HTMLElement>(selector: string, text = '') => {
    const found = [...host.querySelectorAll<E>(selector)].find((one) => one.textContent?.includes(text));
    if (found === undefined) throw new Error(`no ${selector} with ${text}`);
    return found;
  };
  const fieldOf = (label: string) =>
    find<HTMLInputElement>(`#${CSS.escape(find<HTMLLabelElement>('label', label).htmlFor)}`);
  return {
    ...window,
    host,
    /** The settings that main has. */
    settings: async () => {
      await act(settle);
      return desk.grove.snapshot().trees.find(({ id }) => id === shown.tree.treeId)?.settings;
    },
    click: (selector: string, text?: string) => act(async () => find(selector, text).click()),
    /** Types in a field, and leaves it. */
    type: async (label: string, text: string) => {
      const field = fieldOf(label);
      await act(async () => {
        field.focus();
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
      await act(settle);
      await act(async () => field.blur());
    },
    choose: (label: string, value: string) =>
      act(async () => {
        const field = find<HTMLSelectElement>(
          `#${CSS.escape(find<HTMLLabelElement>('label', label).htmlFor)}`,
        );
        field.value = value;
        field.dispatchEvent(new Event('change', { bubbles: true }));
      }),
    undo: () => act(async () => session.notices.banners.get().at(-1)?.actions[0]?.run()),
  };
}

it('the switch says what is sent, and off and on again loses no keys', async () => {
  const { host, click, type, settings, undo } = await open();
  expect(host.textContent).toContain('would be sent to the models of this book');
  await click('[role="switch"]');
  expect((await settings())?.lore).toEqual([{}]);
  expect(host.textContent).toContain('is sent to the models of this book');
  await type('Keys', ' Marie,  the skater, Marie');
  expect((await settings())?.lore).toEqual([{ keys: ['Marie', 'the skater'] }]);
  await click('[role="switch"]');
  expect((await settings())?.lore).toEqual([{ keys: ['Marie', 'the skater'], enabled: false }]);
  await undo();
  expect((await settings())?.lore).toEqual([{ keys: ['Marie', 'the skater'] }]);
  await type('Keys', '');
  expect((await settings())?.lore).toEqual([{}]);
});

it('each section can be an entry, with what is under More, and removing one is undone', async () => {
  const { host, click, choose, type, settings, undo } = await open();
  await click('[role="switch"]');
  await click('button', 'Each section apart');
  expect((await settings())?.lore).toEqual([{ part: 'Marie' }, { part: 'Nell' }]);
  // The heading above all others is that of the whole document.
  expect(host.textContent).not.toContain('Add an entry for');
  await click('button', 'Nell');
  await click('button', 'More');
  await choose('Where it goes', 'within');
  await type('Characters looked through', '1,500');
  await type('Group', 'girls');
  await click('label', 'Off for now');
  const nell = { part: 'Nell', scan: 1500, group: 'girls' };
  expect((await settings())?.lore).toEqual([{ part: 'Marie' }, { ...nell, place: 4, enabled: false }]);
  await choose('Where it goes', 'top');
  await type('Characters looked through', 'many');
  await click('label', 'Off for now');
  expect((await settings())?.lore).toEqual([{ part: 'Marie' }, nell]);
  await click('button', 'Remove this entry');
  expect((await settings())?.lore).toEqual([{ part: 'Marie' }]);
  await choose('Add an entry for', 'Nell');
  await undo();
  expect((await settings())?.lore).toEqual([{ part: 'Marie' }, nell, { part: 'Nell' }]);
});

it('a story has values of its own, and a field that is emptied has the default again', async () => {
  const window = await openWindowDesk('It rained. ');
  const { desk, session, settle, first } = window;
  const { rootPositionId: positionId } =
    desk.grove.snapshot().trees.find(({ id }) => id === first) ?? expect.unreachable();
  const { tagId } = await desk.call('tag.assign', { treeId: first, positionId, name: 'people' });
  await settle();
  const form = createElement(LoreBookForm, { isAbout: false, isConversation: false, readOnly: false });
  const { type, click, settings, host } = await render(window, session.findDesk() as BufferDesk, form);
  await act(settle);
  await type('Characters looked through', '900');
  await type('At most, in tokens', '0');
  await click('label', '#people');
  expect((await settings())?.loreBook).toEqual({ scan: 900, budget: 0, tags: [tagId] });
  await type('Characters looked through', '');
  await type('At most, in tokens', '-1');
  expect(host.textContent).toContain('A whole number from 0 to');
  await click('label', '#people');
  expect((await settings())?.loreBook).toEqual({ budget: 0, tags: [] });
});
