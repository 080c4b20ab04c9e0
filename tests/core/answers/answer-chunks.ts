import fc from 'fast-check';
import {
  continueAnswer,
  endAnswer,
  openAnswer,
  seamOfAnswer,
} from '../../../src/core/answers/answer-start.ts';
import { trimPrompt } from '../../../src/core/context/seam.ts';
import type { Seam } from '../../../src/core/tree/tree-node.ts';

export interface Received {
  /** The document, followed by what is shown of the answer. */
  readonly page: string;
  readonly shown: string;
  readonly seam: Seam;
}

/** The manuscript's text of an answer that arrives in these chunks. */
export function receive(document: string, isChat: boolean, chunks: readonly string[]): Received {
  let start = openAnswer(trimPrompt(document), isChat);
  let shown = '';
  for (const chunk of chunks) {
    const next = continueAnswer(start, chunk);
    start = next.start;
    shown += next.text;
  }
  const last = endAnswer(start);
  shown += last.text;
  return { page: document + shown, shown, seam: seamOfAnswer(last.start) };
}

/** An answer cut at any character boundaries. */
export function chunksOf(answer: string, cuts: readonly number[]): readonly string[] {
  const characters = [...answer];
  const offsets = [...new Set(cuts.map((cut) => cut % (characters.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...offsets].map((offset, i) => characters.slice(offset, offsets[i]).join(''));
}

export const anyCuts = fc.array(fc.nat(200), { maxLength: 12 });
