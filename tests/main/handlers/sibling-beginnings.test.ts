import { describe, expect, it } from 'vitest';
import { HandlersDesk } from '../../helpers/desk.ts';

const firstWord = (text: string) => /[\p{L}\p{N}’]+/u.exec(text)?.[0].toLowerCase();

describe('continuations by the offline agent', () => {
  it.each(['Mara opened the door and', 'The lake froze.', 'The door opened.\n\n“'])(
    'never begin alike after %j',
    async (text) => {
      const desk = new HandlersDesk();
      const { treeId } = desk;
      await desk.commit([desk.typed(text)]);
      const parentId = await desk.positionAt(0);
      const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
      if (model === undefined) throw new Error('the grove has no model');
      const request = async () => {
        const options = { at: parentId, agentIds: [model.id], count: 5, maxTokens: 12 };
        await desk.call('generation.start', { ...(await desk.intent()), ...options });
      };
      const ended = () => expect.poll(() => desk.grove.generation.generator.running(treeId)).toEqual([]);
      // While the first five are written, and when they are there.
      await request();
      await request();
      await ended();
      await request();
      await ended();
      const children = await desk.call('path.children', { treeId, parentId });
      expect(children.map(({ excerpt }) => firstWord(excerpt))).toHaveLength(15);
      expect(new Set(children.map(({ excerpt }) => firstWord(excerpt))).size).toBe(15);
    },
  );
});
