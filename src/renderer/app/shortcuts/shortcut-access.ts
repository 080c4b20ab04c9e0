import { PRESETS_GROUP } from '../../../ui-text/settings/shortcuts.ts';
import { SHORTCUT_PRESETS, type Shortcuts } from '../../session/settings/preferences-session.ts';
import type { AppSession } from '../../session/window/app-session.ts';
import type { Shortcut, ShortcutAccess, ShortcutGroup, ShownKey } from '../../views/shortcuts.ts';
import { type Command, commandGroups } from '../commands.ts';
import type { EffectiveKeys } from './effective-keys.ts';
import { isTyping, keyOfPress, labelOfKey, labelOfModifiers, modifiersOf, parseKey } from './key-spec.ts';
import { checkKey, findConflicts, withKeys, withoutKey } from './rebind.ts';
import { shortcutPresets } from './shortcut-presets.ts';

/** The ids of generation presets' commands, whose keys are set with the preset (`presetCommands`). */
const PRESET_COMMAND = /^preset\./;

/** Gives the settings and the help access to the shortcuts; every change is saved at once. */
export function accessToShortcuts(session: AppSession, keys: EffectiveKeys): ShortcutAccess {
  const { platform } = keys;
  const current = () => session.preferences.get().shortcuts;
  const save = (shortcuts: Shortcuts) => session.setPreferences({ shortcuts });
  const toShownKey = (spec: string): ShownKey => ({ spec, label: labelOfKey(spec, platform) });
  const toShortcut = (command: Command): Shortcut => ({
    id: command.id,
    title: command.title,
    keys: keys.of(command.id).map(toShownKey),
    isChanged: keys.isChanged(command),
    presetKeys: keys
      .presetKeysOf(command)
      .map((key) => labelOfKey(key, platform))
      .join(', '),
    conflicts: findConflicts(keys, command).map((conflict) => ({
      key: labelOfKey(conflict.key, platform),
      title: conflict.command.title,
    })),
    isOfPreset: PRESET_COMMAND.test(command.id),
  });
  const withCommand = (id: string, change: (command: Command) => Shortcuts) => {
    const command = keys.commands.find((known) => known.id === id);
    if (command !== undefined) save(change(command));
  };
  const presetCommands = keys.commands.filter(({ id }) => PRESET_COMMAND.test(id));
  const groups: readonly ShortcutGroup[] = [
    ...commandGroups.map(({ title, commands }) => ({ title, shortcuts: commands.map(toShortcut) })),
    ...(presetCommands.length === 0
      ? []
      : [{ title: PRESETS_GROUP, shortcuts: presetCommands.map(toShortcut) }]),
  ];
  return {
    groups,
    sets: shortcutPresets,
    setId: current().preset,
    changeCount: Object.keys(current().overrides).length,
    findOwner: (presetKey) => {
      const spec = parseKey(presetKey.replace('Mod', platform === 'darwin' ? 'Meta' : 'Ctrl'));
      const owners = spec === null ? [] : keys.ownersOf(spec);
      return owners.find(({ id }) => !PRESET_COMMAND.test(id))?.title ?? null;
    },
    read: (pressed) => {
      const spec = keyOfPress(pressed);
      if (spec !== null) return { kind: 'key', key: toShownKey(spec) };
      if (isTyping(pressed)) return { kind: 'typing' };
      return { kind: 'held', label: labelOfModifiers(modifiersOf(pressed), platform) };
    },
    checkKey: (id, spec) => {
      const command = keys.commands.find((known) => known.id === id);
      if (command === undefined) return { kind: 'free' };
      const availability = checkKey(keys, command, spec);
      return availability.kind === 'taken'
        ? { ...availability, by: availability.by.map(({ title }) => title) }
        : availability;
    },
    assign: (id, before, spec) =>
      withCommand(id, (command) => {
        const now = keys.of(id).filter((key) => key !== spec);
        const at = before === null ? -1 : now.indexOf(before);
        const next = at < 0 ? [...now, spec] : now.with(at, spec);
        return withKeys(withoutOtherOwners(command, [spec]), keys, command, next);
      }),
    remove: (id, spec) => withCommand(id, (command) => withoutKey(current(), keys, command, spec)),
    resolveConflicts: (id) => withCommand(id, (command) => withoutOtherOwners(command, keys.of(id))),
    reset: (id) =>
      withCommand(id, (command) => withKeys(current(), keys, command, keys.presetKeysOf(command))),
    resetAll: () => save({ ...current(), overrides: {} }),
    chooseSet: (id) => {
      const preset = SHORTCUT_PRESETS.find((known) => known === id);
      if (preset !== undefined) save({ preset, overrides: {} });
    },
  };

  /** The shortcuts with these keys removed from all other commands; a generation preset loses its key at once. */
  function withoutOtherOwners(command: Command, specs: readonly string[]): Shortcuts {
    const owners = specs.flatMap((spec) => keys.ownersOf(spec).map((owner) => ({ spec, owner })));
    const others = owners.filter(({ owner }) => owner.id !== command.id);
    const { presets } = session.preferences.get();
    const isTaken = (id: string) => others.some(({ owner }) => owner.id === `preset.${id}`);
    if (presets.some(({ id }) => isTaken(id))) {
      session.setPreferences({
        presets: presets.map((preset) => (isTaken(preset.id) ? { ...preset, key: null } : preset)),
      });
    }
    // One command may lose several keys.
    return [...new Set(others.map(({ owner }) => owner))]
      .filter(({ id }) => !PRESET_COMMAND.test(id))
      .reduce((shortcuts, owner) => {
        const current = keys.of(owner.id).filter((key) => !specs.includes(key));
        return withKeys(shortcuts, keys, owner, current);
      }, session.preferences.get().shortcuts);
  }
}
