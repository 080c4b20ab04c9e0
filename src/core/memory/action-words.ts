/** Actions in words (`agents.md`, *Operational memory*). */

import { inOneLine } from '../commands/quote-text.ts';
import { findTool } from '../commands/tools.ts';
import type { OperationalMemory } from './fold-memory.ts';
import type { Named } from './memory-step.ts';
import type { RememberedAction } from './turn-steps.ts';

/** Number of actions put in words; older ones are counted. */
export const ACTIONS_IN_WORDS = 10;

/** `viewed [a7x2bc], [b3k9qq] · annotated [b3k9qq] · continued from [b3k9qq] (2 results)`: neighbours of a kind together. */
export function actionsInWords(actions: readonly RememberedAction[]): string {
  const groups: { readonly done: string; readonly objects: string[] }[] = [];
  for (const action of actions) {
    const done = doneIn(action);
    const last = groups.at(-1);
    const group = last?.done === done ? last : { done, objects: [] };
    if (group !== last) groups.push(group);
    group.objects.push(objectOf(action));
  }
  return groups
    .map(({ done, objects }) => [done, objects.filter((text) => text !== '').join(', ')].join(' ').trim())
    .join(' · ');
}

/** The last actions in words, with the number of those before them. */
export function lastActionsInWords({
  actionCount,
  lastActions,
}: Pick<OperationalMemory, 'actionCount' | 'lastActions'>): string {
  const earlier = actionCount - lastActions.length;
  return `${earlier > 0 ? `(${earlier} earlier) ` : ''}${actionsInWords(lastActions)}`;
}

function doneIn({ verb, outcome }: RememberedAction): string {
  // A verb of another version, or of a file by another program, may be anything.
  const named = inOneLine(verb ?? '', MAX_LABEL);
  if (outcome !== 'done') return `tried ${verb === null ? 'what is no command' : named}`;
  return findTool(verb)?.done ?? named;
}

const MAX_LABEL = 60;
/** Stands for the title of a document that the agent may not read. */
export const UNREAD_TITLE = 'a document';

/** The name by which something was pinned: `[a7x2bc]`, `doc:"character notes" §motivation`. */
export function nameOf(of: Named): string {
  if ('localId' in of) return `[${inOneLine(of.localId, MAX_LABEL)}]`;
  const section = of.section === null ? '' : ` §${inOneLine(of.section, MAX_LABEL)}`;
  return `doc:"${inOneLine(of.title, MAX_LABEL)}"${section}`;
}

/** `“label”`, in one line. */
export function nameOfStash(label: string): string {
  return `“${inOneLine(label, MAX_LABEL)}”`;
}

function objectOf({ about, document, memory, count, outcome, isWithheld }: RememberedAction): string {
  const label = memory !== null && 'label' in memory ? [nameOfStash(memory.label)] : [];
  const pinned = memory !== null && 'of' in memory ? nameOf(memory.of) : null;
  const named = pinned ?? (document === null ? null : `doc:"${inOneLine(document, MAX_LABEL)}"`);
  const title = named === null ? [] : [isWithheld ? UNREAD_TITLE : named];
  const node =
    label.length + title.length === 0 && about !== null ? [`[${inOneLine(about, MAX_LABEL)}]`] : [];
  const results = count === null ? [] : [`(${count} ${count === 1 ? 'result' : 'results'})`];
  const error = outcome === 'done' ? [] : [`(${inOneLine(outcome ?? '', MAX_LABEL)})`];
  return [...label, ...title, ...node, ...results, ...error].join(' ');
}
