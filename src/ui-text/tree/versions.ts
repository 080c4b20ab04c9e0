/** Words about the versions of a text. */
import { countOf } from '../plural.ts';

export const VERSIONS = 'Versions';
/** Of a version that was offered and not taken. */
export const NOT_USED = 'not used';

/** The line that unfolds the versions that were offered and not taken. */
export function otherAnswers(count: number): string {
  return countOf(count, 'other answer');
}

/** `Version 2`, in lists of versions. */
export function versionName(number: number): string {
  return `Version ${number}`;
}

/** `version 2`, among other facts on a line. */
export function inVersion(number: number): string {
  return `version ${number}`;
}

/** The versions from which one was edited: `from version 2, from version 1`. @param hasMore there are earlier steps */
export function editedFrom(numbers: readonly number[], hasMore: boolean): string {
  return `${numbers.map(fromVersion).join(', ')}${hasMore ? ' …' : ''}`;
}

/** `from version 2`. */
export function fromVersion(number: number): string {
  return `from ${inVersion(number)}`;
}

/** @param whose `2 of 3`, the continuation */
export function versionsOf(whose: string): string {
  return `Versions of ${whose}`;
}

/** @param version in words */
export function versionOf(version: string, whose: string): string {
  return `${version}, of ${whose}`;
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
