import { isolateHistory } from '@codemirror/commands';
import type { ProposalId } from '../../../../src/core/ids.ts';
import { textOf } from '../../../../src/renderer/editor/plain-text.ts';
import type { SuggestionToShow } from '../../../../src/renderer/proposal-surface.ts';
import type { Samples } from '../../harness/compare.ts';
import { compareFrames, type Side } from './compare-frames.ts';
import { openManuscript, type StagedManuscript } from './editors.ts';
import { contentOf, MODELS, makeNodes, type TextShape, textOfNodes } from './made-text.ts';
import { showContainer } from './stage.ts';
import { goTo } from './typing.ts';

/** Length of the text around a suggestion that stands for the rest of its sentence, in UTF-16 code units. */
const AROUND = 40;

/** Suggestions of another word, evenly spread over a text; fewer if two would meet. */
export function makeSuggestions(text: string, count: number): readonly SuggestionToShow[] {
  const suggestions: SuggestionToShow[] = [];
  const distance = Math.floor(text.length / (count + 1));
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const from = text.indexOf(' ', (ordinal + 1) * distance) + 1;
    const to = text.indexOf(' ', from);
    const earlier = suggestions.at(-1);
    if (from === 0 || to < 0 || (earlier !== undefined && from - AROUND < earlier.to + AROUND)) continue;
    suggestions.push({
      proposalId: 'proposal' as ProposalId,
      ordinal,
      agentId: MODELS[0],
      agentName: 'Muse',
      from,
      to,
      removed: text.slice(from, to),
      inserted: 'lantern',
      before: text.slice(from - AROUND, from),
      after: text.slice(to, to + AROUND),
      unsure: false,
      decision: 'open',
    });
  }
  return suggestions;
}

export function suggestIn({ manuscript }: StagedManuscript, suggestions: readonly SuggestionToShow[]): void {
  if (manuscript.showSuggestions(suggestions, manuscript.recordChanges()) === null)
    throw new Error('the suggestions are not shown');
}

export interface AcceptAllOptions extends TextShape {
  readonly suggestions: number;
  readonly blocks: number;
}

/** Compares accepting all suggestions of a proposal with replacing the same words by the same word. */
export async function timeAcceptAll(options: AcceptAllOptions): Promise<Samples> {
  const nodes = makeNodes(options);
  const suggestions = makeSuggestions(textOfNodes(nodes), options.suggestions);
  const ours = openManuscript(contentOf(nodes));
  const replacing = openManuscript(contentOf(nodes));
  suggestIn(ours, suggestions);
  const sideOf = (editor: StagedManuscript, step: () => void): Side => ({
    prepare: async () => {
      showContainer(editor.container);
      await goTo(editor.view, suggestions[0]?.from ?? 0);
    },
    step,
    finish: () => void editor.manuscript.undo(),
  });
  const samples = await compareFrames({
    ours: sideOf(ours, () => ours.manuscript.acceptSuggestions(suggestions, 'keep')),
    baseline: sideOf(replacing, () =>
      replacing.view.dispatch({
        changes: suggestions.map(({ from, to, inserted }) => ({ from, to, insert: textOf(inserted) })),
        userEvent: 'input.replace.all',
        annotations: isolateHistory.of('full'),
      }),
    ),
    blocks: options.blocks,
    steps: 1,
    warmUp: 3,
  });
  ours.close();
  replacing.close();
  return samples;
}
