import fc from 'fast-check';
import {
  continueAnswer,
  endAnswer,
  openAnswer,
  seamOfAnswer,
} from '../../../src/core/context/answer-start.ts';
import { trimPrompt } from '../../../src/core/context/seam.ts';
import type { Seam } from '../../../src/core/tree/tree-node.ts';

export interface Received {
  /** The document, and behind it what is shown of the answer. */
  readonly page: string;
  readonly shown: string;
  readonly seam: Seam;
}

/** What a manuscript shows of an answer that arrives in these chunks. */
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

/** An answer cut anywhere between its characters. */
export function chunksOf(answer: string, cuts: readonly number[]): readonly string[] {
  const characters = [...answer];
  const places = [...new Set(cuts.map((cut) => cut % (characters.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...places].map((place, i) => characters.slice(place, places[i]).join(''));
}

export const anyCuts = fc.array(fc.nat(200), { maxLength: 12 });
