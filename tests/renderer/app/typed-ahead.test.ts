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

it('letters and line breaks are kept, and deleted ones are not', () => {
  const ahead = new TypedAhead(window);
  ahead.start();
  press('I', 't', ' ', 'x', 'Backspace', 's', 'Enter', '.');
  expect(ahead.finish()).toBe('It s\n.');
  expect(press('y')).toEqual([false]);
  expect(ahead.finish()).toBe('');
});

it('command keys are not text, but characters typed with AltGr are', () => {
  const ahead = new TypedAhead(window);
  ahead.start();
  press({ key: 'p', ctrlKey: true }, { key: 'r', altKey: true }, 'Shift', 'ArrowLeft');
  press({ key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true });
  expect(ahead.finish()).toBe('@');
});

it('a focused button still gets its keys', () => {
  const ahead = new TypedAhead(window);
  ahead.start();
  const stop = document.body.appendChild(document.createElement('button'));
  stop.focus();
  expect(press('Enter', ' ')).toEqual([false, false]);
  expect(ahead.finish()).toBe('');
});

it('nothing is kept before start is called', () => {
  const ahead = new TypedAhead(window);
  expect(press('a')).toEqual([false]);
  expect(ahead.finish()).toBe('');
});
