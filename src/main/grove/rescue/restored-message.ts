import type { Draft } from '../../../core/buffer/draft.ts';
import { countWords } from '../../../core/text/count-words.ts';
import { changedPart } from './changed-part.ts';

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** One line of what a replayed draft brought back. */
export function restoredMessage(before: Draft, after: Draft): string {
  const text = addedText(before, after);
  const words = countWords(text);
  const count =
    words === 0 ? 0 : [...sentences.segment(text)].filter(({ segment }) => countWords(segment) > 0).length;
  if (words === 0) return 'The last changes, which had not reached the file, are back.';
  const [what, are] =
    count > 1 ? [`${count} sentences`, 'are'] : words > 1 ? [`${words} words`, 'are'] : ['1 word', 'is'];
  return `${what} that had not reached the file ${are} back.`;
}

/** What one draft has and the other has not, part by part, without what both begin and end with. */
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
