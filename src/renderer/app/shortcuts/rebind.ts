/** Changes to the shortcuts. Each function returns what to save and has no side effects. */
import type { Shortcuts } from '../../session/settings/preferences-session.ts';
import type { Command } from '../commands/command.ts';
import type { Bindable, EffectiveKeys } from './effective-keys.ts';
import { whyReserved } from './reserved-keys.ts';

/** The availability of a key for a command. */
export type KeyAvailability =
  | { readonly kind: 'free' }
  /** The command already has it. */
  | { readonly kind: 'same' }
  | { readonly kind: 'reserved'; readonly reason: string }
  | { readonly kind: 'taken'; readonly by: readonly Command[] };

export function checkKey(keys: EffectiveKeys, command: Bindable, spec: string): KeyAvailability {
  if (keys.of(command.id).includes(spec)) return { kind: 'same' };
  const reason = keys.presetKeysOf(command).includes(spec) ? null : whyReserved(spec, keys.platform);
  if (reason !== null) return { kind: 'reserved', reason };
  const by = keys.ownersOf(spec).filter((owner) => isRival(owner, command));
  return by.length === 0 ? { kind: 'free' } : { kind: 'taken', by };
}

/** True if a key can mean either of two commands: one of a manuscript and one of a conversation cannot conflict. */
function isRival(owner: Bindable, command: Bindable): boolean {
  const areApart = owner.only !== undefined && command.only !== undefined && owner.only !== command.only;
  return owner.id !== command.id && !areApart;
}

export interface Conflict {
  readonly key: string;
  /** The other command that has the key. */
  readonly command: Command;
}

/** Other commands that share a key with this one, which an edited `settings.json` or a reset can cause. */
export function findConflicts(keys: EffectiveKeys, command: Bindable): readonly Conflict[] {
  // Several commands share Escape on purpose; their order decides.
  const shared = keys.of(command.id).filter((key) => key !== 'Escape');
  return shared.flatMap((key) =>
    keys
      .ownersOf(key)
      .filter((owner) => isRival(owner, command))
      .map((owner) => ({ key, command: owner })),
  );
}

/** Gives a command these keys; if they equal the preset's, there is no override. */
export function withKeys(
  shortcuts: Shortcuts,
  keys: EffectiveKeys,
  command: Bindable,
  next: readonly string[],
): Shortcuts {
  const { [command.id]: _before, ...others } = shortcuts.overrides;
  const presetKeys = keys.presetKeysOf(command);
  const isPreset = next.length === presetKeys.length && next.every((key, at) => key === presetKeys[at]);
  return { ...shortcuts, overrides: isPreset ? others : { ...others, [command.id]: next } };
}

/** Removes a key from a command. */
export function withoutKey(
  shortcuts: Shortcuts,
  keys: EffectiveKeys,
  command: Bindable,
  spec: string,
): Shortcuts {
  return withKeys(
    shortcuts,
    keys,
    command,
    keys.of(command.id).filter((key) => key !== spec),
  );
}
