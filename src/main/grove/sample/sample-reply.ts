import { gzipSync } from 'node:zlib';
import type { NodeId, ResponseId } from '../../../core/ids.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import { getNode } from '../../../core/tree/new-node.ts';
import { continueWithResponse } from '../../../core/tree/operations.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { addResponse, packResponse, type RawApiResponse } from '../../store/tables/responses.ts';
import { writeChange } from '../../store/tables/write-change.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import type { SampleStep } from './sample-source.ts';
import { getAuthor, getNamed, type StepContext } from './step-context.ts';

type ReplyStep = SampleStep & { readonly kind: 'reply' };

/** How long the model took, in milliseconds. */
const TOOK = 4_000;

/**
 * Writes a reply with the record of its answer, which was made up like the reply: from there come what the model reasoned
 * and whether it was cut off. No path moves.
 * @throws {BugError} if the step refers to a node or an author that does not exist
 */
export function writeReply(tx: FileTransaction, step: ReplyStep, context: StepContext): void {
  const { treeId, authors, names, idsAndClock } = context;
  const author = getAuthor(authors, step.by);
  const { tree, path } = sqlViews(tx, treeId, getAuthor(authors, 'writer').id);
  const parentId = getNode(tree, getNamed(names, step.after)).positionId;
  const body = bodyOf(step);
  const response = recordOf(body, context);
  const packed = packResponse(response, { gzippedBody: gzipSync(body), headers: {} }, idsAndClock.sha256);
  addResponse(tx, packed, { treeId, agentId: author.id });
  const { text, ends, continues } = step;
  const content = { content: { type: 'text', text }, spans: wholeSpans(author.id, text.length) } as const;
  const details = {
    nodeId: idsAndClock.newId() as NodeId,
    responseId: response.id,
    responseHash: response.bodySha256,
    choiceIndex: 0,
    seam: { promptTrimmed: 0, answerTrimmed: 0, ...(continues ? { continues } : {}) },
    finishReason: ends,
  };
  const origin = versionAt(tree, path, parentId).id;
  const change = continueWithResponse(tree, parentId, origin, content, author, details, idsAndClock);
  writeChange(tx, treeId, author.id, change, 'generate', { response: packed.digest });
  names.set(step.name, details.nodeId);
}

/** What a service would have answered. */
function bodyOf({ text, reasoning, ends }: ReplyStep): string {
  const reasoned = reasoning === '' ? {} : { reasoning_content: reasoning };
  const message = { role: 'assistant', ...reasoned, content: text };
  return JSON.stringify({ choices: [{ index: 0, message, finish_reason: ends }] });
}

function recordOf(body: string, { idsAndClock }: StepContext): RawApiResponse {
  const respondedAt = idsAndClock.now();
  return {
    id: idsAndClock.newId() as ResponseId,
    provider: 'sample',
    requestId: null,
    modelIdentifier: 'surveyor',
    request: { style: 'chat', model: 'surveyor' },
    bodySha256: idsAndClock.sha256(body),
    requestedAt: respondedAt - TOOK,
    respondedAt,
    latencyMs: TOOK,
    tokenUsage: null,
    redacted: [],
    decoded: false,
    createdAt: respondedAt,
  };
}
