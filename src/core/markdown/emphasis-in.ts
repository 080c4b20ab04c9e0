import { parser } from '@lezer/markdown';
import type { TextRange } from '../text/span.ts';

/** Emphasis with its markers, in UTF-16 code units. */
export interface EmphasisRange extends TextRange {
  readonly kind: 'emphasis' | 'strong';
}

const KINDS: Readonly<Record<string, EmphasisRange['kind']>> = {
  Emphasis: 'emphasis',
  StrongEmphasis: 'strong',
};

/** The emphasis that readers of CommonMark find in a paragraph, in the order in which it begins, the outer first. */
export function emphasisIn(paragraph: string): readonly EmphasisRange[] {
  const found: EmphasisRange[] = [];
  parser.parse(paragraph).iterate({
    enter: ({ name, from, to }) => {
      const kind = KINDS[name];
      if (kind !== undefined) found.push({ kind, from, to });
    },
  });
  return found;
}
