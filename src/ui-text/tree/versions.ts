/** Words about the versions of a text. */
import { countOf } from '../plural.ts';

export const VERSIONS = 'Versions';
/** It is offered, not chosen. */
export const OFFERED = 'offered';

/** `v2`. */
export function versionName(number: number): string {
  return `v${number}`;
}

/** The versions from which one was edited: `edited from v2, from v1`. @param hasMore there are earlier steps */
export function editedFrom(numbers: readonly number[], hasMore: boolean): string {
  return `edited ${numbers.map(fromVersion).join(', ')}${hasMore ? ' …' : ''}`;
}

/** `from v2`. */
export function fromVersion(number: number): string {
  return `from ${versionName(number)}`;
}

/** @param whose `2 of 3`, the continuation */
export function versionsOf(whose: string): string {
  return `Versions of ${whose}`;
}

/** @param version in words */
export function versionOf(version: string, whose: string): string {
  return `${version}, of ${whose}`;
}

/** `v2 of 7`. */
export function versionNumber(number: number, count: number): string {
  return `${versionName(number)} of ${count}`;
}

export function previousVersionOf(whose: string): string {
  return `Previous version of ${whose}`;
}

export function nextVersionOf(whose: string): string {
  return `Next version of ${whose}`;
}

/** In a list: the one that the text shows. */
export const SHOWN = 'shown';
export const COMPARE_VERSIONS = 'Compare versions';
export const STOP_COMPARING = 'Stop comparing';
export const FROM_VERSION = 'From';
export const TO_VERSION = 'To';

export function versionsCount(count: number): string {
  return countOf(count, 'version');
}
