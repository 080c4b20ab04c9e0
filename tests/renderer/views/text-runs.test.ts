import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import type { PositionId, TreeId } from '../../../src/core/ids.ts';
import type { Client } from '../../../src/renderer/client.ts';
import { FocusRequest } from '../../../src/renderer/session/focus.ts';
import { AppSessionContext, DeskContext } from '../../../src/renderer/session/hooks.ts';
import { createStore } from '../../../src/renderer/session/store.ts';
import type { AppSession } from '../../../src/renderer/session/window/app-session.ts';
import { LinksHere } from '../../../src/renderer/session/window/links-here.ts';
import { type CommandAccess, CommandsContext } from '../../../src/renderer/views/commands.ts';
import { NodePane } from '../../../src/renderer/views/node/NodePane.tsx';
import { turnClockByHand } from '../../helpers/clock.ts';
import { openWritingDesk, type WritingDesk } from '../session/writing-desk.ts';

// React's `act` flag.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

turnClockByHand();

/** A window whose grove has no tags. */
function sessionOf({ desk, notices }: WritingDesk): AppSession {
  const client: Client = {
    call: (name, input) => desk.call(name, input),
    on: () => () => undefined,
    openDropped: async () => undefined,
    newRequestId: () => expect.unreachable(),
  };
  return {
    tags: { active: createStore([]) },
    links: { focusRequest: new FocusRequest() },
    openLinks: (treeId: TreeId, positionId: PositionId | null) =>
      new LinksHere({ client, notices }, treeId, positionId),
  } as unknown as AppSession;
}

const noCommands: CommandAccess = {
  run: () => undefined,
  hint: () => '',
  key: () => '',
  find: () => null,
  list: () => [],
  listUnavailable: () => [],
  shortcuts: undefined as never,
};

it('the Passage tab lists which answer each part of a text is from, and opens its record', async () => {
  const writing = await openWritingDesk(['It rained all night. ', 'We waited.']);
  const { buffer, tree, manuscript } = writing;
  tree.choice.change({ count: 1 });
  writing.select('It rained all night.'.length);
  const asked = buffer.rewrites.bridge();
  await writing.settle();
  await asked;
  const kept = buffer.rewrites.keep();
  await writing.settle();
  await kept;
  manuscript.moveCaretAfter(0);

  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    act(() => root.unmount());
    host.remove();
  });
  const session = sessionOf(writing);
  const pane = createElement(NodePane, { grove: writing.desk.grove.snapshot() });
  const withCommands = createElement(CommandsContext, { value: noCommands }, pane);
  await act(async () => {
    const inDesk = createElement(DeskContext, { value: buffer }, withCommands);
    root.render(createElement(AppSessionContext, { value: session }, inDesk));
    await writing.settle();
  });

  const section = host.querySelector('section[aria-labelledby="node-runs"]');
  expect(section?.querySelector('#node-runs')?.textContent).toBe('Parts of the text');
  const items = [...(section?.querySelectorAll<HTMLElement>('ol > li') ?? [])];
  expect(items.length).toBeGreaterThan(1);
  expect(items[0]?.textContent).toMatch(/^It rained all night.*not from an answer$/);
  expect(items[0]?.querySelector('summary')).toBeNull();
  const bridge = items.find((item) => item.querySelector('summary') !== null);
  const summary = bridge?.querySelector('summary');
  expect(summary?.textContent).toMatch(/Offline bridge · version 2 · /);
  expect(summary?.querySelector('[data-colour]')?.textContent).toBe('Offline');

  const before = await writing.agree();
  await act(async () => {
    summary?.click();
    await writing.settle();
  });
  expect(bridge?.textContent).toContain('the tree reproduces exactly what was sent');
  expect(await writing.agree()).toEqual(before);
});
