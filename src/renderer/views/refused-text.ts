import {
  INSERTION_REFUSED,
  LONG_NODE_REFUSED,
  notUtf8,
  type Refusal,
  TYPING_REFUSED,
} from '../../ui-text/refused-text.ts';
import type { RefusedText } from '../surface.ts';

/** The notice when text would become too long. */
export const REFUSALS: Readonly<Record<RefusedText, Refusal>> = {
  typing: TYPING_REFUSED,
  insertion: INSERTION_REFUSED,
  longNode: LONG_NODE_REFUSED,
};

/** The notice when a dropped file is no text. */
export function refusedFileNotice(name: string) {
  return notUtf8(name);
}
