import { findTool } from '../commands/tools.ts';
import { foldName } from '../documents/find-document.ts';
import type { AgentId, TreeId } from '../ids.ts';
import type { Named, NamedNode } from './memory-step.ts';
import type { RememberedAction, RememberedStep } from './turn-steps.ts';

/** A node or part kept in view. */
export interface Pin {
  readonly of: Named;
  readonly isByPerson: boolean;
}

/** A text that was put aside. */
export interface Stash {
  readonly label: string;
  /** Null if it is withheld. */
  readonly text: string | NamedNode | null;
  /** A text that was made in a document, and may have words of it. */
  readonly isOfDocument: boolean;
  /** The tree that it was put aside in; null if that is not in the file any more. */
  readonly treeId: TreeId | null;
  /** It was recalled, and is in view. */
  readonly isRecalled: boolean;
  readonly isByPerson: boolean;
}

/** An actor's memory, folded from the steps on a path. */
export interface FoldedMemory {
  /** Each once, newest first. */
  readonly pins: readonly Pin[];
  /** Each label once; those recalled first, each kind newest first. */
  readonly stashes: readonly Stash[];
  /** The actor's own actions, in order, without views of memory and help. */
  readonly actions: readonly RememberedStep[];
}

/** The same as it is sent (`agents.md`, *Operational memory*): the last actions in detail. */
export interface OperationalMemory extends Omit<FoldedMemory, 'actions'> {
  readonly actionCount: number;
  /** At most `ACTIONS_IN_WORDS`, in order. */
  readonly lastActions: readonly RememberedAction[];
}

/**
 * Memory has no state of its own: this is all of it, made of the steps on a path (`stepsOnPath`). Only what was carried out
 * changes it. What is pinned or stashed again is the newest, and a stash under an old label takes the place of the old one.
 * @param ownerId whose memory it is
 */
export function foldMemory(steps: readonly RememberedStep[], ownerId: AgentId): FoldedMemory {
  const pins = new Map<string, Pin>();
  const stashes = new Map<string, Stash>();
  for (const { memory, outcome, isByPerson, isInDocument, treeId } of steps) {
    if (memory === null || outcome !== 'done') continue;
    switch (memory.verb) {
      case 'pin':
        pins.delete(pinKey(memory.of));
        pins.set(pinKey(memory.of), { of: memory.of, isByPerson });
        break;
      case 'stash': {
        const { label, text } = memory;
        stashes.delete(labelKey(label));
        const isOfDocument = isInDocument && typeof text === 'string';
        stashes.set(labelKey(label), { label, text, isOfDocument, treeId, isRecalled: false, isByPerson });
        break;
      }
      case 'recall': {
        const stash = stashes.get(labelKey(memory.label));
        stashes.delete(labelKey(memory.label));
        if (stash !== undefined) stashes.set(labelKey(stash.label), { ...stash, isRecalled: true });
        break;
      }
      case 'drop':
        if ('label' in memory) stashes.delete(labelKey(memory.label));
        else pins.delete(pinKey(memory.of));
    }
  }
  const newest = [...stashes.values()].reverse();
  return {
    pins: [...pins.values()].reverse(),
    stashes: [...newest.filter(({ isRecalled }) => isRecalled), ...newest.filter((one) => !one.isRecalled)],
    actions: steps.filter(
      ({ agentId, verb, outcome }) =>
        agentId === ownerId && outcome !== null && findTool(verb)?.isForgotten !== true,
    ),
  };
}

/** Two names of the same thing have one key. */
export function pinKey(of: Named): string {
  if ('nodeId' in of) return of.nodeId;
  return of.section === null ? of.documentId : `${of.documentId}#${foldName(of.section)}`;
}

/** Labels that differ only in case are one. */
export function labelKey(label: string): string {
  return label.normalize('NFC').toLowerCase();
}
