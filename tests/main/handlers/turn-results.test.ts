/** Results of a turn's commands, by the writer's settings (`agents.md`, *Results*). */
import { expect, test } from 'vitest';
import { says, TurnDesk } from '../../helpers/turn-desk.ts';

test('the setting decides how long a text is before its middle is left out', async () => {
  const opened = await TurnDesk.open({
    answers: () => [says('→ view head\n'), says('Long.'), says('→ view head\n'), says('Shorter.')],
  });
  const { desk } = opened;
  const text = ` ${'It snowed. '.repeat(150)}`;
  await desk.commit([desk.typed(text)]);
  await opened.turn();
  expect((await opened.actions())[0]?.result).toContain(text);
  await desk.call('settings.update', { resultTokens: 200 });
  await opened.turn();
  const [{ result } = expect.unreachable()] = await opened.actions();
  expect(result).toMatch(/^… \d+ tokens left out; → view \w+ full$/m);
  expect(result?.length).toBeLessThan(1_100);
  expect(opened.sent(3)).toContain(result ?? '');
});
