/** The answer of the tool `memory` (`agents.md`, *Commands*). */
import type { MemoryCommand } from '../commands/command.ts';
import { inOneLine, quoteAgain } from '../commands/quote-text.ts';
import { estimateTokens } from '../context/estimate-tokens.ts';
import { WITHHELD } from './about-documents.ts';
import { lastActionsInWords, nameOf, nameOfStash } from './action-words.ts';
import type { OperationalMemory, Pin, Stash } from './fold-memory.ts';
import { type FindRemembered, NOT_SENT, titled } from './memory-block.ts';

export function listMemory(
  memory: OperationalMemory,
  what: MemoryCommand['what'],
  find: FindRemembered,
): string {
  const { pins, stashes, actionCount } = memory;
  if (what === 'trace') return actionCount === 0 ? 'nothing was done yet' : traceOf(memory);
  const kept = stashes.map((stash) => stashLine(stash, find));
  if (what === 'stashed') return kept.length === 0 ? 'nothing is stashed' : kept.join('\n');
  const sections = [
    ...titled(
      'Pinned:',
      pins.map((pin) => pinLine(pin, find)),
    ),
    ...titled('Stashed:', kept),
    ...(actionCount === 0 ? [] : ['Recent actions:', `  ${lastActionsInWords(memory)}`]),
  ];
  return sections.length === 0
    ? 'nothing is pinned or stashed, and nothing was done yet'
    : sections.join('\n');
}

function pinLine({ of }: Pin, find: FindRemembered): string {
  const found = find(of);
  if (found === undefined) return `  ${nameOf(of)} (no longer there)`;
  const { name, text, isHidden, isWithheld, isUnsent } = found;
  if (isWithheld) return `  a text ${WITHHELD}`;
  const hidden = isHidden ? ' (pruned)' : '';
  if (isUnsent) return `  ${name}${hidden} (${NOT_SENT})`;
  const words = inOneLine(text, MAX_WORDS);
  return `  ${name}${hidden} ${words === '' ? '(no text)' : `“${words}”`} (${tokensOf(text)})`;
}

function stashLine({ label, text, isRecalled }: Stash, find: FindRemembered): string {
  const recalled = isRecalled ? ', recalled' : '';
  if (text === null) return `  ${nameOfStash(label)} ${WITHHELD}${recalled}`;
  const found = typeof text === 'string' ? undefined : find(text);
  const whole = typeof text === 'string' ? text : found?.text;
  const size =
    found?.isUnsent === true ? NOT_SENT : whole === undefined ? 'no longer there' : tokensOf(whole);
  return `  ${nameOfStash(label)} (${size})${recalled}`;
}

const MAX_WORDS = 60;

/** `47 tokens` */
export function tokensOf(text: string): string {
  const tokens = estimateTokens(text.length);
  return `${tokens.toLocaleString('en-US')} ${tokens === 1 ? 'token' : 'tokens'}`;
}

/** The last actions as written, quoted, each with its error, or the first line of its result. */
function traceOf({ actionCount, lastActions }: OperationalMemory): string {
  const lines = lastActions.map(({ line, result }) =>
    `${quoteAgain(line.trim())}\n  ${quoteAgain(result)}`.trimEnd(),
  );
  const earlier = actionCount - lastActions.length;
  return [...(earlier > 0 ? [`${earlier} earlier`] : []), ...lines].join('\n');
}
