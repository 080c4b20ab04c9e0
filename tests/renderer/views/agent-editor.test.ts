import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Agent, CompletionStyle } from '../../../src/core/tree/agent.ts';
import { AppSessionContext } from '../../../src/renderer/session/hooks.ts';
import { createStore } from '../../../src/renderer/session/store.ts';
import type { AppSession } from '../../../src/renderer/session/window/app-session.ts';
import { AgentEditor } from '../../../src/renderer/views/settings/agents/AgentEditor.tsx';

// React needs this to wait for updates.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

/** Renders the editor of an agent with a completion style. */
async function show(completionStyle: CompletionStyle) {
  const agent = {
    id: 'agent',
    name: 'Mistral',
    color: 'blue',
    modelRef: 'offline:variable-order',
    configuration: { completionStyle },
  } as unknown as Agent;
  const change = vi.fn();
  const providers = { list: createStore([]), models: createStore(new Map()) };
  const session = { agents: { change }, providers } as unknown as AppSession;
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    act(() => root.unmount());
    host.remove();
  });
  const editor = createElement(AgentEditor, {
    agent,
    onDuplicate: () => undefined,
    onArchive: () => undefined,
  });
  await act(async () => root.render(createElement(AppSessionContext, { value: session }, editor)));
  const radios = [...host.querySelectorAll('[role="radio"]')].filter((radio) =>
    radio.hasAttribute('aria-describedby'),
  );
  const labelOf = (radio: Element) =>
    document.getElementById(radio.getAttribute('aria-labelledby') ?? '')?.textContent;
  const checked = radios.find((radio) => radio.getAttribute('aria-checked') === 'true');
  return { change, labels: radios.map(labelOf), checked: checked === undefined ? null : labelOf(checked) };
}

it('an agent with the chat style shows it and is not changed', async () => {
  const { change, labels, checked } = await show('chat');
  expect(labels).toEqual(['Continue the text', 'Ask it to continue', 'Chat: one message a node']);
  expect(checked).toBe('Chat: one message a node');
  expect(change).not.toHaveBeenCalled();
});

it('an agent that continues the text shows that style', async () => {
  expect((await show('completion')).checked).toBe('Continue the text');
});
