/** The prompt for a summary, and the part of its answer that is kept (`agents.md`, *Summaries*). */
import { JOIN, literal } from '../context/conversation-context.ts';
import { estimateTokens, lengthOfTokens } from '../context/estimate-tokens.ts';
import type { MessagesContext } from '../context/messages.ts';
import { withoutMiddle } from '../context/results.ts';
import type { TokenUsage } from '../provenance/token-usage.ts';
import { cutText } from '../text/limits.ts';

/** The longest answer, in tokens: for one sentence about a text, and for two about a whole tree. */
export const SUMMARY_TOKENS = { node: 50, tree: 100 } as const;

/** A shorter text stands for itself. UTF-16 code units. */
export const SUMMARY_FROM = 240;

/** The longest text that is sent whole, in tokens: of a longer one, the middle is left out. */
export const MOST_SENT = 4_000;
/** Most tokens sent of the text before. */
const MOST_BEFORE = 500;
/** Upper limit of a prompt's tokens besides the texts. */
const FRAME = 100;

/** The longest summary, in UTF-16 code units. */
const LONGEST = 600;

/** The source's prompt for one node. @param title the tree's @param previous its parent's summary or text */
export function nodePrompt(title: string, previous: string, text: string): string {
  return `Given this conversation context:
---
Tree: ${title}
Previous: ${withoutMiddle(previous.trim(), lengthOfTokens(MOST_BEFORE))}
---

Summarize the following message in ONE sentence (max 30 words).
Capture the key point, action, or decision. Be specific, not generic.

Message: ${withoutMiddle(text, lengthOfTokens(MOST_SENT))}`;
}

/**
 * The source's prompt for a tree.
 * @param description the writer's; empty for none
 * @param summaries of the nodes on the writer's path, in order
 */
export function treePrompt(description: string, summaries: readonly string[], branches: number): string {
  return `This is a branching conversation tree. The user describes it as:
"${description}"

Key node summaries from the main path:
${withoutMiddle(summaries.join('\n'), lengthOfTokens(MOST_SENT))}

Branch points explored: ${branches}

Summarize this tree's purpose and main themes in 2 sentences.`;
}

/** The prompt for a document. */
export function documentPrompt(title: string, text: string): string {
  return `This is a document with the title "${title}":
---
${withoutMiddle(text, lengthOfTokens(MOST_SENT))}
---

Summarize this document's purpose and main points in 2 sentences.`;
}

/** One message of the writer's: models for summaries are sent nothing else. */
export function summaryContext(prompt: string): MessagesContext {
  const pieces = [literal('summary', prompt) ?? JOIN];
  return {
    kind: 'messages',
    messages: [{ role: 'user', pieces, speakers: [] }],
    omitted: [],
    tokens: estimateTokens(prompt.length),
    reply: { name: null, stop: [] },
  };
}

/**
 * A model's answer as a summary: in one line and, of a page, its first sentences. Empty if it has no text.
 * @param tokens the longest it was to be
 */
export function summaryOfAnswer(answer: string, tokens: number): string {
  const longest = Math.min(LONGEST, 2 * lengthOfTokens(tokens));
  const line = cutText(answer, 8 * longest)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line.length <= longest) return line;
  const cut = cutText(line, longest);
  const sentences = /^.*[.!?…。！？]["”’»)]*(?=\s|$)/u.exec(cut)?.[0];
  return sentences ?? `${cut.replace(/\s+\S*$/, '')}…`;
}

/** Upper limit of the tokens that summaries need. @param length of all text sent, in UTF-16 code units */
export function summaryCost(count: number, length: number): TokenUsage {
  return {
    promptTokens: estimateTokens(length) + count * (FRAME + MOST_BEFORE),
    completionTokens: count * SUMMARY_TOKENS.tree,
  };
}
