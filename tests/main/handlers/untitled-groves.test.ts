import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isBlank } from '../../../src/main/app/is-blank.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';

/** A grove that has no file of the writer's choice, with a committed node and a draft. */
async function write() {
  // Kept until the grove is closed.
  const [data, chosen] = [temporaryFolder(), temporaryFolder()];
  const untitled = join(data, 'Untitled');
  mkdirSync(untitled);
  const desk = new HandlersDesk(join(untitled, 'Untitled story.aspen'));
  await desk.commit([desk.typed('Snow fell. ')]);
  await desk.call('draft.save', { ...(await desk.intent([desk.typed('And then')])), digest: null });
  return { desk, untitled, target: join(chosen, 'winter.aspen') };
}

test('an untitled grove that is named moves to the chosen file with everything, as the same grove', async () => {
  const { desk, untitled, target } = await write();
  const { id } = desk.grove.snapshot();
  desk.newFile = target;
  const named = await desk.call('grove.rename', { name: 'The Winter Orchard' });
  expect(named).toMatchObject({ id, name: 'The Winter Orchard', fileName: 'winter.aspen', notices: [] });
  expect(readdirSync(untitled)).toEqual([]);
  expect(await desk.shown()).toBe('Snow fell. And then');
  await desk.commit([desk.typed(' it stopped.', { offset: 8 })]);
  await desk.close();
  expect(await new HandlersDesk(target, 1_000).shown()).toBe('Snow fell. And then it stopped.');
});

test('one whose name is given while no file is chosen keeps its file', async () => {
  const { desk, untitled } = await write();
  expect(await desk.call('grove.rename', { name: 'Orchard' })).toMatchObject({ name: 'Orchard' });
  expect(readdirSync(untitled)).toContain('Untitled story.aspen');
  expect(await desk.shown()).toBe('Snow fell. And then');
});

test('Save As moves it and names it after the file', async () => {
  const { desk, untitled, target } = await write();
  desk.newFile = target;
  expect(await desk.call('copy.saveAs', {})).toBe('done');
  expect(desk.grove.snapshot()).toMatchObject({ name: 'winter', fileName: 'winter.aspen' });
  expect(readdirSync(untitled)).toEqual([]);
});

test('it never replaces a file, and stays where it is', async () => {
  const { desk, untitled, target } = await write();
  desk.newFile = target;
  writeFileSync(target, 'mine');
  await expect(desk.call('copy.saveAs', {})).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(desk.call('grove.rename', { name: 'Taken' })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
  expect(readdirSync(untitled)).toContain('Untitled story.aspen');
  expect(await desk.shown()).toBe('Snow fell. And then');
});

test('every new grove gets a name that no file and no journal has', async () => {
  const { desk, untitled } = await write();
  writeFileSync(join(untitled, 'Untitled story 2.aspen-journal'), 'left behind');
  await desk.call('grove.create', {});
  expect(desk.events.at(-1)).toEqual({ name: 'shown', value: join(untitled, 'Untitled story 3.aspen') });
  expect(existsSync(desk.path)).toBe(true);
});

test.each([
  ['a draft', (desk: HandlersDesk) => type(desk)],
  ['a text', (desk: HandlersDesk) => desk.commit([desk.typed('Snow fell.')])],
  ['a name', (desk: HandlersDesk) => desk.call('grove.rename', { name: 'Orchard' })],
  ['a second tree', (desk: HandlersDesk) => desk.call('tree.create', { title: null })],
  ['a setting', (desk: HandlersDesk) => desk.call('tree.update', { ...at(desk), settings: { count: 2 } })],
] as const)('a grove is blank until it has %s', async (_what, act) => {
  const desk = new HandlersDesk();
  expect(isBlank(desk.grove)).toBe(true);
  await act(desk);
  expect(isBlank(desk.grove)).toBe(false);
});

const at = ({ treeId }: HandlersDesk) => ({ treeId });

async function type(desk: HandlersDesk): Promise<void> {
  await desk.call('draft.save', { ...(await desk.intent([desk.typed(' ')])), digest: null });
}
