import {
  FREE,
  KEY_PLACES,
  pricesOf,
  SHORT_ABILITIES,
  SHORT_KEY_PLACES,
  tokensOf,
} from '../../../../ui-text/settings/providers.ts';
import type { ModelSummary, ProviderSummary } from '../../../session/settings/providers-session.ts';

/** Says where a key is kept. */
export function formatKey(key: ProviderSummary['key']): string {
  return KEY_PLACES[key];
}

/** The summary of a service on its closed line. */
export function formatSummary({ key, ability }: ProviderSummary): string {
  return `${SHORT_KEY_PLACES[key]} · ${SHORT_ABILITIES[ability === null ? 'untested' : abilityOf(ability)]}`;
}

function abilityOf({ completions, chat }: NonNullable<ProviderSummary['ability']>) {
  if (completions === true) return chat === true ? 'both' : 'completions';
  return chat === true ? 'chat' : 'none';
}

/** A model's context length and prices, as far as the list has them. */
export function formatModel({ contextLength, promptPrice, completionPrice }: ModelSummary): string {
  const parts = [
    ...(contextLength === null ? [] : [tokensOf(contextLength.toLocaleString())]),
    ...(promptPrice === null || completionPrice === null ? [] : [formatPrices(promptPrice, completionPrice)]),
  ];
  return parts.join(' · ');
}

function formatPrices(prompt: number, completion: number): string {
  if (prompt === 0 && completion === 0) return FREE;
  return pricesOf(formatDollars(prompt), formatDollars(completion));
}

/** `$2.00`, `$0.00015`: enough digits to distinguish small prices. */
export function formatDollars(amount: number): string {
  const digits = amount === 0 || amount >= 1 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(amount)));
  return `$${amount.toFixed(Math.max(2, digits))}`;
}
