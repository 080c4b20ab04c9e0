import { expect, test } from 'vitest';
import { HandlersDesk } from '../../helpers/desk.ts';

/** Opens a grove on a computer that is set up for another writer. */
const elsewhere = (path: string, firstId = 1_000) =>
  new HandlersDesk(path, firstId, undefined, undefined, {
    id: '01KDXB00000000000000000000',
    name: 'Mara on the road',
  });

const typeOn = async (desk: HandlersDesk, text: string) =>
  desk.call('draft.save', { ...(await desk.intent([desk.typed(text)])), digest: null });

test('a grove opened on another computer shows its text where it was left, with the draft', async () => {
  const home = new HandlersDesk();
  await home.commit([home.typed('It rained. ')]);
  await typeOn(home, 'It sno');
  await home.close();
  const road = elsewhere(home.path);
  expect(await road.shown()).toBe('It rained. It sno');
});

test('the two drafts then diverge, and both are kept', async () => {
  const home = new HandlersDesk();
  await home.commit([home.typed('It rained. ')]);
  await typeOn(home, 'It sno');
  await home.close();
  const road = elsewhere(home.path);
  await road.commit([road.typed('On the road. ')]);
  const there = await road.shown();
  await road.close();
  const again = new HandlersDesk(home.path, 2_000);
  expect(await again.shown()).toBe('It rained. It sno');
  await again.close();
  expect(await elsewhere(home.path, 3_000).shown()).toBe(there);
});
