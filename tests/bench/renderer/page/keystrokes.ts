import type { Samples } from '../../harness/compare.ts';
import { compareFrames } from './compare-frames.ts';
import { openBare, openManuscript } from './editors.ts';
import { contentOf, makeNodes, makeText, type TextShape, textOfNodes } from './made-text.ts';
import { openOverlay } from './overlay-technique.ts';
import { makeSuggestions, suggestIn } from './suggestions.ts';
import { typingIn } from './typing.ts';

export interface KeystrokesOptions extends TextShape {
  readonly blocks: number;
  readonly steps: number;
  /** UTF-16 code units of the bare editor's text; the same text by default. */
  readonly bareCharacters?: number;
  /** How many suggestions the manuscript shows; none by default. */
  readonly suggestions?: number;
}

/** Compares keystrokes in a manuscript with those in a bare CodeMirror. */
export async function timeKeystrokes(options: KeystrokesOptions): Promise<Samples> {
  const { blocks, steps, bareCharacters, suggestions = 0 } = options;
  const nodes = makeNodes(options);
  const ours = openManuscript(contentOf(nodes));
  suggestIn(ours, makeSuggestions(textOfNodes(nodes), suggestions));
  const text = bareCharacters === undefined ? textOfNodes(nodes) : makeText(bareCharacters, options.seed);
  const bare = openBare(text);
  const samples = await compareFrames({
    ours: typingIn(ours, ours.commit),
    baseline: typingIn(bare),
    blocks,
    steps,
    warmUp: 3,
  });
  ours.close();
  bare.close();
  return samples;
}

/** Compares keystrokes in a manuscript with those in a text area with an overlay. */
export async function timeOverlay(options: KeystrokesOptions): Promise<Samples> {
  const { blocks, steps } = options;
  const nodes = makeNodes(options);
  const ours = openManuscript(contentOf(nodes));
  const overlay = openOverlay(nodes);
  const samples = await compareFrames({
    ours: typingIn(ours, ours.commit),
    baseline: overlay,
    blocks,
    steps,
    warmUp: 1,
  });
  ours.close();
  overlay.close();
  return samples;
}
