import { wholeSpans } from '../../../../src/core/text/span.ts';
import { defaultPreferences } from '../../../../src/ipc/preferences.ts';
import type { Samples } from '../../harness/compare.ts';
import { compareFrames } from './compare-frames.ts';
import { openBare, openManuscript } from './editors.ts';
import {
  contentOf,
  MARKDOWN,
  makeNode,
  makeNodes,
  makeText,
  type TextShape,
  textOfNodes,
  WRITER,
} from './made-text.ts';
import { openOverlay } from './overlay-technique.ts';
import { makeSuggestions, suggestIn } from './suggestions.ts';
import { typingIn } from './typing.ts';

export interface KeystrokesOptions extends TextShape {
  readonly blocks: number;
  readonly steps: number;
  /** UTF-16 code units of the bare editor's text; the same text by default. */
  readonly bareCharacters?: number;
  /** Number of suggestions in the manuscript; none by default. */
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

/** Compares keystrokes where keys of lore are underlined with those where they are not. */
export async function timeLoreKeys(options: KeystrokesOptions): Promise<Samples> {
  const { blocks, steps } = options;
  const nodes = makeNodes(options);
  const ours = openManuscript(contentOf(nodes), false, { ...defaultPreferences, loreKeys: true });
  const plain = openManuscript(contentOf(nodes));
  const samples = await compareFrames({
    ours: typingIn(ours, ours.commit),
    baseline: typingIn(plain, plain.commit),
    blocks,
    steps,
    warmUp: 3,
  });
  ours.close();
  plain.close();
  return samples;
}

export interface DocumentOptions {
  /** The length of the text in UTF-16 code units. */
  readonly characters: number;
  readonly blocks: number;
  readonly steps: number;
}

/** Compares keystrokes in a document with those in a story of the same text. */
export async function timeDocument({ characters, blocks, steps }: DocumentOptions): Promise<Samples> {
  const text = MARKDOWN.repeat(Math.ceil(characters / MARKDOWN.length));
  const open = (isDocument: boolean) =>
    openManuscript(contentOf([makeNode(text, wholeSpans(WRITER, text.length))]), isDocument);
  const ours = open(true);
  const story = open(false);
  const samples = await compareFrames({
    ours: typingIn(ours, ours.commit),
    baseline: typingIn(story, story.commit),
    blocks,
    steps,
    warmUp: 2,
  });
  ours.close();
  story.close();
  return samples;
}

export interface ParagraphOptions {
  /** The length of the text in UTF-16 code units. */
  readonly characters: number;
  /** Number of lines of the same words in the other manuscript; null for a bare CodeMirror with the paragraph. */
  readonly otherLines: number | null;
  readonly seed: number;
  readonly blocks: number;
  readonly steps: number;
}

/** Compares keystrokes in a manuscript that is one long paragraph with those in another text or editor. */
export async function timeParagraph(options: ParagraphOptions): Promise<Samples> {
  const { characters, otherLines, seed, blocks, steps } = options;
  const text = makeText(characters, seed).replaceAll('\n', ' ');
  const openWhole = (whole: string) =>
    openManuscript(contentOf([makeNode(whole, wholeSpans(WRITER, whole.length))]));
  const ours = openWhole(text);
  const other = otherLines === null ? openBare(text) : openWhole(inLines(text, otherLines));
  const samples = await compareFrames({
    ours: typingIn(ours, ours.commit),
    baseline: typingIn(other),
    blocks,
    steps,
    warmUp: 2,
  });
  ours.close();
  other.close();
  return samples;
}

/** A text with a line end in place of every n-th code unit, so that it has this many lines. */
function inLines(text: string, lines: number): string {
  const length = Math.ceil(text.length / lines);
  const starts = Array.from({ length: lines }, (_, line) => line * length);
  return starts.map((start) => text.slice(start, start + length - 1)).join('\n');
}
