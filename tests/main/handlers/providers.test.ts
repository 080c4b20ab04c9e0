import { expect, test } from 'vitest';
import { HandlersDesk } from '../../helpers/desk.ts';

const KEY = 'sk-canary-4711';
const WISH = { name: 'Open Router', baseUrl: 'https://openrouter.ai/api/v1', headers: {}, extra: {} };

test('a provider is set up under an id of its own that survives renaming', async () => {
  const desk = new HandlersDesk();
  const first = await desk.call('provider.save', { id: null, ...WISH });
  const second = await desk.call('provider.save', { id: null, ...WISH });
  expect([first.id, second.id]).toEqual(['open-router', 'open-router-2']);
  const renamed = await desk.call('provider.save', { ...WISH, id: first.id, name: 'Router' });
  expect(renamed).toMatchObject({ id: 'open-router', name: 'Router', key: 'none', ability: null });
  expect(await desk.call('provider.list', {})).toEqual([renamed, second]);
  expect(desk.events.at(-1)).toEqual({ name: 'providers.changed', value: [renamed, second] });
});

test('a key is kept and never told; another address takes it away', async () => {
  const desk = new HandlersDesk();
  const { id } = await desk.call('provider.save', { id: null, ...WISH });
  expect((await desk.call('provider.setKey', { id, key: KEY })).key).toBe('kept');
  const told = JSON.stringify([await desk.call('provider.list', {}), desk.events]);
  expect(told).not.toContain(KEY);
  expect((await desk.call('provider.save', { ...WISH, id, name: 'Other name' })).key).toBe('kept');
  const moved = await desk.call('provider.save', { ...WISH, id, baseUrl: 'https://elsewhere.example/v1' });
  expect(moved.key).toBe('none');
  expect((await desk.call('provider.save', { ...WISH, id })).key).toBe('none');
});

test('a provider that is taken away takes its key along', async () => {
  const desk = new HandlersDesk();
  const { id } = await desk.call('provider.save', { id: null, ...WISH });
  await desk.call('provider.setKey', { id, key: KEY });
  expect(await desk.call('provider.remove', { id })).toEqual([]);
  expect((await desk.call('provider.save', { id: null, ...WISH })).key).toBe('none');
  await expect(desk.call('provider.remove', { id: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test.each(['http://example.com/v1', 'ftp://example.com', 'nowhere', 'https://me:secret@example.com/v1'])(
  'the address %s is refused',
  async (baseUrl) => {
    const desk = new HandlersDesk();
    const refused = { code: 'INVALID_ARGUMENT' };
    await expect(desk.call('provider.save', { ...WISH, id: null, baseUrl })).rejects.toMatchObject(refused);
    expect(await desk.call('provider.list', {})).toEqual([]);
  },
);

test.each(['http://localhost:8080/v1', 'http://127.0.0.1:11434/v1', 'http://[::1]:1234/v1'])(
  'the address %s is this computer, and needs no https',
  async (baseUrl) => {
    const desk = new HandlersDesk();
    expect((await desk.call('provider.save', { ...WISH, id: null, baseUrl })).baseUrl).toBe(baseUrl);
  },
);

test('nobody takes the id of the offline agent', async () => {
  const desk = new HandlersDesk();
  const { id } = await desk.call('provider.save', { ...WISH, id: null, name: 'Offline' });
  expect(id).toBe('offline-2');
});
