import type { ModelSummary, ProviderSummary } from '../../../session/settings/providers-session.ts';

/** How a key is kept. */
export function formatKey(key: ProviderSummary['key']): string {
  if (key === 'kept') return 'A key is kept in this system’s keychain.';
  if (key === 'session') {
    return 'A key is kept until the program ends: this system has no keychain that would hide it.';
  }
  return 'There is no key.';
}

const SHORT_KEY = { none: 'no key', kept: 'key kept', session: 'key for this session' } as const;

/** What a closed line says of a service. */
export function formatSummary({ key, ability }: ProviderSummary): string {
  return `${SHORT_KEY[key]} · ${ability === null ? 'not tested' : testWords(ability)}`;
}

function testWords(ability: NonNullable<ProviderSummary['ability']>): string {
  const { completions, chat } = ability;
  if (completions === true) return chat === true ? 'continues text, chats' : 'continues text';
  if (chat === true) return 'chats';
  return 'the last test failed';
}

/** A model's length and prices, as far as the list says. */
export function modelWords({ contextLength, promptPrice, completionPrice }: ModelSummary): string {
  const parts = [
    ...(contextLength === null ? [] : [`${contextLength.toLocaleString()} tokens`]),
    ...(promptPrice === null || completionPrice === null ? [] : [priceWords(promptPrice, completionPrice)]),
  ];
  return parts.join(' · ');
}

function priceWords(prompt: number, completion: number): string {
  if (prompt === 0 && completion === 0) return 'free';
  return `${dollars(prompt)} in, ${dollars(completion)} out a million`;
}

/** Enough figures to tell small prices apart. */
export function dollars(amount: number): string {
  const digits = amount === 0 || amount >= 1 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(amount)));
  return `$${amount.toFixed(Math.max(2, digits))}`;
}
