import { describe, expect, it } from 'vitest';
import {
  defaultPreferences,
  type PreferencesPatch,
  PreferencesSession,
} from '../../../../src/renderer/session/settings/preferences-session.ts';

/** A main that replies on demand. */
function openPreferences() {
  const sent: PreferencesPatch[] = [];
  const errors: unknown[] = [];
  let answer: ((failure?: Error) => void) | undefined;
  const preferences = new PreferencesSession({
    send: (patch) => {
      sent.push(patch);
      return new Promise<void>((resolve, reject) => {
        answer = (failure) => (failure === undefined ? resolve() : reject(failure));
      });
    },
    onError: (error) => errors.push(error),
  });
  const settle = async (failure?: Error) => {
    answer?.(failure);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { preferences, sent, errors, settle };
}

describe('preferences', () => {
  it('a change is visible at once', () => {
    const { preferences } = openPreferences();
    preferences.update({ textSize: 24 });
    expect(preferences.store.get()).toEqual({ ...defaultPreferences, textSize: 24 });
  });

  it('changes made during a request are sent in one more', async () => {
    const { preferences, sent, settle } = openPreferences();
    for (const textSize of [20, 21, 22, 23]) preferences.update({ textSize });
    preferences.update({ theme: 'dark' });
    expect(sent).toEqual([{ textSize: 20 }]);
    await settle();
    expect(sent).toEqual([{ textSize: 20 }, { textSize: 23, theme: 'dark' }]);
  });

  it('a closing page waits until main has every change', async () => {
    const { preferences, sent, settle } = openPreferences();
    preferences.update({ textSize: 20 });
    preferences.update({ textSize: 21 });
    let isFlushed = false;
    const flushed = preferences.flush().then(() => {
      isFlushed = true;
    });
    await settle();
    expect(isFlushed).toBe(false);
    await settle();
    await flushed;
    expect(sent).toHaveLength(2);
  });

  it('a change from another window does not revert changes not yet sent', async () => {
    const { preferences, settle } = openPreferences();
    preferences.update({ textSize: 20 });
    preferences.update({ textSize: 21 });
    preferences.onPreferences({ ...defaultPreferences, textSize: 20, theme: 'dark' });
    expect(preferences.store.get()).toMatchObject({ textSize: 21, theme: 'dark' });
    await settle();
    await settle();
  });

  it('a change that main refused is reported, and the next one is sent', async () => {
    const { preferences, sent, errors, settle } = openPreferences();
    preferences.update({ textSize: 20 });
    await settle(new Error('The disk is full'));
    expect(errors).toHaveLength(1);
    preferences.update({ textSize: 21 });
    expect(sent).toEqual([{ textSize: 20 }, { textSize: 21 }]);
  });
});
