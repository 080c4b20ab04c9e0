import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import type { AgentId } from '../../../src/core/ids.ts';
import { foldText } from '../../../src/core/text/fold-text.ts';
import type { ContextPiece, ContextPreview } from '../../../src/ipc/wire/context.ts';
import { DeskContext } from '../../../src/renderer/session/hooks.ts';
import { ContextPane, Pieces } from '../../../src/renderer/views/context/ContextPane.tsx';
import { openWritingDesk } from '../session/writing-desk.ts';

// React's `act` flag.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

/** The messages of the next request, as the Sent tab shows them. */

async function render(
  makePane: (writing: Awaited<ReturnType<typeof openWritingDesk>>) => React.ReactElement,
) {
  const writing = await openWritingDesk(['Rain. ']);
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    act(() => root.unmount());
    host.remove();
  });
  const pane = makePane(writing);
  await act(async () => root.render(createElement(DeskContext, { value: writing.buffer }, pane)));
  return { host, writing };
}

const piece = (kind: ContextPiece['kind'], text: string): ContextPiece => ({ kind, text: foldText(text) });

it('each message is shown with its role, its speakers and its pieces; those of a long conversation on request', async () => {
  const { host } = await render(({ desk }) => {
    const grove = desk.grove.snapshot();
    const [writer, model] = ['human', 'model'].map(
      (type) => grove.agents.find((agent) => agent.type === type)?.id as AgentId,
    );
    if (writer === undefined || model === undefined) throw new Error('two agents');
    const talk = Array.from({ length: 60 }, (_, index) => index);
    const preview: ContextPreview = {
      style: 'chat',
      pieces: [
        piece('system', 'Be brief.\n\n'),
        piece('names', 'You are Offline.'),
        piece('text', 'Mara: Hello.\n\n'),
        piece('gap', '[…]'),
        ...talk.map((index) => piece('text', `Message ${index}.`)),
      ],
      messages: [
        { role: 'system', speakers: [], pieces: 2 },
        { role: 'user', speakers: [writer, model], pieces: 2 },
        ...talk.map(() => ({ role: 'assistant' as const, speakers: [model], pieces: 1 })),
      ],
      omitted: [],
      lore: [],
      trimmed: 0,
      tokens: 100,
      reserve: 50,
      window: null,
      refusal: null,
      tooMany: 0,
    };
    return createElement(Pieces, { preview, grove });
  });
  const heads = () => [...host.querySelectorAll('h4')].map(({ textContent }) => textContent?.trim());
  expect(heads().slice(0, 3)).toEqual(['System message', 'As user Mara and Offline', 'As assistant Offline']);
  expect([...host.querySelectorAll('h5')].slice(0, 3).map(({ textContent }) => textContent?.trim())).toEqual([
    'System text 2 words',
    'Who the agent is 3 words',
    'Text 2 words',
  ]);
  expect(heads()).toHaveLength(50);
  const button = host.querySelector('button');
  expect(button?.textContent).toBe('Show 12 more messages');
  await act(async () => button?.click());
  expect(heads()).toHaveLength(62);
  expect(host.textContent).toMatch(/Message 0\..*Message 59\.$/s);
});

it('both sides of a replacement are told apart from the passage, which its marks enclose', async () => {
  const { host } = await render(({ desk }) => {
    const preview: ContextPreview = {
      style: 'chat',
      pieces: [
        piece('before', 'The lamp was lit. '),
        piece('marker', '⟦'),
        piece('passage', 'Nobody came.'),
        piece('marker', '⟧'),
        piece('after', ' The dog barked.'),
        piece('instruction', 'Shorter'),
      ],
      messages: [{ role: 'user', speakers: [], pieces: 6 }],
      omitted: [],
      lore: [],
      trimmed: 0,
      tokens: 100,
      reserve: 50,
      window: null,
      refusal: null,
      tooMany: 0,
    };
    return createElement(Pieces, { preview, grove: desk.grove.snapshot() });
  });
  expect([...host.querySelectorAll('h5')].map(({ textContent }) => textContent?.trim())).toEqual([
    'Text before 4 words',
    'The passage 2 words',
    'Text after 3 words',
    'Instruction 1 word',
  ]);
  expect(host.textContent).toMatch(/⟦The passage 2 wordsNobody came\.⟧/);
});

it('only a conversation has the setting for names', async () => {
  const names = (host: HTMLElement) => host.textContent?.includes('Names of the speakers');
  const { host } = await render(({ desk }) => createElement(ContextPane, { grove: desk.grove.snapshot() }));
  expect(names(host)).toBe(false);
  const talk = await render(({ desk, tree }) => {
    const grove = desk.grove.snapshot();
    const trees = grove.trees.map((one) =>
      one.id === tree.treeId ? { ...one, mode: 'dialogue' as const } : one,
    );
    return createElement(ContextPane, { grove: { ...grove, trees } });
  });
  expect(names(talk.host)).toBe(true);
});
