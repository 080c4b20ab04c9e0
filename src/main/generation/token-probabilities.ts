/** How likely each token of a continuation was, and what else might have come, read back from its response's bytes. */
import { normaliseText } from '../../core/text/normalise.ts';
import type { Seam } from '../../core/tree/tree-node.ts';
import type { TokenProbability } from '../../ipc/wire/node.ts';

interface RecordedToken {
  readonly text: string;
  /** Natural logarithm of its probability. */
  readonly logprob: number;
  readonly alternatives: readonly { readonly text: string; readonly logprob: number }[];
}

/**
 * The tokens of a node's text, in order; empty where the provider told no probabilities.
 * @param body the response's, an event stream or JSON
 * @param text the node's text: what the tokens say differently from it is not told
 */
export function tokenProbabilities(
  body: Uint8Array,
  choiceIndex: number,
  text: string,
  seam: Seam | null,
): readonly TokenProbability[] {
  const tokens: TokenProbability[] = [];
  const isSpaced = seam !== null && (seam.promptTrimmed > 0 || seam.spaceAdded === true);
  // Where the answer's first character would stand in the node's text, had nothing been left off.
  let at = (seam?.spaceAdded === true ? 1 : 0) - (seam?.answerTrimmed ?? 0);
  for (const { text: said, logprob, alternatives } of recordedTokens(body, choiceIndex)) {
    const from = at;
    const to = at + normaliseText(said).length;
    at = to;
    if (to <= 0 || to === from) continue;
    const shown = normaliseText(said).slice(Math.max(0, -from));
    // Half characters and special tokens have other texts than the node: from there on nothing is certain.
    if (text.slice(Math.max(0, from), to) !== shown) break;
    const others = choosable(alternatives, tokens.length === 0 && isSpaced);
    tokens.push({ from: Math.max(0, from), to, logprob, alternatives: others });
  }
  return tokens;
}

/**
 * What can stand in a token's place: not half of a character, nor nothing. Behind a space that the manuscript has
 * already they begin without one, as the answer does.
 */
function choosable(
  alternatives: RecordedToken['alternatives'],
  isSpaced: boolean,
): RecordedToken['alternatives'] {
  return alternatives
    .map(({ text, logprob }) => {
      const whole = normaliseText(text);
      return { text: isSpaced ? whole.replace(/^[^\S\n]+/, '') : whole, logprob };
    })
    .filter(({ text }) => text !== '' && !/\ufffd|^bytes:/.test(text))
    .filter(({ text }, index, all) => all.findIndex((other) => other.text === text) === index);
}

function* recordedTokens(body: Uint8Array, choiceIndex: number): Generator<RecordedToken> {
  for (const event of eventsOf(new TextDecoder().decode(body))) {
    for (const choice of listOf(isRecord(event) ? event.choices : undefined)) {
      if (!isRecord(choice) || (choice.index ?? 0) !== choiceIndex || !isRecord(choice.logprobs)) continue;
      yield* listOf(choice.logprobs.content).length > 0
        ? chatTokens(listOf(choice.logprobs.content))
        : completionTokens(choice.logprobs);
    }
  }
}

/** The JSON of every event of a stream, or of a body that came whole. */
function* eventsOf(body: string): Generator<unknown> {
  if (!/^\s*\{/.test(body)) {
    for (const [, data = ''] of body.matchAll(/^data: ?(.*)$/gm)) {
      const event = parsed(data);
      if (event !== undefined) yield event;
    }
  } else yield parsed(body);
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The end of a stream, `[DONE]`, and an event that was cut off tell of no token.
    return undefined;
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
