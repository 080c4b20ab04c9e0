/** The moves along the tree, each as an intent of the outbox (`interface.md`, *Keys*). */
import { firstNodeAt, type PositionId } from '../../core/ids.ts';
import { wholeSpans } from '../../core/text/span.ts';
import type { SiblingTarget } from '../../ipc/contract.ts';
import type { Client } from '../client.ts';
import type { ShownSlot } from './generation-session.ts';
import type { PathIntent, PreparedIntent } from './intent.ts';
import type { ManuscriptFace } from './manuscript-face.ts';
import type { PathSession } from './path-session.ts';

export interface IntentContext {
  readonly client: Pick<Client, 'call' | 'newRequestId'>;
  readonly path: PathSession;
  readonly manuscript: ManuscriptFace;
}

/** While an input method composes the caret is its own, and the manuscript still waits to take over the new path. */
function placeCaretAt(manuscript: ManuscriptFace, index: number): void {
  if (!manuscript.isComposing()) manuscript.placeCaretAfter(index);
}

/** Switches the position that holds the caret to a sibling; nothing where it has none. */
export function selectSibling(context: IntentContext, to: SiblingTarget): PathIntent {
  return () => {
    const at = context.manuscript.summary().currentPositionId;
    const header = at === null ? undefined : context.path.findHeader(at);
    if (at === null || header === undefined || header.siblingCount < 2) return null;
    if ('index' in to && (to.index > header.siblingCount || to.index === header.siblingIndex)) return null;
    return switchTo(context, at, to);
  };
}

/** Goes to one continuation of `parentId`: a switch where the path has another of them, else a move there. */
export function goToContinuation(
  context: IntentContext,
  parentId: PositionId,
  positionId: PositionId,
): PathIntent {
  return () => {
    const { client, path, manuscript } = context;
    const at = path.findChild(parentId);
    if (at !== null && at !== positionId) return switchTo(context, at, { positionId });
    const placeCaret = () => placeCaretAt(manuscript, path.indexOf(positionId));
    if (at === null) {
      return {
        send: (intent) => client.call('path.moveHead', { ...intent, to: positionId }),
        done: placeCaret,
      };
    }
    placeCaret();
    return null;
  };
}

/** The caret follows to the end of the sibling that took the place of `at`. */
function switchTo(
  { client, path, manuscript }: IntentContext,
  at: PositionId,
  to: SiblingTarget,
): PreparedIntent {
  const parentId = path.findParent(at) ?? path.rootPositionId;
  return {
    send: (intent) => client.call('path.selectSibling', { ...intent, at, to }),
    done: () => {
      const sibling = path.findChild(parentId);
      if (sibling !== null) placeCaretAt(manuscript, path.indexOf(sibling));
    },
  };
}

/** The caret goes to the end of the parent's text; at the head, the parent becomes the head. */
export function goToParent({ client, path, manuscript }: IntentContext): PathIntent {
  return () => {
    const { currentPositionId: current, parentPositionId: parent } = manuscript.summary();
    if (current === null || parent === null) return null;
    const placeCaret = () => placeCaretAt(manuscript, path.indexOf(parent));
    if (current === path.headId) {
      return { send: (intent) => client.call('path.moveHead', { ...intent, to: parent }), done: placeCaret };
    }
    placeCaret();
    return null;
  };
}

/** The caret goes on along the path; at the head, on to the child last visited, else the newest. */
export function goToChild({ client, path, manuscript }: IntentContext): PathIntent {
  return () => {
    const { currentPositionId: current } = manuscript.summary();
    if (current === null) return null;
    if (current === path.headId) {
      return {
        send: (intent) => client.call('path.goToChild', intent),
        done: () => placeCaretAt(manuscript, path.length - 1),
      };
    }
    placeCaretAt(manuscript, path.indexOf(current) + 1);
    return null;
  };
}

/** Commits the draft as it stands, white space too. */
export function commitDraft({ client }: IntentContext): PathIntent {
  return () => ({
    send: (intent) => client.call('draft.commit', { ...intent, requestId: client.newRequestId() }),
  });
}

/** A continuation that arrived while the writer waited at its parent is shown as text, and becomes the head. */
export function arrive({ client, path, manuscript }: IntentContext, slot: ShownSlot): PathIntent {
  return () => {
    const { bufferLength } = manuscript.summary();
    if (path.headId !== slot.parentId || bufferLength > 0 || manuscript.isComposing()) return null;
    const { positionId, agentId, text } = slot;
    return {
      beforeSend: () => {
        manuscript.showStreaming(null);
        manuscript.append({
          nodeId: firstNodeAt(positionId),
          positionId,
          text,
          spans: wholeSpans(agentId, text.length),
        });
      },
      send: (intent) => client.call('path.arrive', { ...intent, positionId }),
    };
  };
}
