import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MARKERS } from '../../../src/core/context/infill.ts';
import type { Agent, AgentConfiguration } from '../../../src/core/tree/agent.ts';
import { AppSessionContext } from '../../../src/renderer/session/hooks.ts';
import { createStore } from '../../../src/renderer/session/store.ts';
import type { AppSession } from '../../../src/renderer/session/window/app-session.ts';
import { AgentEditor } from '../../../src/renderer/views/settings/agents/AgentEditor.tsx';

// React needs this to wait for updates.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

/** Renders the editor of an agent. */
async function show(configuration: AgentConfiguration, modelRef = 'offline:variable-order') {
  const agent = {
    type: 'model',
    permissions: {},
    id: 'agent',
    name: 'Mistral',
    color: 'blue',
    modelRef,
    configuration,
  } as unknown as Agent;
  const change = vi.fn();
  const providers = { list: createStore([]), models: createStore(new Map()) };
  const agents = { change, unconfirmed: createStore(new Set()) };
  const session = { agents, providers } as unknown as AppSession;
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
    onKeep: null,
  });
  await act(async () => root.render(createElement(AppSessionContext, { value: session }, editor)));
  // The filling in is folded.
  await act(async () => host.querySelector<HTMLElement>('[data-fold="for-experts"]')?.click());
  const radios = [...host.querySelectorAll('[role="radio"]')].filter((radio) =>
    radio.hasAttribute('aria-describedby'),
  );
  const labelOf = (radio: Element) =>
    document.getElementById(radio.getAttribute('aria-labelledby') ?? '')?.textContent;
  const checked = radios.find((radio) => radio.getAttribute('aria-checked') === 'true');
  const click = (label: string) =>
    act(async () => {
      const radio = radios.find((one) => labelOf(one) === label);
      if (!(radio instanceof HTMLElement)) throw new Error(`no ${label}`);
      radio.click();
    });
  return {
    change,
    host,
    click,
    labels: radios.map(labelOf),
    checked: checked === undefined ? null : labelOf(checked),
  };
}

it('an agent with the chat style shows it and is not changed', async () => {
  const { change, labels, checked } = await show({ completionStyle: 'chat' });
  expect(labels).toEqual(['Continue the text', 'Ask it to continue', 'Chat: one message for each text']);
  expect(checked).toBe('Chat: one message for each text');
  expect(change).not.toHaveBeenCalled();
});

it('an agent that continues the text shows that style', async () => {
  expect((await show({ completionStyle: 'completion' })).checked).toBe('Continue the text');
});

it('a model fills in as its style does, until it is set to something else', async () => {
  const { host, change, click } = await show({ completionStyle: 'completion' }, 'here:llama');
  const group = [...host.querySelectorAll('[role="radiogroup"][aria-labelledby][aria-describedby]')].at(-1);
  const checked = group?.querySelector('[aria-checked="true"]')?.getAttribute('aria-labelledby') ?? '';
  expect(document.getElementById(checked)?.textContent).toBe('A suffix');
  await click('Being asked');
  expect(change).toHaveBeenLastCalledWith('agent', {
    configuration: { completionStyle: 'completion', infill: { kind: 'chat' } },
  });
  await click('A suffix');
  expect(change).toHaveBeenCalledTimes(1);
});

it('a model with markers has a field for each, and those of known families to choose from', async () => {
  const infill = { kind: 'template', ...MARKERS.codeLlama } as const;
  const { host, change } = await show({ infill }, 'here:llama');
  const fieldOf = (label: string) => {
    const found = [...host.querySelectorAll('label')].find(({ textContent }) => textContent === label);
    return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement | HTMLSelectElement;
  };
  expect(fieldOf('Before the text before').value).toBe('<PRE> ');
  expect(fieldOf('Markers of').value).toBe('codeLlama');
  const choose = async (label: string, value: string) => {
    const field = fieldOf(label);
    await act(async () => {
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
  };
  await choose('Markers of', 'codestral');
  expect(change).toHaveBeenLastCalledWith('agent', {
    configuration: { infill: { kind: 'template', ...MARKERS.codestral } },
  });
  await choose('Sent first', 'spm');
  expect(change).toHaveBeenLastCalledWith('agent', {
    configuration: { infill: { ...infill, order: 'spm' } },
  });
});
