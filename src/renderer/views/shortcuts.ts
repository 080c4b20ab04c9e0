/** The shortcuts as the settings and the help show them; `app/shortcuts` says what they are. */

/** What a keyboard event says; the DOM's own satisfies it. */
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
  /** As `settings.json` has it. */
  readonly spec: string;
  /** As people write it. */
  readonly label: string;
}

export interface Shortcut {
  /** Of the command. */
  readonly id: string;
  readonly title: string;
  readonly keys: readonly ShownKey[];
  /** It has other keys than the preset gives it. */
  readonly isChanged: boolean;
  /** The keys it would have as the preset has it, as people write them. */
  readonly standard: string;
  /** Other commands that have one of its keys: a hand wrote it into the file, or it came back there. */
  readonly conflicts: readonly { readonly key: string; readonly title: string }[];
  /** Whether its keys are chosen here; those of the presets of generation are chosen with the preset. */
  readonly isOfPreset: boolean;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

/** What was pressed while a new key is waited for. */
export type Pressed =
  /** Modifiers alone, so far; as they are written before a key. */
  | { readonly kind: 'held'; readonly label: string }
  | { readonly kind: 'key'; readonly key: ShownKey }
  /** Something that types: an input method, a dead key, AltGr. */
  | { readonly kind: 'typing' };

/** What becomes of a key that was pressed for a command. */
export type KeyOffer =
  | { readonly kind: 'free' }
  | { readonly kind: 'same' }
  | { readonly kind: 'never'; readonly reason: string }
  /** @prop by titles of the commands that have it */
  | { readonly kind: 'taken'; readonly by: readonly string[] };

export interface ShortcutSet {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  /** Keys of the program it is made after that it has not, and why; one sentence each. */
  readonly leftOut: readonly string[];
}

export interface ShortcutAccess {
  /** Every command with its keys, by subject. */
  readonly groups: readonly ShortcutGroup[];
  readonly sets: readonly ShortcutSet[];
  /** The id of the set that holds. */
  readonly set: string;
  readonly changes: number;
  /** The command that has a key of the presets of generation (`Mod+1`), by its title; null for none. */
  holderOf(presetKey: string): string | null;
  read(pressed: PressedKey): Pressed;
  offer(id: string, spec: string): KeyOffer;
  /**
   * Gives a command a key, in place of one it had; whoever else had it has it no longer.
   * @param before the key it takes the place of; null for one more
   */
  give(id: string, before: string | null, spec: string): void;
  take(id: string, spec: string): void;
  /** Takes the keys of this command away wherever else they are. */
  settle(id: string): void;
  reset(id: string): void;
  resetAll(): void;
  chooseSet(id: string): void;
}

/** What has the words of a filter in its name or its keys, by subject; a subject's name counts for all of it. */
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
