import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useStreamed } from '../../../../src/renderer/views/conversation/message/use-streamed.ts';

// React's `act` flag.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    act(() => root.unmount());
    host.remove();
  });
  const Streamed = ({ text }: { readonly text: string }) => useStreamed(text);
  return (text: string) => {
    act(() => root.render(createElement(Streamed, { text })));
    return host.textContent;
  };
}

test('lines that stream are shown at once, a long paragraph a moment later, and all of it in the end', () => {
  const show = open();
  const lines = 'The lamp was lit.\n'.repeat(1_000);
  expect(show(lines)).toBe(lines);
  expect(show(`${lines}And`)).toBe(`${lines}And`);
  const long = 'and then it was lit '.repeat(500);
  expect(show(long)).toBe(long);
  const more = [`${long}and`, `${long}and then`];
  for (const text of more) expect(show(text)).toBe(long);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(document.body.textContent).toBe(more[1]);
  // A text that streams again, or its result, is another text.
  expect(show('Another')).toBe('Another');
  expect(show('')).toBe('');
});
