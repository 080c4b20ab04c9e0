/** Changes of the shortcuts: each function answers what is to be kept, and changes nothing itself. */
import type { Shortcuts } from '../../session/settings/preferences-session.ts';
import type { Command } from '../commands/command.ts';
import type { Bindable, EffectiveKeys } from './effective-keys.ts';
import { whyNever } from './never-bound.ts';

/** What becomes of a key that was pressed for a command. */
export type Offer =
  | { readonly kind: 'free' }
  /** It is this command's already. */
  | { readonly kind: 'same' }
  | { readonly kind: 'never'; readonly reason: string }
  | { readonly kind: 'taken'; readonly by: readonly Command[] };

export function offerKey(keys: EffectiveKeys, command: Bindable, spec: string): Offer {
  if (keys.of(command.id).includes(spec)) return { kind: 'same' };
  const reason = keys.presetKeysOf(command).includes(spec) ? null : whyNever(spec, keys.platform);
  if (reason !== null) return { kind: 'never', reason };
  const by = keys.ownersOf(spec).filter(({ id }) => id !== command.id);
  return by.length === 0 ? { kind: 'free' } : { kind: 'taken', by };
}

export interface Conflict {
  readonly key: string;
  /** Who has the key too. */
  readonly command: Command;
}

/** Commands that have a key of this one too: a hand wrote it into the file, or it came back there. */
export function findConflicts(keys: EffectiveKeys, command: Bindable): readonly Conflict[] {
  // Escape ends what is nearest: several have it, in their order.
  const shared = keys.of(command.id).filter((key) => key !== 'Escape');
  return shared.flatMap((key) =>
    keys
      .ownersOf(key)
      .filter(({ id }) => id !== command.id)
      .map((owner) => ({ key, command: owner })),
  );
}

/** Gives a command these keys; what is as the preset has it is not kept as a change. */
export function withKeys(
  shortcuts: Shortcuts,
  keys: EffectiveKeys,
  command: Bindable,
  next: readonly string[],
): Shortcuts {
  const { [command.id]: _before, ...others } = shortcuts.overrides;
  const standard = keys.presetKeysOf(command);
  const isStandard = next.length === standard.length && next.every((key, at) => key === standard[at]);
  return { ...shortcuts, overrides: isStandard ? others : { ...others, [command.id]: next } };
}

/** Takes a key away from a command. */
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
