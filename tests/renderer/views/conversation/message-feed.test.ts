import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { firstNodeAt } from '../../../../src/core/ids.ts';
import { wholeSpans } from '../../../../src/core/text/span.ts';
import type { Client } from '../../../../src/renderer/client.ts';
import { AppSessionContext, DeskContext } from '../../../../src/renderer/session/hooks.ts';
import { AppSession } from '../../../../src/renderer/session/window/app-session.ts';
import { type CommandAccess, CommandsContext } from '../../../../src/renderer/views/commands.ts';
import { MessageFeed } from '../../../../src/renderer/views/conversation/MessageFeed.tsx';
import '../../../helpers/animation-frames.ts';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { lateProvider, resumeConversation } from '../../session/dialogue/conversation-desk.ts';

// React's `act` flag, and what jsdom lacks.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
globalThis.ResizeObserver ??= class implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
Reflect.set(CSS, 'highlights', new Map());

turnClockByHand();

const noCommands: CommandAccess = {
  run: () => undefined,
  hint: () => '',
  key: () => '',
  find: () => null,
  list: () => [],
  listUnavailable: () => [],
  shortcuts: undefined as never,
};

/** A conversation on the screen, and an agent whose replies arrive when the test says so. */
async function openFeed() {
  const desk = new HandlersDesk();
  const provider = lateProvider(() => '1. A boy.\n\n2. His dog.');
  desk.provider = provider;
  const made = { name: 'Ada', modelRef: 'scripted:one', configuration: {}, color: null };
  const agentId = (await desk.call('agent.create', made)).id;
  await desk.call('tree.create', { title: null, mode: 'dialogue' });
  const page = await resumeConversation(desk, (_name, send) => send());
  const { agents, writerId } = desk.grove.snapshot();

  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    act(() => root.unmount());
    host.remove();
  });
  const client = { call: async () => undefined, on: () => () => {} } as unknown as Client;
  const session = new AppSession({ client, schedule: (callback) => callback() });
  const feed = createElement(MessageFeed, { agents, writerId, readOnly: false, beside: false, nonce: '' });
  const withCommands = createElement(CommandsContext, { value: noCommands }, feed);
  const withDesk = createElement(DeskContext, { value: page.dialogue }, withCommands);
  await act(async () => root.render(createElement(AppSessionContext, { value: session }, withDesk)));
  const rows = () =>
    [...host.querySelectorAll('article')].map((article) => article.getAttribute('aria-label'));
  page.dialogue.tree.choice.change({ agentIds: [agentId], count: 1 });
  return { agentId, host, page, provider, rows };
}

it('a reply that streams and is a message of the path in the same moment is one row, then and later', async () => {
  const { agentId, host, page, provider, rows } = await openFeed();
  const { conversation, commands, replies } = page.dialogue;
  await act(async () => {
    conversation.type('Who saw it?');
    const sent = commands.send();
    await vi.advanceTimersByTimeAsync(2_000);
    await sent;
  });
  expect(rows()).toEqual(['Mara, 1 of 2', 'Ada, 2 of 2']);
  const streaming = replies.shown.get()?.slot ?? expect.unreachable('nothing streams');

  const text = '1. A boy.';
  const { positionId } = streaming;
  const nodeId = firstNodeAt(positionId);
  await act(async () => {
    conversation.append({ nodeId, positionId, text, spans: wholeSpans(agentId, text.length) });
    expect(replies.shown.get()?.slot.positionId).toBe(positionId);
  });
  expect(rows()).toHaveLength(2);
  await act(async () => {
    conversation.replaceTail(1, [], { caret: 'keep', text: '' });
    provider.arrive();
    await page.settle();
  });
  expect(rows()).toEqual(['Mara, 1 of 2', 'Ada, 2 of 2']);
  expect(host.textContent?.match(/A boy/g)).toHaveLength(1);
});

it('another reply streams in the place of the one that it is asked for beside', async () => {
  const { host, page, provider, rows } = await openFeed();
  const { conversation, commands, replies, tree } = page.dialogue;
  const during = async (work: () => Promise<unknown>) =>
    act(async () => {
      const done = work();
      await vi.advanceTimersByTimeAsync(2_000);
      await done;
    });
  await during(() => {
    conversation.type('Who saw it?');
    return commands.send();
  });
  await act(async () => {
    provider.arrive();
    await page.settle();
  });
  expect(host.textContent).toContain('A boy');
  await during(() => commands.regenerate(tree.path.headId));
  expect(replies.shown.get()?.isInPlace).toBe(true);
  expect(rows()).toEqual(['Mara, 1 of 2', 'Ada, 2 of 2']);
  expect(host.textContent).not.toContain('A boy');
  await act(async () => {
    provider.arrive();
    await page.settle();
  });
  expect(rows()).toEqual(['Mara, 1 of 2', 'Ada, 2 of 2, 2 of 2']);
  expect(host.textContent?.match(/A boy/g)).toHaveLength(1);
});
