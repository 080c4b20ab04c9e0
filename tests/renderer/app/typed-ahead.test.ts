import { afterEach, expect, it } from 'vitest';
import { TypedAhead } from '../../../src/renderer/app/typed-ahead.ts';

/** What is typed while a page takes no typing (`storage.md`, *What is never lost*). */

afterEach(() => document.body.replaceChildren());

/** Presses keys where the keyboard is. Answers for which of them nobody else was asked. */
function press(...keys: readonly (string | KeyboardEventInit)[]): readonly boolean[] {
  return keys.map((key) => {
    const init = typeof key === 'string' ? { key } : key;
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
    return event.defaultPrevented;
  });
}

it('letters and line ends are kept, and what was taken back is not', () => {
  const ahead = new TypedAhead(window);
  ahead.start();
  press('I', 't', ' ', 'x', 'Backspace', 's', 'Enter', '.');
  expect(ahead.finish()).toBe('It s\n.');
  expect(press('y')).toEqual([false]);
  expect(ahead.finish()).toBe('');
});

it('keys of commands are no text; what AltGr types is', () => {
  const ahead = new TypedAhead(window);
  ahead.start();
  press({ key: 'p', ctrlKey: true }, { key: 'r', altKey: true }, 'Shift', 'ArrowLeft');
  press({ key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true });
  expect(ahead.finish()).toBe('@');
});

it('a button that can be pressed meanwhile has its keys', () => {
  const ahead = new TypedAhead(window);
  ahead.start();
  const stop = document.body.appendChild(document.createElement('button'));
  stop.focus();
  expect(press('Enter', ' ')).toEqual([false, false]);
  expect(ahead.finish()).toBe('');
});

it('nothing is kept where nobody asked for it', () => {
  const ahead = new TypedAhead(window);
  expect(press('a')).toEqual([false]);
  expect(ahead.finish()).toBe('');
});
