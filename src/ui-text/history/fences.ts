/** The texts of prompt fences (`layers.md`, *Prompt fences*). */
import type { FenceFault, HoleFault } from '../../core/fences/fence-fault.ts';
import { countOf, listOf, plural } from '../plural.ts';

const HOLES: Readonly<Record<HoleFault, string>> = {
  unclosed: 'has no closing braces',
  unknown:
    'is none that can be filled: before:3, after:3, node:id, fence:name, doc:title, lore, or a name whose value is asked for',
  noDocument: 'names a document that is not in this grove',
  severalDocuments: 'names several documents, which have the same title',
  noSection: 'names a section that is not in the document',
  emptyDocument: 'names a document or a section with no text that models are sent',
  nothingBefore: 'asks for what is before the prompt, and nothing is',
  nothingAfter: 'asks for what follows the prompt, and nothing does',
  noNode: 'names a text that is not in this tree',
  hidden: 'names text that is excluded or set aside, so that no model is sent it',
  noFence: 'names a prompt that is not in this text',
  notRun: 'names a prompt that has not run yet',
  noValue: 'has no value',
};

const AGENTS = {
  missing: 'There is no agent',
  notModel: 'An agent that runs a prompt must be a model, not',
  several: 'There are several agents',
} as const;

/** Why a fence is not run, in one sentence. */
function describeFault(fault: FenceFault): string {
  switch (fault.kind) {
    case 'attribute':
      return `A prompt has a name, an agent and an n, and no “${fault.text}”.`;
    case 'name':
      return `“${fault.text}” cannot be the name of a prompt: use letters, digits, hyphens and underscores.`;
    case 'count':
      return `A prompt gives 1 to 5 results, not “${fault.text}”.`;
    case 'twice':
      return `Two prompts have the name “${fault.name}”.`;
    case 'empty':
      return 'The prompt is empty.';
    case 'hidden':
      return 'The prompt is in text that is excluded or set aside, so that no model is sent it.';
    case 'agent':
      return `${AGENTS[fault.why]} “${fault.name}”.`;
    case 'noAgent':
      return 'Choose an agent first, or name one in the prompt.';
    case 'hole':
      return `{{${fault.hole}}} ${HOLES[fault.why]}.`;
    case 'self':
      return `The prompt “${fault.name}” asks for its own result.`;
    case 'cycle':
      return `These prompts ask for each other’s results: ${listOf(fault.names.map((name) => `“${name}”`))}.`;
  }
}

/** All that is wrong with a fence. */
export function describeFaults(faults: readonly FenceFault[]): string {
  return faults.map(describeFault).join(' ');
}

export const NO_FENCE_HERE = 'There is no prompt at the caret.';
export const NO_FENCES = 'There is no prompt in this text.';
export const FENCE_CHANGED = 'The prompt is not there any more.';
export const RUN = 'Run';
export const RUN_AGAIN = 'Run again';
export const STOP = 'Stop';

/** Label of the bar in which values are requested. */
export const VALUES = 'Values for the prompt';

/** A button at a fence. */
export function runFence(name: string | null): string {
  return name === null ? 'Run this prompt' : `Run the prompt ${name}`;
}

/** Announced when recorded outputs were reused. @param requested how many results were asked for besides */
export function resultsReused(reused: number, requested: number): string {
  const what = `${countOf(reused, 'recorded result')} ${plural(reused, 'was', 'were')} reused`;
  return requested === 0 ? `${what}; nothing was sent.` : `${what}; ${requested} more asked for.`;
}

/** Announced when several fences are run. */
export function fencesRun(done: number, all: number): string {
  return `${done} of ${countOf(all, 'prompt')} run.`;
}

/** Why a run of several fences ended early. */
export function stoppedAt(name: string | null, why: string): string {
  return name === null ? `A prompt was not run. ${why}` : `The prompt “${name}” was not run. ${why}`;
}

/** Remark on an export. */
export function fencesLeftOut(count: number): string {
  return `${countOf(count, 'prompt')} ${plural(count, 'was', 'were')} left out.`;
}
