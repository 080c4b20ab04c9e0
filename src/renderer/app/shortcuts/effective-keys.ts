import type { Shortcuts } from '../../session/settings/preferences-session.ts';
import type { Command } from '../commands/command.ts';
import { labelOfKey, type Platform, readKey } from './key-spec.ts';
import { whyNever } from './never-bound.ts';
import { getShortcutPreset, presetKeys } from './presets.ts';

/** What the keys of a command are read from: its own, the preset's, and what the writer changed. */
export type Bindable = Pick<Command, 'id' | 'title' | 'keys'>;

/**
 * The keys that hold on this computer: the one place where the keymap, the menu, the palette, the hints and the help
 * read them. Of two commands with one key, the first of the list that can be run has it.
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
      commands.map((command) => [command.id, this.#changed(command) ?? this.presetKeysOf(command)]),
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

  /** In their normal form, the one that is shown first; none where no command has this id. */
  of(id: string): readonly string[] {
    return this.#keys.get(id) ?? [];
  }

  /** The first key of a command as people write it; the empty string for none. */
  label(id: string): string {
    const first = this.of(id)[0];
    return first === undefined ? '' : labelOfKey(first, this.#platform);
  }

  /** The key of each command that has one, by its id. */
  firsts(): Readonly<Record<string, string>> {
    const firsts = this.#commands.map(({ id }) => [id, this.of(id)[0]] as const);
    return Object.fromEntries(firsts.flatMap(([id, key]) => (key === undefined ? [] : [[id, key]])));
  }

  /** Every command that has a key, in the order of the list. */
  ownersOf(spec: string): readonly Command[] {
    return this.#owners.get(spec) ?? [];
  }

  /** What a command would have if nothing had been changed. */
  presetKeysOf(command: Bindable): readonly string[] {
    const keys = presetKeys(getShortcutPreset(this.#shortcuts.preset), command);
    return keys[this.#platform === 'darwin' ? 'mac' : 'other'].flatMap((key) => readKey(key) ?? []);
  }

  /** Whether the writer gave it other keys than the preset. */
  isChanged(command: Bindable): boolean {
    return this.#changed(command) !== null;
  }

  /** What the writer chose, without what names no key or is never bound; null where nothing was chosen. */
  #changed(command: Bindable): readonly string[] | null {
    if (!Object.hasOwn(this.#shortcuts.overrides, command.id)) return null;
    const own = this.presetKeysOf(command);
    const read = (this.#shortcuts.overrides[command.id] ?? []).flatMap((key) => readKey(key) ?? []);
    // Undo may keep Ctrl+Z, and Stop Escape, that nothing else may have.
    return [...new Set(read)].filter((key) => own.includes(key) || whyNever(key, this.#platform) === null);
  }
}
