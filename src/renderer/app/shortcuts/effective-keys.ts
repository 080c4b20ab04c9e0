import type { Shortcuts } from '../../session/settings/preferences-session.ts';
import type { Command } from '../commands/command.ts';
import { labelOfKey, type Platform, parseKey } from './key-spec.ts';
import { whyReserved } from './reserved-keys.ts';
import { getShortcutPreset, keysInPreset } from './shortcut-presets.ts';

/** A command as far as its keys are concerned. */
export type Bindable = Pick<Command, 'id' | 'title' | 'keys' | 'only'>;

/**
 * The effective keys: the only source of the keymap, the menu, the palette, the tooltips and the help. If two
 * commands share a key, the first in the list that can run gets it.
 */
export class EffectiveKeys {
  readonly #platform: Platform;
  readonly #shortcuts: Shortcuts;
  readonly #commands: readonly Command[];
  readonly #keys: ReadonlyMap<string, readonly string[]>;
  readonly #owners: ReadonlyMap<string, readonly Command[]>;

  constructor(commands: readonly Command[], shortcuts: Shortcuts, platform: Platform) {
    this.#platform = platform;
    this.#shortcuts = shortcuts;
    this.#commands = commands;
    this.#keys = new Map(
      commands.map((command) => [command.id, this.#overrideOf(command) ?? this.presetKeysOf(command)]),
    );
    const owners = new Map<string, Command[]>();
    for (const command of commands) {
      for (const key of this.of(command.id)) owners.set(key, [...(owners.get(key) ?? []), command]);
    }
    this.#owners = owners;
  }

  get commands(): readonly Command[] {
    return this.#commands;
  }

  get platform(): Platform {
    return this.#platform;
  }

  /** A command's keys in normal form, the displayed one first; empty if no command has this id. */
  of(id: string): readonly string[] {
    return this.#keys.get(id) ?? [];
  }

  /** The label of a command's first key; empty for none. */
  label(id: string): string {
    const first = this.of(id)[0];
    return first === undefined ? '' : labelOfKey(first, this.#platform);
  }

  /** The first key of each command that has one, by the command's id. */
  primaryKeys(): Readonly<Record<string, string>> {
    const primaryKeys = this.#commands.map(({ id }) => [id, this.of(id)[0]] as const);
    return Object.fromEntries(primaryKeys.flatMap(([id, key]) => (key === undefined ? [] : [[id, key]])));
  }

  /** Every command that has this key, in the order of the list. */
  ownersOf(spec: string): readonly Command[] {
    return this.#owners.get(spec) ?? [];
  }

  /** A command's keys in the current set, before the writer's changes. */
  presetKeysOf(command: Bindable): readonly string[] {
    const keys = keysInPreset(getShortcutPreset(this.#shortcuts.preset), command);
    return keys[this.#platform === 'darwin' ? 'mac' : 'other'].flatMap((key) => parseKey(key) ?? []);
  }

  /** Returns true if the writer changed the command's keys. */
  isChanged(command: Bindable): boolean {
    return this.#overrideOf(command) !== null;
  }

  /** The writer's keys without invalid and reserved ones; null if the writer changed nothing. */
  #overrideOf(command: Bindable): readonly string[] | null {
    if (!Object.hasOwn(this.#shortcuts.overrides, command.id)) return null;
    const own = this.presetKeysOf(command);
    const read = (this.#shortcuts.overrides[command.id] ?? []).flatMap((key) => parseKey(key) ?? []);
    // A command may keep a reserved key of its own: Undo has Ctrl+Z, and Stop has Escape.
    return [...new Set(read)].filter((key) => own.includes(key) || whyReserved(key, this.#platform) === null);
  }
}
