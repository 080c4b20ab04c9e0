/** Reads the probability of each token, and its alternatives, from the bytes of a response. */

import { isRecord, listOf } from '../../core/answers/read-json.ts';
import { normaliseForeignText } from '../../core/text/normalise.ts';
import type { Seam } from '../../core/tree/tree-node.ts';
import type { TokenProbability } from '../../ipc/wire/node.ts';
import { recordedChoices } from './read-reasoning.ts';

/** Services send at most 20 alternatives. What a record has beyond these is not shown. */
const MAX_ALTERNATIVES = 50;
/** UTF-16 code units. */
const MAX_ALTERNATIVE_LENGTH = 200;

interface RecordedToken {
  readonly text: string;
  /** Natural logarithm of its probability. */
  readonly logprob: number;
  readonly alternatives: readonly { readonly text: string; readonly logprob: number }[];
}

/**
 * The tokens of a node's text, in order; empty if the provider sent no probabilities.
 * @param body of the response, an event stream or JSON
 * @param stored the node's text; stops at the first token that differs from it
 */
export function tokenProbabilities(
  body: Uint8Array,
  choiceIndex: number,
  stored: string,
  seam: Seam | null,
): readonly TokenProbability[] {
  // Answers of earlier versions kept the line ends that are foreign.
  const text = normaliseForeignText(stored);
  if (seam?.ranges !== undefined) return tokensInRanges(body, choiceIndex, text, seam.ranges);
  const tokens: TokenProbability[] = [];
  const isSpaced = seam !== null && (seam.promptTrimmed > 0 || seam.spaceAdded === true);
  // Offset at which the answer's first character would be in the node's text if nothing had been trimmed.
  let at = (seam?.spaceAdded === true ? 1 : 0) - (seam?.answerTrimmed ?? 0);
  for (const { text: tokenText, logprob, alternatives } of recordedTokens(body, choiceIndex)) {
    const from = at;
    const to = at + normaliseForeignText(tokenText).length;
    at = to;
    if (to <= 0 || to === from) continue;
    const shown = normaliseForeignText(tokenText).slice(Math.max(0, -from));
    // Partial characters and special tokens differ from the node's text: from there on offsets are unreliable.
    if (text.slice(Math.max(0, from), to) !== shown) break;
    const isTrimmed = from < 0 && normaliseForeignText(tokenText).slice(0, -from).trim() === '';
    const others = usableAlternatives(alternatives, tokens.length === 0 && (isSpaced || isTrimmed));
    tokens.push({ from: Math.max(0, from), to, logprob, alternatives: others });
  }
  return tokens;
}

/** The tokens that lie within a range of the answer, where the text of a command or of a rewrite is (`Seam.ranges`). */
function tokensInRanges(
  body: Uint8Array,
  choiceIndex: number,
  text: string,
  ranges: NonNullable<Seam['ranges']>,
): readonly TokenProbability[] {
  const tokens: TokenProbability[] = [];
  const left = [...ranges];
  /** Start of the range's text in a node that has nothing else. */
  let start = 0;
  let at = 0;
  for (const { text: tokenText, logprob, alternatives } of recordedTokens(body, choiceIndex)) {
    const written = normaliseForeignText(tokenText);
    const from = at;
    at += written.length;
    for (let range = left[0]; range !== undefined && range.to <= from; range = left[0]) {
      start += range.to - range.from;
      left.shift();
    }
    const [range] = left;
    if (range === undefined) break;
    if (from < range.from || at > range.to || at === from) continue;
    const place = (range.at ?? start) + from - range.from;
    if (text.slice(place, place + written.length) !== written) break;
    const others = usableAlternatives(alternatives, false);
    tokens.push({ from: place, to: place + written.length, logprob, alternatives: others });
  }
  return tokens;
}

/**
 * The alternatives that can replace a token: no partial characters and no empty ones. After a space that the
 * manuscript already has, their leading space is removed, as it is from the answer.
 */
function usableAlternatives(
  alternatives: RecordedToken['alternatives'],
  isSpaced: boolean,
): RecordedToken['alternatives'] {
  return alternatives
    .filter(({ text }) => text.length <= MAX_ALTERNATIVE_LENGTH)
    .slice(0, MAX_ALTERNATIVES)
    .map(({ text, logprob }) => {
      const whole = normaliseForeignText(text);
      return { text: isSpaced ? whole.replace(/^[^\S\n]+/, '') : whole, logprob };
    })
    .filter(({ text }) => text !== '' && !/\ufffd|^bytes:/.test(text))
    .filter(({ text }, index, all) => all.findIndex((other) => other.text === text) === index);
}

function* recordedTokens(body: Uint8Array, choiceIndex: number): Generator<RecordedToken> {
  for (const { logprobs } of recordedChoices(body, choiceIndex)) {
    if (!isRecord(logprobs)) continue;
    yield* listOf(logprobs.content).length > 0
      ? chatTokens(listOf(logprobs.content))
      : completionTokens(logprobs);
  }
}

function* chatTokens(tokens: readonly unknown[]): Generator<RecordedToken> {
  for (const token of tokens) {
    if (!isRecord(token) || typeof token.token !== 'string' || typeof token.logprob !== 'number') continue;
    const alternatives = listOf(token.top_logprobs).flatMap((other) =>
      isRecord(other) && typeof other.token === 'string' && typeof other.logprob === 'number'
        ? [{ text: other.token, logprob: other.logprob }]
        : [],
    );
    yield { text: token.token, logprob: token.logprob, alternatives };
  }
}

function* completionTokens(logprobs: Readonly<Record<string, unknown>>): Generator<RecordedToken> {
  const likelihoods = listOf(logprobs.token_logprobs);
  const others = listOf(logprobs.top_logprobs);
  for (const [index, text] of listOf(logprobs.tokens).entries()) {
    const logprob = likelihoods[index];
    if (typeof text !== 'string' || typeof logprob !== 'number') continue;
    const beside = others[index];
    const alternatives = Object.entries(isRecord(beside) ? beside : {}).flatMap(([other, likelihood]) =>
      typeof likelihood === 'number' ? [{ text: other, logprob: likelihood }] : [],
    );
    yield { text, logprob, alternatives: alternatives.sort((a, b) => b.logprob - a.logprob) };
  }
}
