/**
 * A command's effect on an actor's memory, as its row in the trace records it: with resolved nodes, so that `here`
 * keeps its meaning. Local ids may change where files are merged, ids never do.
 */
import type { LocalId, NodeId, TreeId } from '../ids.ts';
import { isJsonObject, type JsonValue } from '../provenance/canonical-json.ts';

/** A node as a command named it, and which one that was. */
export interface NamedNode {
  readonly localId: LocalId;
  readonly nodeId: NodeId;
}

/** A document, or one of its sections, as a command named it. */
export interface NamedPart {
  readonly documentId: TreeId;
  /** As it was called. */
  readonly title: string;
  /** Without `#` or `§`; null for all of it. */
  readonly section: string | null;
}

/** A thing that can be pinned. */
export type Named = NamedNode | NamedPart;

export type MemoryStep =
  | { readonly verb: 'pin'; readonly of: Named }
  /** A text of its own, or that of a node. */
  | { readonly verb: 'stash'; readonly label: string; readonly text: string | NamedNode }
  | { readonly verb: 'recall'; readonly label: string }
  | { readonly verb: 'drop'; readonly of: Named }
  | { readonly verb: 'drop'; readonly label: string };

/** The tools that change memory. */
export const MEMORY_VERBS = ['pin', 'stash', 'recall', 'drop'] as const;

/** Returns true if a tool changes memory, which is part of no tree. */
export function changesMemory(verb: string): boolean {
  return MEMORY_VERBS.some((known) => known === verb);
}

/** For the trace: in the form of the commands that the program parses. */
export function stepToJson(step: MemoryStep): JsonValue {
  switch (step.verb) {
    case 'pin':
      return { verb: 'pin', ...namedToJson(step.of) };
    case 'stash': {
      const { verb, label, text } = step;
      return typeof text === 'string'
        ? { verb, label, what: 'text', content: text }
        : { verb, label, what: 'node', ...nodeToJson(text) };
    }
    case 'recall':
      return { ...step };
    case 'drop':
      return 'label' in step
        ? { verb: 'drop', what: 'stash', label: step.label }
        : { verb: 'drop', ...namedToJson(step.of, 'pin') };
  }
}

/** @param what of a command about a node */
function namedToJson(of: Named, what: 'node' | 'pin' = 'node'): { readonly [name: string]: JsonValue } {
  if ('nodeId' in of) return { what, ...nodeToJson(of) };
  const { documentId, title, section } = of;
  return { what: 'document', document: title, section, documentId };
}

function nodeToJson({ localId, nodeId }: NamedNode) {
  return { node: { kind: 'id', localId }, nodeId } as const;
}

/** Null for any other command, also one of another version that this one does not know. */
export function readStep(command: JsonValue): MemoryStep | null {
  if (!isJsonObject(command)) return null;
  const { verb } = command;
  const node = nodeIn(command);
  const of = node ?? partIn(command);
  const label = typeof command.label === 'string' ? command.label : null;
  if (verb === 'pin') return of === null ? null : { verb, of };
  if (verb === 'recall') return label === null ? null : { verb, label };
  if (verb === 'drop') {
    if (label !== null) return { verb, label };
    return of === null ? null : { verb, of };
  }
  if (verb !== 'stash' || label === null) return null;
  if (typeof command.content === 'string') return { verb, label, text: command.content };
  return node === null ? null : { verb, label, text: node };
}

function nodeIn({ node = null, nodeId }: { readonly [name: string]: JsonValue }): NamedNode | null {
  if (!isJsonObject(node) || typeof node.localId !== 'string' || typeof nodeId !== 'string') return null;
  return { localId: node.localId as LocalId, nodeId: nodeId as NodeId };
}

function partIn({
  document,
  section = null,
  documentId,
}: {
  readonly [name: string]: JsonValue;
}): NamedPart | null {
  if (typeof document !== 'string' || typeof documentId !== 'string') return null;
  if (section !== null && typeof section !== 'string') return null;
  return { documentId: documentId as TreeId, title: document, section };
}
