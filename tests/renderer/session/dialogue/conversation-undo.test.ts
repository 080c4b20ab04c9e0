import { expect, it, vi } from 'vitest';
import type { AgentId, NodeId } from '../../../../src/core/ids.ts';
import { nodesOf } from '../../../../src/renderer/session/path/path-segments.ts';
import { createTextSnapshots } from '../../../../src/renderer/session/window/tree-desks.ts';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { type ConversationDesk, lateProvider, resumeConversation } from './conversation-desk.ts';

turnClockByHand();

/** A conversation on the screen, whose replies arrive when the test says so. */
async function openConversation() {
  const desk = new HandlersDesk();
  let replies = 0;
  const provider = lateProvider(() => {
    replies += 1;
    return `Reply ${replies}.`;
  });
  desk.provider = provider;
  const made = { name: 'Late', modelRef: 'scripted:one', configuration: {}, color: null };
  const agentId = (await desk.call('agent.create', made)).id;
  await desk.call('tree.create', { title: null, mode: 'dialogue' });
  const page = await resumeConversation(desk, (_name, send) => send());
  return { desk, provider, agentId, page };
}

/** The screen: the messages, each with its edit if that changes anything, and the composer. */
function screen({ dialogue }: ConversationDesk): string {
  const { conversation } = dialogue;
  const { messages, edits } = conversation.view.get();
  const shown = messages.map(({ nodeId, text }) => {
    const edit = edits.get(nodeId);
    return edit === undefined || edit.content.text === text ? text : `${text} → ${edit.content.text}`;
  });
  return [...shown, `| ${conversation.composer.content.text}`].join('\n');
}

/** Main's state, in the same words. */
async function held(desk: HandlersDesk): Promise<string> {
  const { segments, edits, buffer } = await desk.call('path.read', { treeId: desk.treeId });
  const shown = nodesOf(segments).map(({ nodeId, text }) => {
    const edit = edits.find((one) => one.nodeId === nodeId);
    return edit === undefined || edit.text === text ? text : `${text} → ${edit.text}`;
  });
  return [...shown, `| ${buffer.text}`].join('\n');
}

it('goes back after a restart through typing, sends and a reply of the session before', async () => {
  const { desk, provider, agentId, page } = await openConversation();
  const { conversation, commands, tree } = page.dialogue;
  const screens: string[] = [];
  const step = async (work: () => unknown, wait = page.settle) => {
    screens.push(screen(page));
    const done = work();
    await wait();
    await done;
  };
  tree.choice.change({ agentIds: [], count: 1 });
  await step(() => conversation.type('One.'));
  await step(() => commands.send());
  await step(() => conversation.type('Two.'));
  tree.choice.change({ agentIds: [agentId], count: 1 });
  const shortly = async () => void (await vi.advanceTimersByTimeAsync(2_000));
  await step(() => commands.send(), shortly);
  await step(() => provider.arrive());
  await step(() => conversation.type('Three.'));
  const flushed = page.dialogue.flush();
  await page.settle();
  await flushed;
  page.vanish();
  await desk.close();

  const again = new HandlersDesk(desk.path, 1_000_000, desk.journal, desk.backups);
  again.provider = provider;
  const reopened = await resumeConversation(again, (_name, send) => send());
  for (const before of screens.toReversed()) {
    expect(reopened.dialogue.conversation.undo()).toBe(true);
    await reopened.settle();
    expect(screen(reopened)).toBe(before);
    expect(await held(again)).toBe(before);
  }
});

it('goes back through typing, sends, a reply, an edit, a switch and a pruning, and forth again', async () => {
  const { desk, provider, agentId, page } = await openConversation();
  const { conversation, commands, tree } = page.dialogue;
  const screens = [screen(page)];
  const step = async (work: () => unknown, wait = page.settle) => {
    const done = work();
    await wait();
    await done;
    screens.push(screen(page));
  };
  /** Less than a provider may be silent. */
  const shortly = async () => void (await vi.advanceTimersByTimeAsync(2_000));
  const ask = (agentIds: readonly AgentId[]) => tree.choice.change({ agentIds, count: 1 });
  ask([]);
  await step(() => conversation.type('One.'));
  await step(() => commands.send());
  await step(() => conversation.type('Two.'));
  ask([agentId]);
  await step(() => commands.send(), shortly);
  await step(() => conversation.type('Typed before the reply. '), shortly);
  await step(() => provider.arrive());
  const [first] = conversation.view.get().messages;
  if (first === undefined) expect.unreachable();
  const { replies } = page.dialogue;
  expect([tree.path.headId, first.positionId].map((at) => replies.findAgent(at))).toEqual([
    agentId,
    undefined,
  ]);
  commands.edit(first.positionId);
  await step(() => page.find(first.nodeId)?.editor.type(' Edited.'));
  await step(() => commands.saveEdit(first.nodeId, 'branch'));
  conversation.focusComposer();
  await step(() => tree.navigation.selectSiblingAt({ at: tree.path.headId, fork: null }, { step: -1 }));
  await step(() => tree.pruning.pruneCurrent());
  expect(screens).toEqual([
    '| ',
    '| One.',
    'One.\n| ',
    'One.\n| Two.',
    'One.\nTwo.\n| ',
    'One.\nTwo.\n| Typed before the reply. ',
    'One.\nTwo.\nReply 1.\n| Typed before the reply. ',
    'One. → One. Edited.\nTwo.\nReply 1.\n| Typed before the reply. ',
    'One. Edited.\n| Typed before the reply. ',
    'One.\nTwo.\nReply 1.\n| Typed before the reply. ',
    'One.\nTwo.\n| Typed before the reply. ',
  ]);

  const back = [];
  for (let count = 1; count < screens.length; count += 1) {
    commands.undo();
    await page.settle();
    back.push(screen(page));
    expect(await held(desk)).toBe(screen(page));
  }
  expect(back).toEqual(screens.toReversed().slice(1));
  const forth = [];
  for (let count = 1; count < screens.length; count += 1) {
    conversation.redo();
    await page.settle();
    forth.push(screen(page));
    expect(await held(desk)).toBe(screen(page));
  }
  expect(forth).toEqual(screens.slice(1));
  expect(page.bugs).toEqual([]);
  expect(await desk.call('grove.verify', {})).toMatchObject({ violations: [], log: [] });
});

it('selects the same message when what was taken back is sent again', async () => {
  const { page } = await openConversation();
  const { conversation, commands, tree } = page.dialogue;
  tree.choice.change({ agentIds: [], count: 1 });
  conversation.type('One.');
  await Promise.all([commands.send(), page.settle()]);
  const [first] = conversation.view.get().messages;
  commands.undo();
  await page.settle();
  expect(screen(page)).toBe('| One.');
  await Promise.all([commands.send(), page.settle()]);
  expect(conversation.view.get().messages).toEqual([first]);
});

it('keeps what was typed after a message that is taken back', async () => {
  const { desk, page } = await openConversation();
  const { conversation, commands, tree } = page.dialogue;
  tree.choice.change({ agentIds: [], count: 1 });
  conversation.type('One. ');
  await Promise.all([commands.send(), page.settle()]);
  conversation.type('Two.');
  await page.settle();
  conversation.undoStep();
  await page.settle();
  expect(screen(page)).toBe('| One. Two.');
  expect(await held(desk)).toBe('| One. Two.');
});

it('keeps a cancelled edit that cannot come back yet because another edit of its message is open', async () => {
  const desk = new HandlersDesk();
  await desk.call('tree.create', { title: null, mode: 'dialogue' });
  await desk.commit([desk.typed('One.')]);
  const page = await resumeConversation(desk, (_name, send) => send());
  const { conversation, commands } = page.dialogue;
  const [message] = conversation.view.get().messages;
  if (message === undefined) expect.unreachable();
  const { nodeId, positionId } = message;
  const edit = (text: string) => {
    commands.edit(positionId);
    page.find(nodeId)?.editor.type(text);
  };
  edit(' First.');
  commands.cancelEdit(nodeId);
  edit(' Second.');
  conversation.undoStep();
  expect(screen(page)).toBe('One. → One. Second.\n| ');
  const saved = commands.saveEdit(nodeId, 'branch');
  await page.settle();
  expect(await saved).toBe(true);
  conversation.undoStep();
  await page.settle();
  expect(screen(page)).toBe('One. → One. Second.\n| ');
  commands.cancelEdit(nodeId);
  conversation.undoStep();
  conversation.undoStep();
  await page.settle();
  expect(screen(page)).toBe('One. → One. Second.\n| ');
  expect(await held(desk)).toBe(screen(page));
});

it('a reply that comes while the writer is elsewhere is no step, and leaves the composer as it was', async () => {
  const { desk, provider, agentId, page } = await openConversation();
  const { conversation, commands, tree } = page.dialogue;
  tree.choice.change({ agentIds: [agentId], count: 1 });
  conversation.type('One.');
  await page.settle();
  const sent = commands.send();
  await vi.advanceTimersByTimeAsync(2_000);
  await sent;
  conversation.type('Two');
  const kept = createTextSnapshots();
  const flushed = page.dialogue.flush();
  await vi.advanceTimersByTimeAsync(5_000);
  await flushed;
  kept.save(desk.treeId, page.dialogue.leave());
  page.vanish();
  provider.arrive();
  await vi.waitFor(() => expect(desk.grove.generation.generator.running(desk.treeId)).toEqual([]));

  const back = await resumeConversation(desk, (_name, send) => send(), kept);
  expect(screen(back)).toBe('One.\nReply 1.\n| Two');
  for (const before of ['One.\nReply 1.\n| ', '| One.', '| ']) {
    expect(back.dialogue.conversation.undo()).toBe(true);
    await back.settle();
    expect(screen(back)).toBe(before);
    expect(await held(desk)).toBe(before);
  }
  for (const after of ['| One.', 'One.\nReply 1.\n| ', 'One.\nReply 1.\n| Two']) {
    expect(back.dialogue.conversation.redo()).toBe(true);
    await back.settle();
    expect(screen(back)).toBe(after);
  }
  expect(back.bugs).toEqual([]);
});

it('saves the latest typing only, and all typing goes back after a restart', async () => {
  const desk = new HandlersDesk();
  await desk.call('tree.create', { title: null, mode: 'dialogue' });
  const lengths: number[] = [];
  const page = await resumeConversation(desk, (name, send, input) => {
    if (name === 'draft.save' && 'undo' in input) lengths.push(JSON.stringify(input.undo).length);
    return send();
  });
  const { conversation, commands, tree } = page.dialogue;
  tree.choice.change({ agentIds: [], count: 1 });
  conversation.type('One.');
  await page.settle();
  await commands.send();
  await page.settle();
  /** Steps of typing at the end of a box, each saved before the next. */
  const type = async (nodeId: NodeId | null) => {
    const { view } = page.find(nodeId) ?? expect.unreachable();
    for (let step = 1; step <= 60; step += 1) {
      const changes = { from: view.state.doc.length, insert: ` ${step}` };
      view.dispatch({ changes, userEvent: 'input.paste' });
      await vi.advanceTimersByTimeAsync(300);
    }
  };
  await type(null);
  const [message] = conversation.view.get().messages;
  if (message === undefined) expect.unreachable();
  conversation.openEdit(message.nodeId);
  await type(message.nodeId);
  page.vanish();
  await desk.close();

  const again = new HandlersDesk(desk.path, 1_000_000, desk.journal, desk.backups);
  const { undo } = await again.call('draft.undo', { treeId: again.treeId });
  expect(Math.max(...lengths)).toBeLessThan(JSON.stringify(undo).length / 5);
  const reopened = await resumeConversation(again, (_name, send) => send());
  const seen = new Set([screen(reopened)]);
  for (let step = 0; step < 120; step += 1) {
    reopened.dialogue.conversation.undo();
    await vi.advanceTimersByTimeAsync(300);
    seen.add(screen(reopened));
    expect(await held(again)).toBe(screen(reopened));
  }
  expect(seen.size).toBe(121);
  expect(screen(reopened)).toBe('One.\n| ');
});

it('a reply that comes while nobody looks is no step after a restart either, and the steps before it are kept', async () => {
  const { desk, provider, agentId, page } = await openConversation();
  const { conversation, commands, tree } = page.dialogue;
  tree.choice.change({ agentIds: [agentId], count: 1 });
  conversation.type('One.');
  await page.settle();
  const sent = commands.send();
  await vi.advanceTimersByTimeAsync(2_000);
  await sent;
  conversation.type('Two');
  const flushed = page.dialogue.flush();
  await vi.advanceTimersByTimeAsync(5_000);
  await flushed;
  page.vanish();
  provider.arrive();
  await vi.waitFor(() => expect(desk.grove.generation.generator.running(desk.treeId)).toEqual([]));
  await desk.close();

  const again = new HandlersDesk(desk.path, 1_000_000, desk.journal, desk.backups);
  const reopened = await resumeConversation(again, (_name, send) => send());
  expect(screen(reopened)).toBe('One.\nReply 1.\n| Two');
  for (const before of ['One.\nReply 1.\n| ', '| One.', '| ']) {
    expect(reopened.dialogue.conversation.undo()).toBe(true);
    await reopened.settle();
    expect(screen(reopened)).toBe(before);
    expect(await held(again)).toBe(before);
  }
});

it('what is typed while a reply arrives stays, and the reply is one step of undo', async () => {
  const { provider, agentId, page } = await openConversation();
  const { conversation, commands, tree } = page.dialogue;
  tree.choice.change({ agentIds: [agentId], count: 1 });
  conversation.type('One.');
  await page.settle();
  const sent = commands.send();
  await vi.advanceTimersByTimeAsync(2_000);
  await sent;
  provider.arrive();
  for (const letter of 'Two') {
    conversation.type(letter);
    await vi.advanceTimersByTimeAsync(100);
  }
  await page.settle();
  expect(screen(page)).toBe('One.\nReply 1.\n| Two');
  expect(page.bugs).toEqual([]);
});

it('another reply that takes the place of one is one step of undo, and leaves the composer as it is', async () => {
  const { desk, provider, agentId, page } = await openConversation();
  const { conversation, commands, replies, tree } = page.dialogue;
  tree.choice.change({ agentIds: [agentId], count: 1 });
  const shortly = async () => void (await vi.advanceTimersByTimeAsync(2_000));
  conversation.type('One.');
  const sent = commands.send();
  await shortly();
  await sent;
  provider.arrive();
  await page.settle();
  conversation.type('Two');
  await page.settle();
  const asked = commands.regenerate(tree.path.headId);
  await shortly();
  await asked;
  expect(replies.shown.get()).toMatchObject({ isInPlace: true, continues: false });
  provider.arrive();
  await page.settle();
  expect(replies.shown.get()).toBe(null);
  expect(screen(page)).toBe('One.\nReply 2.\n| Two');
  expect(await held(desk)).toBe(screen(page));
  for (const before of ['One.\nReply 1.\n| Two', 'One.\nReply 1.\n| ']) {
    expect(conversation.undo()).toBe(true);
    await page.settle();
    expect(screen(page)).toBe(before);
    expect(await held(desk)).toBe(before);
  }
  expect(page.bugs).toEqual([]);
});
