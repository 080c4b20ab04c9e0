import { expect, it } from 'vitest';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { type ConversationDesk, resumeConversation } from './conversation-desk.ts';

turnClockByHand();

/** A conversation of one message, with an empty composer. */
async function open() {
  const desk = new HandlersDesk();
  await desk.call('tree.create', { title: null, mode: 'dialogue' });
  await desk.commit([desk.typed('Rain.')]);
  const page = await resumeConversation(desk, (_name, send) => send());
  const composer = page.find(null) ?? expect.unreachable();
  const { typedCommands, commands } = page.dialogue;
  const send = async (withButton = false) => {
    const sent = commands.send(withButton);
    await page.settle();
    await sent;
  };
  const outcomes = () => typedCommands.state.get().outcomes.map(({ text }) => text);
  return { desk, page, send, outcomes, typedCommands, ...composer };
}

async function messagesOf({ desk }: ConversationDesk): Promise<number> {
  return (await desk.call('path.read', { treeId: desk.treeId })).segments.count;
}

it('runs commands instead of sending them, and keeps those that were refused', async () => {
  const { desk, page, send, outcomes, typedCommands, editor } = await open();
  editor.type('→ tree');
  expect(typedCommands.state.get().count).toBe(1);
  editor.type('\n→ veiw here\n→ respond here:\nSnow.\n←');
  expect(typedCommands.state.get().count).toBe(3);
  await send();
  expect(outcomes()).toEqual([
    expect.stringContaining('“Rain.”'),
    expect.stringContaining('✗ INVALID_SYNTAX'),
    expect.stringMatching(/^✓ created /),
  ]);
  expect(editor.content().text).toBe('→ veiw here\n');
  expect((await desk.call('path.read', { treeId: desk.treeId })).buffer.text).toBe('→ veiw here\n');
  expect(await messagesOf(page)).toBe(1);
  expect(page.bugs).toEqual([]);
  typedCommands.dismiss();
  expect(outcomes()).toEqual([]);
});

it('sends what is no command, even if it begins like one', async () => {
  const { page, send, outcomes, typedCommands, editor } = await open();
  editor.type('\\→ tree');
  expect(typedCommands.state.get().count).toBeNull();
  await send();
  editor.type('→ tree\nis a command.');
  await send();
  expect(outcomes()).toEqual([]);
  // Each with a reply.
  expect(await messagesOf(page)).toBe(5);
});

it('runs what was pasted only with the button, until the composer is empty again', async () => {
  const { send, outcomes, typedCommands, editor, view } = await open();
  const paste = (text: string) =>
    view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste' });
  paste('→ tree');
  await send();
  expect([outcomes(), editor.content().text]).toEqual([[], '→ tree']);
  await send(true);
  expect([outcomes().length, editor.content().text]).toEqual([1, '']);
  // Few keyboards have an arrow.
  paste('→ ');
  editor.type('help');
  expect(typedCommands.mayRunWithKey).toBe(true);
  await send();
  expect(outcomes()).toEqual([expect.stringContaining('→ prune')]);
});
