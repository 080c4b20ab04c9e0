import { afterEach, expect, it } from 'vitest';
import { TypedAhead } from '../../../src/renderer/app/typed-ahead.ts';

/** Typing while a page accepts no input (`storage.md`, *What is never lost*). */

afterEach(() => document.body.replaceChildren());

/** Presses keys at the focused element; returns for each whether its default was prevented. */
function press(...keys: readonly (string | KeyboardEventInit)[]): readonly boolean[] {
  return keys.map((key) => {
    const init = typeof key === 'string' ? { key } : key;
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
    return event.defaultPrevented;
  });
}

/** @param missing what main recorded while no page could */
function openTypedAhead(missing = ''): TypedAhead {
  return new TypedAhead(window, async () => missing);
}

it('letters and line breaks are kept, and deleted ones are not', () => {
  const ahead = openTypedAhead();
  ahead.start();
  press('I', 't', ' ', 'x', 'Backspace', 's', 'Enter', '.');
  expect(ahead.finish()).toBe('It s\n.');
  expect(press('y')).toEqual([false]);
  expect(ahead.finish()).toBe('');
});

it('command keys are not text, but characters typed with AltGr are', () => {
  const ahead = openTypedAhead();
  ahead.start();
  press({ key: 'p', ctrlKey: true }, { key: 'r', altKey: true }, 'Shift', 'ArrowLeft');
  press({ key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true });
  expect(ahead.finish()).toBe('@');
});

it('a focused button still gets its keys', () => {
  const ahead = openTypedAhead();
  ahead.start();
  const stop = document.body.appendChild(document.createElement('button'));
  stop.focus();
  expect(press('Enter', ' ')).toEqual([false, false]);
  expect(ahead.finish()).toBe('');
});

it('keys of a text that has the keyboard before what was typed earlier is in it are kept too', () => {
  const ahead = openTypedAhead();
  ahead.start();
  press('a');
  const text = document.body.appendChild(document.createElement('div'));
  text.setAttribute('contenteditable', 'true');
  text.tabIndex = 0;
  text.focus();
  expect(press('b')).toEqual([true]);
  expect(ahead.finish()).toBe('ab');
});

it('nothing is kept before start is called', () => {
  const ahead = openTypedAhead();
  expect(press('a')).toEqual([false]);
  expect(ahead.finish()).toBe('');
});

it('keys go on to be recorded in a text that has just become inert but still has the focus', () => {
  const ahead = openTypedAhead();
  const scene = document.body.appendChild(document.createElement('div'));
  const field = scene.appendChild(document.createElement('textarea'));
  field.focus();
  ahead.start();
  expect(press('a')).toEqual([false]);
  scene.setAttribute('inert', '');
  expect(press('b', 'c')).toEqual([true, true]);
  expect(ahead.finish()).toBe('bc');
});

it('a text that has the keyboard before the earlier letters are in it gets the later ones after them', async () => {
  window.sessionStorage.setItem('typed-ahead', '');
  const next = openTypedAhead('ab');
  const text = document.body.appendChild(document.createElement('div'));
  text.setAttribute('contenteditable', 'true');
  text.tabIndex = 0;
  text.focus();
  expect(press('c', 'd')).toEqual([true, true]);
  await next.resumed;
  expect(next.finish()).toBe('abcd');
  expect(press('e')).toEqual([false]);
});

it('what was typed before, between and after two pages is kept in this order', async () => {
  // As the previous page left it.
  window.sessionStorage.setItem('typed-ahead', 'ab');
  const next = openTypedAhead('cd');
  press('e', 'f');
  await next.resumed;
  press('g');
  expect(next.finish()).toBe('abcdefg');
  // A page that was not paused before may also have been reloaded.
  const last = openTypedAhead('h');
  await last.resumed;
  expect(last.finish()).toBe('h');
});
