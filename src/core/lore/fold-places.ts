import { foldName } from '../documents/find-document.ts';

/** A text as keys are compared with it; each code unit knows from where in the text it is. */
export interface FoldedPlaces {
  readonly folded: string;
  /** By code unit of `folded`: the start and the end of what it stands for, in code units of the text. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Letters that combine with the ones after them, so that folding one by one would not compose them. */
const CLUSTER = /[\u1100-\u11ff\uac00-\ud7a3]+|\P{M}\p{M}*|\p{M}+/gu;
const SPACE = /\s/;

/**
 * A key as it is compared (`lore.md`, *Keys*): a folded name, with one form of the Greek sigma, and without the dot that a Turkish capital
 * I keeps in lower case.
 */
export function foldKey(key: string): string {
  return foldLetters(foldName(key));
}

function foldLetters(text: string): string {
  return text.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');
}

/** Folds a text as `foldKey` folds a key, but for the white space around it. Takes time linear in the text. */
export function foldWithPlaces(text: string): FoldedPlaces {
  // Lower case has at most three code units for one.
  const starts = new Int32Array(text.length * 3);
  const ends = new Int32Array(text.length * 3);
  const pieces: string[] = [];
  let size = 0;
  let isAfterSpace = false;
  const add = (from: number, to: number) => {
    const cluster = text.slice(from, to);
    const isSpace = SPACE.test(cluster);
    if (isSpace && isAfterSpace) {
      ends[size - 1] = to;
      return;
    }
    isAfterSpace = isSpace;
    const folded = isSpace ? ' ' : foldCluster(cluster);
    for (let index = 0; index < folded.length; index++) {
      starts[size] = from;
      ends[size] = to;
      size += 1;
    }
    pieces.push(folded);
  };
  if (text.normalize('NFC') === text && !text.includes('\u0307')) {
    for (let at = 0; at < text.length; ) {
      const next = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
      add(at, next);
      at = next;
    }
  } else for (const { 0: cluster, index } of text.matchAll(CLUSTER)) add(index, index + cluster.length);
  return { folded: pieces.join(''), starts, ends };
}

function foldCluster(cluster: string): string {
  const lower = cluster.normalize('NFC').toLowerCase();
  return foldLetters(lower === '’' ? "'" : lower);
}
