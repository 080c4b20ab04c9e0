import { SHORTCUT_PRESETS, type Shortcuts } from '../../session/settings/preferences-session.ts';
import type { AppSession } from '../../session/window/app-session.ts';
import type { Shortcut, ShortcutAccess, ShortcutGroup, ShownKey } from '../../views/shortcuts.ts';
import { type Command, commandGroups } from '../commands.ts';
import type { EffectiveKeys } from './effective-keys.ts';
import { heldIn, isTyping, keyOfPress, labelOfHeld, labelOfKey, readKey } from './key-spec.ts';
import { shortcutPresets } from './presets.ts';
import { findConflicts, offerKey, withKeys, withoutKey } from './rebind.ts';

/** Commands of the presets of generation, whose keys are chosen with them (`preset-commands.ts`). */
const OF_PRESET = /^preset\./;

/** What the settings and the help may ask of the shortcuts; every change is kept at once. */
export function accessToShortcuts(session: AppSession, keys: EffectiveKeys): ShortcutAccess {
  const { platform } = keys;
  const kept = () => session.preferences.get().shortcuts;
  const keep = (shortcuts: Shortcuts) => session.prefer({ shortcuts });
  const shown = (spec: string): ShownKey => ({ spec, label: labelOfKey(spec, platform) });
  const toShortcut = (command: Command): Shortcut => ({
    id: command.id,
    title: command.title,
    keys: keys.of(command.id).map(shown),
    isChanged: keys.isChanged(command),
    standard: keys
      .presetKeysOf(command)
      .map((key) => labelOfKey(key, platform))
      .join(', '),
    conflicts: findConflicts(keys, command).map((conflict) => ({
      key: labelOfKey(conflict.key, platform),
      title: conflict.command.title,
    })),
    isOfPreset: OF_PRESET.test(command.id),
  });
  const withCommand = (id: string, change: (command: Command) => Shortcuts) => {
    const command = keys.commands.find((known) => known.id === id);
    if (command !== undefined) keep(change(command));
  };
  const ofPresets = keys.commands.filter(({ id }) => OF_PRESET.test(id));
  const groups: readonly ShortcutGroup[] = [
    ...commandGroups.map(({ title, commands }) => ({ title, shortcuts: commands.map(toShortcut) })),
    ...(ofPresets.length === 0 ? [] : [{ title: 'Presets', shortcuts: ofPresets.map(toShortcut) }]),
  ];
  return {
    groups,
    sets: shortcutPresets,
    set: kept().preset,
    changes: Object.keys(kept().overrides).length,
    holderOf: (presetKey) => {
      const spec = readKey(presetKey.replace('Mod', platform === 'darwin' ? 'Meta' : 'Ctrl'));
      const owners = spec === null ? [] : keys.ownersOf(spec);
      return owners.find(({ id }) => !OF_PRESET.test(id))?.title ?? null;
    },
    read: (pressed) => {
      const spec = keyOfPress(pressed);
      if (spec !== null) return { kind: 'key', key: shown(spec) };
      if (isTyping(pressed)) return { kind: 'typing' };
      return { kind: 'held', label: labelOfHeld(heldIn(pressed), platform) };
    },
    offer: (id, spec) => {
      const command = keys.commands.find((known) => known.id === id);
      if (command === undefined) return { kind: 'free' };
      const offer = offerKey(keys, command, spec);
      return offer.kind === 'taken' ? { ...offer, by: offer.by.map(({ title }) => title) } : offer;
    },
    give: (id, before, spec) =>
      withCommand(id, (command) => {
        const now = keys.of(id).filter((key) => key !== spec);
        const at = before === null ? -1 : now.indexOf(before);
        const next = at < 0 ? [...now, spec] : now.with(at, spec);
        return withKeys(takenFromOthers(command, [spec]), keys, command, next);
      }),
    take: (id, spec) => withCommand(id, (command) => withoutKey(kept(), keys, command, spec)),
    settle: (id) => withCommand(id, (command) => takenFromOthers(command, keys.of(id))),
    reset: (id) => withCommand(id, (command) => withKeys(kept(), keys, command, keys.presetKeysOf(command))),
    resetAll: () => keep({ ...kept(), overrides: {} }),
    chooseSet: (id) => {
      const preset = SHORTCUT_PRESETS.find((known) => known === id);
      if (preset !== undefined) keep({ preset, overrides: {} });
    },
  };

  /** The shortcuts as they are when nobody else has these keys; a preset of generation loses its own at once. */
  function takenFromOthers(command: Command, specs: readonly string[]): Shortcuts {
    const owners = specs.flatMap((spec) => keys.ownersOf(spec).map((owner) => ({ spec, owner })));
    const others = owners.filter(({ owner }) => owner.id !== command.id);
    const { presets } = session.preferences.get();
    const isTaken = (id: string) => others.some(({ owner }) => owner.id === `preset.${id}`);
    if (presets.some(({ id }) => isTaken(id))) {
      session.prefer({
        presets: presets.map((preset) => (isTaken(preset.id) ? { ...preset, key: null } : preset)),
      });
    }
    // One command may lose several keys.
    return [...new Set(others.map(({ owner }) => owner))]
      .filter(({ id }) => !OF_PRESET.test(id))
      .reduce((shortcuts, owner) => {
        const kept = keys.of(owner.id).filter((key) => !specs.includes(key));
        return withKeys(shortcuts, keys, owner, kept);
      }, session.preferences.get().shortcuts);
  }
}
