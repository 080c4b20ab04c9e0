/**
 * No file gets texts or drafts of an earlier version that are longer than the bounds (`generation.md`,
 * *Bounds*) from another file.
 */
import { AspenError } from '../../../core/errors.ts';
import type { AgentId } from '../../../core/ids.ts';
import { isWithinBounds } from '../../../core/text/limits.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { textOf, type WholeNode } from '../../../core/tree/tree-node.ts';
import type { Reader } from '../connection/query.ts';
import { findLongDraft } from '../tables/drafts.ts';

/** @throws {AspenError} INVALID_ARGUMENT when the text of a node is too long */
export function requireTextFits({ localId, content, spans }: WholeNode, { title }: LoomTree): void {
  if (isWithinBounds([{ text: textOf(content), spans }])) return;
  throw tooLong(`The text ${localId} of “${title}”`, 'Split it in its own grove first.');
}

/** @throws {AspenError} INVALID_ARGUMENT when an agent's draft in the other file is too long */
export function requireDraftFits(from: Reader, { id, title }: LoomTree, agentId: AgentId): void {
  if (findLongDraft(from, id, agentId) !== undefined)
    throw tooLong(`The draft of “${title}”`, 'Open its own grove first, which puts it into branches.');
}

function tooLong(what: string, remedy: string): AspenError {
  return new AspenError('INVALID_ARGUMENT', `${what} is longer than a grove takes. ${remedy}`);
}
