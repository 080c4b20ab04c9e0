/** Room for text in a request for an edit. Lengths in UTF-16 code units. */
import { estimateTokens, lengthOfTokens } from '../context/estimate-tokens.ts';

/** The bounds of an answer, in tokens; services refuse to allow many more. */
const LEAST_ANSWER = 1_000;
const MOST_ANSWER = 16_384;

/** A block repeats the text that it replaces. */
const TIMES_THE_TEXT = 2;

/** The share of the room that is left for blocks, or for the whole text again. */
const SHARE_OF_BLOCKS = 1 / 3;
const SHARE_OF_PASSAGE = 1 / 2;

/** The form of the answer: blocks, a passage within the text, or all of it. */
export type AnswerForm = 'blocks' | 'passage' | 'all';

/**
 * The longest text that an agent can be given; 0 or less if there is no room for any.
 * @param fixed the length of everything else that is sent
 * @param window in tokens
 */
export function longestText(fixed: number, window: number, form: AnswerForm): number {
  const room = window - estimateTokens(fixed);
  const answer = Math.max(LEAST_ANSWER, room * (form === 'blocks' ? SHARE_OF_BLOCKS : SHARE_OF_PASSAGE));
  const text = lengthOfTokens(Math.floor(room - Math.min(MOST_ANSWER, answer)));
  return form === 'all' ? Math.min(text, lengthOfTokens(MOST_ANSWER - LEAST_ANSWER)) : text;
}

/**
 * The most tokens of an answer: enough to write the text twice, as far as the window allows.
 * @param text its length
 * @param sent the tokens of everything that is sent
 * @param own as the agent is set; null if it is not
 */
export function answerTokens(text: number, sent: number, window: number, own: number | null): number {
  const wanted = Math.max(own ?? 0, LEAST_ANSWER + TIMES_THE_TEXT * estimateTokens(text));
  return Math.max(1, Math.min(wanted, Math.max(MOST_ANSWER, own ?? 0), window - sent));
}
