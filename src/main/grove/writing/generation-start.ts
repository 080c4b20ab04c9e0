import type { ContextNode } from '../../../core/context/assemble.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import type { PathReply } from '../../../ipc/wire/path.ts';
import type { OpenPath } from '../reading/open-path.ts';
import type { IntentParts, IntentWriter } from './intent-writer.ts';
import type { ShownText } from './shown-text.ts';
import type { TreeSessionOptions } from './tree-session.ts';
import { type KeptInstruction, keepInstruction } from './write-note.ts';

/** @throws {AspenError} if these nodes cannot be sent */
export type CheckNodes = (nodes: readonly ContextNode[]) => void;

/** The parameters of a request for continuations. */
export interface GenerationStart {
  readonly path: PathReply;
  readonly parentId: PositionId;
  readonly originId: NodeId;
  /** The path's nodes up to the parent, without the root. */
  readonly nodes: readonly ContextNode[];
  /** The writer's instruction for this reply. */
  readonly instruction: KeptInstruction | null;
}

interface GenerationStartOptions extends Pick<TreeSessionOptions, 'treeId' | 'author' | 'idsAndClock'> {
  readonly path: OpenPath;
  readonly intents: IntentWriter;
  readonly shown: ShownText;
}

/** As `TreeSession.prepareGeneration`. */
export function prepareGeneration(
  { path: open, intents, shown, ...options }: GenerationStartOptions,
  intent: IntentParts,
  at: PositionId | null,
  check: CheckNodes,
  asked: string | null,
): GenerationStart {
  if (at !== null) shown.versionToContinue(at);
  let instruction: KeptInstruction | null = null;
  const path = intents.carryOut(
    intent,
    { commits: at === null ? 'save' : 'move' },
    (after, _, tx) => {
      if (asked === null) return;
      const { id } = versionAt(after.tree, after.path, at ?? after.path.head);
      instruction = keepInstruction(after, tx, id, asked, options);
    },
    () => {
      if (intents.mode === 'dialogue') check(shown.contextNodes(at));
    },
  );
  const parentId = at ?? open.head;
  const originId = shown.versionToContinue(parentId);
  return { path, parentId, originId, nodes: shown.contextNodes(parentId), instruction };
}
