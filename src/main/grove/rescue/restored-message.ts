import type { Draft } from '../../../core/buffer/draft.ts';
import { countWords } from '../../../core/text/count-words.ts';
import { CHANGES_RESTORED, sentencesRestored, wordsRestored } from '../../../ui-text/recovery.ts';
import { changedPart } from './changed-part.ts';

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A one-line summary of what a replayed draft restored. */
export function restoredMessage(before: Draft, after: Draft): string {
  const text = addedText(before, after);
  const words = countWords(text);
  const count =
    words === 0 ? 0 : [...sentences.segment(text)].filter(({ segment }) => countWords(segment) > 0).length;
  if (words === 0) return CHANGES_RESTORED;
  return count > 1 ? sentencesRestored(count) : wordsRestored(words);
}

/** The text that `after` adds to each part of `before`, without common prefixes and suffixes. */
function addedText(before: Draft, after: Draft): string {
  const known = new Map<string | null, string>(before.edits.map(({ nodeId, text }) => [nodeId, text]));
  known.set(null, before.buffer.text);
  return [...after.edits, { nodeId: null, ...after.buffer }]
    .map(({ nodeId, text }) => {
      const { from, to } = changedPart(known.get(nodeId) ?? '', text);
      return text.slice(from, to);
    })
    .join(' ');
}
