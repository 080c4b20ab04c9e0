/** The shortcuts as the settings and the help show them; `app/shortcuts` defines them. */

/** The part of a DOM `KeyboardEvent` that the shortcuts need. */
export interface PressedKey {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
  readonly isComposing: boolean;
  getModifierState(name: string): boolean;
}

export interface ShownKey {
  /** The form stored in `settings.json`. */
  readonly spec: string;
  /** The form shown to people. */
  readonly label: string;
}

export interface Shortcut {
  /** The command's id. */
  readonly id: string;
  readonly title: string;
  readonly keys: readonly ShownKey[];
  /** Its keys differ from the preset's. */
  readonly isChanged: boolean;
  /** The labels of the preset's keys, joined. */
  readonly presetKeys: string;
  /** Other commands with one of its keys, which an edited `settings.json` or a reset can cause. */
  readonly conflicts: readonly { readonly key: string; readonly title: string }[];
  /** Its key belongs to a generation preset and is set there, not here. */
  readonly isOfPreset: boolean;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

/** Keys pressed while a field waits for a new one. */
export type Pressed =
  /** Only modifiers so far, with their label. */
  | { readonly kind: 'held'; readonly label: string }
  | { readonly kind: 'key'; readonly key: ShownKey }
  /** Text input: an input method, a dead key or AltGr. */
  | { readonly kind: 'typing' };

/** The availability of a key for a command. */
export type KeyAvailability =
  | { readonly kind: 'free' }
  | { readonly kind: 'same' }
  | { readonly kind: 'reserved'; readonly reason: string }
  /** @prop by titles of the commands that have the key */
  | { readonly kind: 'taken'; readonly by: readonly string[] };

export interface ShortcutSet {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  /** Keys of the original program that are not available here, and why; one sentence each. */
  readonly unavailable: readonly string[];
}

export interface ShortcutAccess {
  /** Every command with its keys, by subject. */
  readonly groups: readonly ShortcutGroup[];
  readonly sets: readonly ShortcutSet[];
  /** The id of the current set. */
  readonly setId: string;
  readonly changeCount: number;
  /** The title of the command that has a generation preset's key (`Mod+1`); null for none. */
  findOwner(presetKey: string): string | null;
  read(pressed: PressedKey): Pressed;
  checkKey(id: string, spec: string): KeyAvailability;
  /**
   * Assigns a key to a command and removes it from every other command.
   * @param before the key to replace; null to add one
   */
  assign(id: string, before: string | null, spec: string): void;
  remove(id: string, spec: string): void;
  /** Removes this command's keys from every other command. */
  resolveConflicts(id: string): void;
  reset(id: string): void;
  resetAll(): void;
  chooseSet(id: string): void;
}

/** The shortcuts whose title or keys contain the filter, by group; a group whose title matches is kept whole. */
export function filterShortcuts(groups: readonly ShortcutGroup[], filter: string): readonly ShortcutGroup[] {
  const wanted = filter.trim().toLowerCase();
  if (wanted === '') return groups;
  return groups
    .map((group) => ({
      ...group,
      shortcuts: group.shortcuts.filter(({ title, keys }) =>
        [group.title, title, ...keys.map(({ label }) => label)].some((text) =>
          text.toLowerCase().includes(wanted),
        ),
      ),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
}
