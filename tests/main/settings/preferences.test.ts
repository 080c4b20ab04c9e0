import { expect, test } from 'vitest';
import { defaultPreferences } from '../../../src/ipc/preferences.ts';
import { HandlersDesk } from '../../helpers/desk.ts';

test('a change is saved, returned with all preferences, and announced to the other windows', async () => {
  const desk = new HandlersDesk();
  expect(await desk.call('settings.read', {})).toEqual(defaultPreferences);
  const changed = await desk.call('settings.update', { textSize: 22, theme: 'dark' });
  expect(changed).toEqual({ ...defaultPreferences, textSize: 22, theme: 'dark' });
  expect(await desk.call('settings.read', {})).toEqual(changed);
  expect(desk.events).toContainEqual({ name: 'settings.changed', value: changed });
});

test.each([{ textSize: 4 }, { theme: 'sepia' }, { unheardOf: true }, { ownWords: 'all' }])(
  'an unknown or invalid preference is refused and changes nothing: %o',
  async (patch) => {
    const desk = new HandlersDesk();
    await expect(desk.callRaw('settings.update', patch)).rejects.toThrow();
    expect(await desk.call('settings.read', {})).toEqual(defaultPreferences);
  },
);
