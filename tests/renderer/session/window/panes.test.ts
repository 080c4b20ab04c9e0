import { describe, expect, it } from 'vitest';
import {
  defaultPreferences,
  type Preferences,
} from '../../../../src/renderer/session/settings/preferences-session.ts';
import { createStore } from '../../../../src/renderer/session/store.ts';
import { createPanes } from '../../../../src/renderer/session/window/panes.ts';

function openPanes(preferred: Partial<Preferences> = {}) {
  const preferences = createStore<Preferences>({ ...defaultPreferences, ...preferred });
  const prefer = (patch: Partial<Preferences>) => preferences.set({ ...preferences.get(), ...patch });
  const panes = createPanes(preferences, prefer);
  return { panes, preferences, prefer };
}

const BOTH = { grove: true, inspector: true };
const NONE = { grove: false, inspector: false };

describe('panes', () => {
  it('a hidden pane stays hidden, because that is remembered', () => {
    const { panes, preferences } = openPanes();
    panes.toggle('grove');
    expect(panes.shown.get()).toEqual({ grove: false, inspector: true });
    expect(preferences.get().grovePane).toBe(false);
  });

  it('a window shows only the text when narrowed, and the remembered panes when widened', () => {
    const { panes, preferences } = openPanes({ grovePane: false });
    panes.fit(true);
    expect(panes.shown.get()).toEqual(NONE);
    panes.fit(false);
    expect(panes.shown.get()).toEqual({ grove: false, inspector: true });
    expect(preferences.get()).toMatchObject({ grovePane: false, inspector: true });
  });

  it('a pane opened in a narrow window is open only temporarily', () => {
    const { panes, preferences } = openPanes({ inspector: false });
    panes.fit(true);
    panes.toggle('inspector');
    expect(panes.shown.get()).toEqual({ grove: false, inspector: true });
    expect(preferences.get().inspector).toBe(false);
    panes.fit(false);
    expect(panes.shown.get()).toEqual({ grove: true, inspector: false });
  });

  it('focus mode shows only the text, and restores everything afterwards', () => {
    const { panes, preferences, prefer } = openPanes();
    prefer({ focusMode: true });
    expect(panes.shown.get()).toEqual(NONE);
    panes.toggle('grove');
    expect(panes.shown.get()).toEqual({ grove: true, inspector: false });
    prefer({ focusMode: false });
    expect(panes.shown.get()).toEqual(BOTH);
    expect(preferences.get()).toMatchObject({ grovePane: true, inspector: true });
  });

  it('focus mode in a narrow window hides panes opened there, and does not restore them', () => {
    const { panes, prefer } = openPanes();
    panes.fit(true);
    panes.toggle('grove');
    prefer({ focusMode: true });
    expect(panes.shown.get()).toEqual(NONE);
    prefer({ focusMode: false });
    expect(panes.shown.get()).toEqual(NONE);
  });

  it('other preferences do not affect panes', () => {
    const { panes, prefer } = openPanes();
    const before = panes.shown.get();
    prefer({ textSize: 24 });
    expect(panes.shown.get()).toBe(before);
  });
});
