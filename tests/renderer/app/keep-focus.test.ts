import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { keepFocus } from '../../../src/renderer/app/keep-focus.ts';
import { rememberFocus } from '../../../src/renderer/session/focus.ts';

/** The keyboard's place when the focused element is gone (`interface.md`, *Keys*). */

beforeEach(() => {
  // jsdom has no layout: everything can be seen, and the window has the keyboard.
  Element.prototype.checkVisibility = () => true;
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  document.body.innerHTML = `
    <section aria-label="Notices"><button id="dismiss">Dismiss</button></section>
    <aside aria-label="Grove">
      <input type="search" id="search">
      <ul><li><button id="one">One</button></li><li><button id="two">Two</button></li><li><button id="three">Three</button></li></ul>
    </aside>
    <main>
      <div role="textbox" contenteditable="true" tabindex="0" id="text"></div>
      <section aria-label="Ask for an edit" id="bar"><input id="instruction"><button id="ask">Ask</button></section>
    </main>
    <aside aria-label="Inspector">
      <button role="tab" aria-selected="true" id="tab">Node</button>
      <div role="tabpanel" tabindex="0">
        <section aria-label="Notes" id="notes"><button id="add">Add</button><button id="remove">Remove</button></section>
      </div>
    </aside>`;
  onTestFinished(keepFocus(document, (textbox) => textbox.focus()));
});

const find = (id: string) => document.querySelector<HTMLElement>(`#${id}`) ?? expect.unreachable(id);
const now = () => document.activeElement?.id;
/** Changes of the page are noticed after them. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

test('a bar that closes gives it to the text that it is about', async () => {
  find('two').focus();
  find('instruction').focus();
  find('bar').remove();
  await settle();
  expect(now()).toBe('text');
});

test('a button that disappears or is disabled gives it to the field of its part, and to no other button', async () => {
  find('remove').focus();
  find('remove').remove();
  await settle();
  expect(now()).toBe('tab');
  find('ask').focus();
  find('ask').setAttribute('disabled', '');
  await settle();
  expect(now()).toBe('instruction');
});

test('a part that disappears gives it to its pane', async () => {
  find('add').focus();
  find('notes').remove();
  await settle();
  expect(now()).toBe('tab');
});

test('a row gives it to the next one, the last row to the one before, the last of all to the pane', async () => {
  const row = (id: string) => find(id).closest('li') ?? expect.unreachable();
  find('two').focus();
  row('two').remove();
  await settle();
  expect(now()).toBe('three');
  row('three').remove();
  await settle();
  expect(now()).toBe('one');
  row('one').remove();
  await settle();
  expect(now()).toBe('search');
});

test('a pane that closes gives it to where it was before, and a notice to the text', async () => {
  find('instruction').focus();
  find('add').focus();
  document.querySelector('[aria-label="Inspector"]')?.remove();
  await settle();
  expect(now()).toBe('instruction');
  find('dismiss').focus();
  find('dismiss').remove();
  await settle();
  expect(now()).toBe('text');
});

test('what another page covers does not have it, and has it again once that closes', async () => {
  find('add').focus();
  const panes = [...document.querySelectorAll('aside, main')];
  for (const pane of panes) pane.setAttribute('inert', '');
  const page = document.body.appendChild(document.createElement('main'));
  page.innerHTML = '<button role="tab" aria-selected="true" id="cover">Editor</button>';
  await settle();
  expect(now()).toBe('cover');
  for (const pane of panes) pane.removeAttribute('inert');
  page.remove();
  await settle();
  expect(now()).toBe('add');
});

test('what takes it by itself has it, and a command that waited may still move it', async () => {
  find('instruction').focus();
  const isKept = rememberFocus();
  find('bar').remove();
  find('search').focus();
  await settle();
  expect(now()).toBe('search');
  expect(isKept()).toBe(false);
  find('two').focus();
  const isStillKept = rememberFocus();
  find('two').remove();
  await settle();
  expect(isStillKept()).toBe(true);
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
  expect(isStillKept()).toBe(false);
});

test('a click on what does not take it leaves it where it was, and a selection there as it is until something is typed', async () => {
  find('text').focus();
  const press = () => {
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    find('text').blur();
  };
  const release = () => document.body.dispatchEvent(new Event('pointerup', { bubbles: true }));
  press();
  await settle();
  expect(now()).toBe('');
  release();
  await settle();
  expect(now()).toBe('text');
  press();
  document.getSelection()?.selectAllChildren(find('notes'));
  release();
  await settle();
  expect(document.activeElement).toBe(document.body);
  expect(document.getSelection()?.toString()).toContain('Add');
  const key = (init: KeyboardEventInit) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true }));
  key({ key: 'Control', ctrlKey: true });
  key({ key: 'c', ctrlKey: true });
  find('ask').remove();
  await settle();
  expect(document.activeElement).toBe(document.body);
  key({ key: 'a' });
  expect(now()).toBe('text');
});

test('what is left for another element does not get it back on the way', async () => {
  find('text').focus();
  // As for a key, between the events of the browser, what waits runs and the body has it.
  find('text').blur();
  find('text').dispatchEvent(new FocusEvent('focusout', { relatedTarget: find('tab'), bubbles: true }));
  find('bar').remove();
  await Promise.resolve();
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
  find('tab').focus();
  await settle();
  expect(now()).toBe('tab');
});

test('a window without the keyboard takes none until it has it again', async () => {
  find('instruction').focus();
  vi.mocked(document.hasFocus).mockReturnValue(false);
  find('bar').remove();
  await settle();
  expect(document.activeElement).toBe(document.body);
  vi.mocked(document.hasFocus).mockReturnValue(true);
  window.dispatchEvent(new Event('focus'));
  await settle();
  expect(now()).toBe('text');
});
