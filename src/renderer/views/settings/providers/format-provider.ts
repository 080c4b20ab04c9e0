import type { ModelSummary, ProviderSummary } from '../../../session/settings/providers-session.ts';

/** Says where a key is kept. */
export function formatKey(key: ProviderSummary['key']): string {
  if (key === 'kept') return 'A key is stored in this system’s keychain.';
  if (key === 'session') {
    return 'A key is kept in memory until the program ends: it could not be stored in a keychain.';
  }
  return 'There is no key.';
}

const SHORT_KEY = { none: 'no key', kept: 'key stored', session: 'key for this session' } as const;

/** The summary of a service on its closed line. */
export function formatSummary({ key, ability }: ProviderSummary): string {
  return `${SHORT_KEY[key]} · ${ability === null ? 'not tested' : formatAbility(ability)}`;
}

function formatAbility(ability: NonNullable<ProviderSummary['ability']>): string {
  const { completions, chat } = ability;
  if (completions === true) return chat === true ? 'continues text, chats' : 'continues text';
  if (chat === true) return 'chats';
  return 'the last test failed';
}

/** A model's context length and prices, as far as the list has them. */
export function formatModel({ contextLength, promptPrice, completionPrice }: ModelSummary): string {
  const parts = [
    ...(contextLength === null ? [] : [`${contextLength.toLocaleString()} tokens`]),
    ...(promptPrice === null || completionPrice === null ? [] : [formatPrices(promptPrice, completionPrice)]),
  ];
  return parts.join(' · ');
}

function formatPrices(prompt: number, completion: number): string {
  if (prompt === 0 && completion === 0) return 'free';
  return `${formatDollars(prompt)} in, ${formatDollars(completion)} out per million`;
}

/** `$2.00`, `$0.00015`: enough digits to tell small prices apart. */
export function formatDollars(amount: number): string {
  const digits = amount === 0 || amount >= 1 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(amount)));
  return `$${amount.toFixed(Math.max(2, digits))}`;
}
