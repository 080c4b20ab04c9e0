/** A tree while its import lasts: in the archive, with a description that marks it as incomplete. */
import type { AnnotatedAuthor } from '../../../core/exchange/annotations.ts';
import type { LayerReason } from '../../../core/history/layer-reason.ts';
import { laterVersions } from '../../../core/history/state-difference.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import { cutText, MAX_NAME_LENGTH, MAX_TITLE_LENGTH } from '../../../core/text/limits.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { Author, IdsAndClock } from '../../../core/tree/new-node.ts';
import { IMPORT_UNFINISHED, IMPORTED_TEXT } from '../../../ui-text/copies.ts';
import { UNKNOWN_AUTHOR } from '../../../ui-text/exchange.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { readHead } from '../../store/connection/log-head.ts';
import type { Store } from '../../store/connection/store.ts';
import { addAgent, listAgents } from '../../store/tables/agents.ts';
import { findDraft } from '../../store/tables/drafts.ts';
import { ownChain } from '../../store/tables/history/chain-ref.ts';
import { peekLastLayer } from '../../store/tables/history/read-layers.ts';
import { getHead, saveCaret } from '../../store/tables/path-state.ts';
import { getTree, updateTree } from '../../store/tables/trees.ts';
import { loadPathIds } from '../../store/tree/path-loading.ts';
import { stateDraftOf, writeWhole } from '../history/layer-recorder.ts';
import { insertTree } from '../writing/tree-commands.ts';

/** The maximum length of a title that is made of a text, in UTF-16 code units. */
const MAX_TITLE = 200;

/** Initial properties of a tree. */
export type NewTreeProperties = Pick<LoomTree, 'title'> &
  Partial<Pick<LoomTree, 'systemContext' | 'settings'>>;

/** Creates the tree, with its root. @throws {AspenError} what the store throws */
export function beginImport(
  store: Store,
  { title, ...properties }: NewTreeProperties,
  writerId: AgentId,
  idsAndClock: IdsAndClock,
): LoomTree {
  return store.transact((tx) => {
    const tree = insertTree(tx, title, writerId, idsAndClock);
    return changeTree(tx, tree.id, writerId, {
      ...properties,
      archivedAt: idsAndClock.now(),
      description: IMPORT_UNFINISHED,
    });
  });
}

/** Shows the complete tree, with the caret at the beginning. @throws {AspenError} what the store throws */
export function finishImport(
  store: Store,
  treeId: TreeId,
  writerId: AgentId,
  { now }: Pick<IdsAndClock, 'now'>,
): LoomTree {
  return store.transact((tx) => {
    saveCaret(tx, treeId, writerId, { anchor: 0, head: 0, scroll: 0 });
    // The last layer of an imported history has the path's text; comparing the two would read all of both.
    if (peekLastLayer(tx, ownChain(treeId, writerId)) === undefined)
      recordPath(tx, treeId, writerId, 'import');
    const settings = { ...getTree(tx, treeId).settings, importedAt: now() };
    return changeTree(tx, treeId, writerId, { archivedAt: null, description: null, settings });
  });
}

function changeTree(tx: FileTransaction, treeId: TreeId, by: AgentId, how: Partial<LoomTree>): LoomTree {
  const tree = { ...getTree(tx, treeId), ...how };
  updateTree(tx, by, tree);
  return tree;
}

/** A title made of the first line of a text, or of a name. */
export function shortenTitle(title: string): string {
  const line = title.replace(/\s+/gu, ' ').trim();
  if (line.length <= MAX_TITLE) return line === '' ? IMPORTED_TEXT : line;
  return `${line.slice(0, MAX_TITLE - 1).toWellFormed()}…`;
}

/** A title that another tree had, unchanged if this one may have it. */
export function keepTitle(title: string): string {
  const isTitle = title.length <= MAX_TITLE_LENGTH && title === title.replace(/\s+/gu, ' ').trim();
  return isTitle && title !== '' && title.isWellFormed() ? title : shortenTitle(title);
}

/** The model reference by which the agent is looked up. */
const MODEL_REF = 'import:unknown';

/**
 * The author of imported text whose author is not known. It is a model, so that its text verifies as one without a record
 * from a provider and never counts as a person's writing; archived, so that it is not offered for new text.
 */
export function addUnknownAuthor(tx: FileTransaction, by: AgentId, idsAndClock: IdsAndClock): Author {
  const known = listAgents(tx).find(({ modelRef }) => modelRef === MODEL_REF);
  if (known !== undefined) return { id: known.id, type: known.type };
  const now = idsAndClock.now();
  const id = idsAndClock.newId() as AgentId;
  addAgent(
    tx,
    {
      id,
      name: UNKNOWN_AUTHOR,
      type: 'model',
      modelRef: MODEL_REF,
      configuration: {},
      permissions: {},
      color: null,
      createdAt: now,
      updatedAt: now,
      archivedAt: now,
    },
    by,
  );
  return { id, type: 'model' };
}

/**
 * The author that a list in an imported file names: by its id, else by its name, else one that is added. A new model is archived,
 * and its text verifies as one without a record from a provider.
 */
export function findOrAddAuthor(
  tx: FileTransaction,
  { id, name, isHuman }: Pick<AnnotatedAuthor, 'id' | 'name' | 'isHuman'>,
  by: AgentId,
  idsAndClock: IdsAndClock,
): Author {
  const type = isHuman ? 'human' : 'model';
  const agents = listAgents(tx).filter((agent) => agent.type === type);
  const known = agents.find((agent) => agent.id === id) ?? agents.find((agent) => agent.name === name);
  if (known !== undefined) return { id: known.id, type };
  if (name === '') return isHuman ? { id: by, type } : addUnknownAuthor(tx, by, idsAndClock);
  const shown = cutText(name, MAX_NAME_LENGTH);
  const now = idsAndClock.now();
  const added = idsAndClock.newId() as AgentId;
  const origin = isHuman
    ? ({ modelRef: null, archivedAt: null } as const)
    : { modelRef: `import:${shown}`, archivedAt: now };
  const agent = { id: added, name: shown, type, ...origin, createdAt: now, updatedAt: now } as const;
  addAgent(tx, { ...agent, configuration: {}, permissions: {}, color: null }, by);
  return { id: added, type };
}

/**
 * Records what an agent's path in a manuscript shows, in the transaction that wrote it without `TreeTransactions`, as
 * an import does; nothing if the last layer is the same. Reads the whole path.
 * @throws {AspenError} NOT_FOUND; CORRUPT
 */
function recordPath(tx: FileTransaction, treeId: TreeId, agentId: AgentId, reason: LayerReason): void {
  const versions = new Set(laterVersions(loadPathIds(tx, treeId, agentId)));
  const draft = stateDraftOf(findDraft(tx, treeId, agentId));
  const state = { head: getHead(tx, treeId, agentId), versions, draft };
  writeWhole(tx, ownChain(treeId, agentId), reason, state, readHead(tx).seq);
}
