import { act, createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import type { TurnCaps } from '../../../src/core/commands/caps.ts';
import type { Agent, AgentPermissions } from '../../../src/core/tree/agent.ts';
import { TurnLimits } from '../../../src/renderer/views/settings/agents/AgentEditor.tsx';
import { LoomAccess } from '../../../src/renderer/views/settings/agents/LoomAccess.tsx';

// React needs this to wait for updates.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

/** Renders what an agent may do; `set` is what was set last. */
async function show(permissions: AgentPermissions, modelRef = 'here:llama', caps: TurnCaps = {}) {
  const set: { permissions: AgentPermissions; caps: TurnCaps | undefined } = { permissions, caps };
  function Settings() {
    const [now, setNow] = useState({ permissions, caps });
    const agent = { type: 'model', modelRef, permissions: now.permissions } as Agent;
    return [
      createElement(LoomAccess, {
        key: 'access',
        agent,
        onChange: (next) => {
          set.permissions = next;
          setNow({ ...now, permissions: next });
        },
      }),
      createElement(TurnLimits, {
        key: 'limits',
        value: now.caps,
        onChange: (next) => {
          set.caps = next;
          setNow({ ...now, caps: next ?? {} });
        },
      }),
    ];
  }
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    act(() => root.unmount());
    host.remove();
  });
  await act(async () => root.render(createElement(Settings)));
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent ??
    element.textContent;
  const find = (selector: string, name: string, within: Element = host) => {
    const found = [...within.querySelectorAll<HTMLElement>(selector)].find((each) =>
      nameOf(each)?.startsWith(name),
    );
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  };
  const radios = (group: string) => [
    ...find('[role="radiogroup"]', group).querySelectorAll<HTMLElement>('[role="radio"]'),
  ];
  const checked = (group: string) => {
    const radio = radios(group).find((each) => each.getAttribute('aria-checked') === 'true');
    return radio === undefined ? null : nameOf(radio);
  };
  const choose = (group: string, name: string) =>
    act(async () => find('[role="radio"]', name, find('[role="radiogroup"]', group)).click());
  const rows = () =>
    [...host.querySelectorAll('[role="radiogroup"][aria-label]')].map((group) => {
      const name = nameOf(group) ?? '';
      const isDisabled = group.getAttribute('aria-disabled') === 'true';
      return `${name}: ${checked(name)}${isDisabled ? ', disabled' : ''}`;
    });
  /** Types into a limit and leaves it. Resolves to what is wrong with it. */
  const type = async (label: string, text: string) => {
    const trigger = find('button', 'Limits of a turn');
    if (trigger.getAttribute('aria-expanded') !== 'true') await act(async () => trigger.click());
    const id = find('label', label).getAttribute('for') ?? '';
    const input = document.getElementById(id) as HTMLInputElement;
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await act(async () => {
      input.focus();
      input.blur();
    });
    return document.getElementById(`${id}-problem`)?.textContent;
  };
  return { host, set, checked, choose, rows, type };
}

it('a subject has no rows; a preset sets them all, and other values are custom', async () => {
  const { set, checked, choose, rows } = await show({});
  expect([checked('Loom access'), rows()]).toEqual(['Only replies', []]);
  await choose('Loom access', 'Looks around in the story');
  expect(set.permissions).toEqual({
    loom_aware: 'allow',
    loom_write: 'never',
    edit_apply: 'never',
    loom_generate: 'never',
    doc_read: 'allow',
    doc_write: 'never',
    other_trees: 'never',
  });
  await choose('Write', 'Ask');
  expect(checked('Loom access')).toBe('Custom');
  expect(rows()).toEqual([
    'Read and move: Allow',
    'Write: Ask',
    'Accept its edits on arrival: Never',
    'Ask models for continuations: Never',
    'Read documents: Allow',
    'Write in documents: Never',
    'Read other trees: Never',
  ]);
  await choose('Loom access', 'Looks around and suggests changes');
  expect(rows()).toEqual([
    'Read and move: Allow',
    'Write: Allow',
    'Accept its edits on arrival: Ask',
    'Ask models for continuations: Allow',
    'Read documents: Allow',
    'Write in documents: Allow',
    'Read other trees: Allow',
  ]);
  await choose('Loom access', 'Custom');
  expect(set.permissions).toEqual({
    loom_aware: 'allow',
    loom_write: 'ask',
    edit_apply: 'never',
    loom_generate: 'never',
    doc_read: 'allow',
    doc_write: 'never',
    other_trees: 'never',
  });
});

it('without reading nothing else is permitted, and what was set is kept until reading is permitted again', async () => {
  const { set, checked, choose, rows } = await show({
    loom_aware: 'allow',
    loom_write: 'allow',
    loom_generate: 'ask',
  });
  await choose('Read and move', 'Never');
  expect(checked('Loom access')).toBe('Only replies');
  expect(rows()).toEqual([
    'Read and move: Never',
    'Write: Never, disabled',
    'Accept its edits on arrival: Never, disabled',
    'Ask models for continuations: Never, disabled',
    'Read documents: Never, disabled',
    'Write in documents: Never, disabled',
    'Read other trees: Never, disabled',
  ]);
  await choose('Read and move', 'Ask');
  expect(set.permissions).toEqual({
    loom_aware: 'ask',
    loom_write: 'allow',
    edit_apply: 'never',
    loom_generate: 'ask',
    doc_read: 'allow',
    doc_write: 'ask',
    other_trees: 'ask',
  });
});

it('permissions of a newer version are not sent, and stay as they are', async () => {
  const newer = { loom_aware: 'allow', net_read: 'ask' } as AgentPermissions;
  const { set, choose } = await show(newer);
  await choose('Write', 'Allow');
  expect(set.permissions).toEqual({
    loom_aware: 'allow',
    loom_write: 'allow',
    edit_apply: 'never',
    loom_generate: 'ask',
    doc_read: 'allow',
    doc_write: 'ask',
    other_trees: 'ask',
  });
});

it('the offline agent is offered nothing', async () => {
  const { host, rows } = await show({ loom_aware: 'allow' }, 'offline:variable-order');
  expect(host.textContent).toContain('The offline model cannot act in a tree');
  expect(rows()).toEqual([]);
});

it('only limits that differ from the usual are set, and none over the greatest', async () => {
  const { set, type } = await show({ loom_aware: 'allow' }, 'here:llama', { nodes: 5 });
  expect(await type('Calls', '51')).toBe('Between 1 and 50.');
  expect(set.caps).toEqual({ nodes: 5 });
  expect(await type('Calls', '8')).toBe('');
  expect(await type('Tokens', '100,000')).toBe('');
  expect(await type('Dollars', '0,75')).toBe('Enter an amount such as 0.50, or nothing.');
  expect(await type('Dollars', '$1.5')).toBe('');
  expect(set.caps).toEqual({ nodes: 5, calls: 8, dollars: 1.5 });
  await type('Calls', '12');
  await type('Texts', '');
  await type('Dollars', '.5');
  expect(set.caps).toBeUndefined();
});
