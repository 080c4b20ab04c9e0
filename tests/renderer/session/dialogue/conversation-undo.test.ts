import { expect, it } from 'vitest';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { resumeConversation } from './conversation-desk.ts';

turnClockByHand();

it('keeps a cancelled edit that cannot come back yet because another edit of its message is open', async () => {
  const desk = new HandlersDesk();
  await desk.call('tree.create', { title: null, mode: 'dialogue' });
  await desk.commit([desk.typed('One.')]);
  const page = await resumeConversation(desk, (_name, send) => send());
  const { conversation, commands, tree } = page.dialogue;
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
  expect(conversation.findEdit(nodeId)?.content.text).toBe('One. Second.');
  const saved = commands.saveEdit(nodeId, 'branch');
  await page.settle();
  expect(await saved).toBe(true);
  const switched = tree.navigation.goTo(positionId);
  await page.settle();
  await switched;
  conversation.undoStep();
  await page.settle();
  expect(conversation.findEdit(nodeId)?.content.text).toBe('One. First.');
  const { edits } = await desk.call('path.read', { treeId: desk.treeId });
  expect(edits.map(({ text }) => text)).toEqual(['One. First.']);
});
