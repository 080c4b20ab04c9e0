/** The places that lead to a tree or a passage, and those that only have its name (`documents.md`, *Links*). */
import { foldName } from '../../../core/documents/find-document.ts';
import { firstNodeAt, type NodeId, type PositionId, type TreeId } from '../../../core/ids.ts';
import { findLinks } from '../../../core/links/text-links.ts';
import type { TextRange } from '../../../core/text/span.ts';
import { snapToPairEnd, snapToPairStart } from '../../../core/text/surrogate-pair.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type {
  Backlink,
  BacklinkEnd,
  BacklinkPage,
  BacklinkState,
  LinkToResolve,
  PassageLink,
} from '../../../ipc/wire/link.ts';
import { searchText } from '../../store/search/search.ts';
import { listLinksAt, type StoredLink } from '../../store/tables/marks/links.ts';
import { listNames } from '../../store/tables/marks/names.ts';
import { findNode, findWholeNodes, getNode } from '../../store/tables/nodes.ts';
import { getTree, listTrees } from '../../store/tables/trees.ts';
import { type LinkInText, listLinksBy } from '../../store/tree/backlinks.ts';
import { isHiddenAt } from '../../store/tree/lineage.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import type { GroveScope } from '../grove-scope.ts';
import { LinkResolver } from './resolve-links.ts';

type TypedLink = Pick<LinkToResolve, 'nodeId' | 'name' | 'localId'>;
type TypedDraft = ReturnType<GroveScope['sessions']['typedDrafts']>[number];
type Scope = Pick<GroveScope, 'store' | 'writerId' | 'sessions' | 'now'>;

/** The most links that one page looks at: by the same name they may lead to another tree, or be set aside. */
const MAX_READ = 2_000;
/** Length of the text on each side of a link, in UTF-16 code units. */
const AROUND = 60;
/** Time that looking for mentions spends on older texts, in milliseconds. */
const SCAN = 500;
/** Shorter names are in too many words. */
const MIN_MENTION = 2;

export interface BacklinksWanted {
  readonly treeId: TreeId;
  readonly positionId: PositionId | null;
  readonly after: BacklinkEnd | null;
  readonly limit: number;
  readonly all: boolean;
}

/**
 * A page of the places that lead to a tree, or to a passage of it.
 * @param names the folded names of the tree by which links may lead there
 * @throws {AspenError} NOT_FOUND
 */
export function readBacklinks(
  scope: Scope,
  wanted: BacklinksWanted,
  names: readonly string[] = namesOf(scope, wanted.treeId),
): BacklinkPage {
  const { treeId, positionId, all } = wanted;
  const { rootPositionId } = getTree(scope.store, treeId);
  const resolver = new LinkResolver(scope);
  const states = new States(scope);
  const isWanted = (row: Backlink) => all || row.state === 'shown';
  const linked =
    wanted.after === null
      ? listLinksAt(scope.store, positionId ?? rootPositionId)
          .filter(({ targetPosition }) => targetPosition === (positionId ?? rootPositionId))
          .map((link) => linkRow(scope, states, link))
          .filter(isWanted)
      : [];
  const by = positionId === null ? { names } : { localIds: localIdsAt(scope, treeId, positionId) };
  const drafts = scope.sessions.typedDrafts();
  const isHere = (from: TreeId, { nodeId, name, localId }: TypedLink) =>
    ('names' in by ? by.names.includes(foldName(name)) : by.localIds.some((id) => id === localId)) &&
    resolver.resolveTree(from, nodeId, name) === treeId;
  const typed =
    wanted.after === null
      ? drafts.flatMap((draft) => typedRows(scope, states, draft, (link) => isHere(draft.treeId, link)))
      : [];
  /** Nodes that are shown as they were typed. */
  const retyped = new Set(drafts.flatMap(({ draft }) => draft.edits.map(({ nodeId }) => nodeId)));
  const rows: Backlink[] = [...typed.filter(isWanted), ...linked];
  let after = wanted.after;
  for (let read = 0; read < MAX_READ; ) {
    const limit = Math.max(1, wanted.limit - rows.length);
    const found = listLinksBy(scope.store, scope.writerId, by, { after, limit, old: all });
    read += found.length;
    for (const link of found) {
      after = { key: link.key, ordinal: link.ordinal };
      if (resolver.treeOf(link.name, link.treeId, link.writtenAt) !== treeId) continue;
      const row = textRow(states, { ...link, isShown: link.isShown && !retyped.has(link.nodeId) });
      if (isWanted(row)) rows.push(row);
    }
    if (found.length < limit) return { rows, next: null };
    if (rows.length >= wanted.limit) break;
  }
  return { rows, next: after };
}

/**
 * The links that a tree's present name can be written into: those in documents and notes, as they are shown, by names that the tree
 * no longer has. Messages stay as they were said.
 * @throws {AspenError} NOT_FOUND
 */
export function listFormerLinks(scope: Scope, treeId: TreeId): readonly Backlink[] {
  const { store } = scope;
  const names = listNames(store, treeId);
  const current = names.filter(({ until }) => until === null).map(({ shown }) => foldName(shown));
  const former = names.map(({ shown }) => foldName(shown)).filter((name) => !current.includes(name));
  const found: Backlink[] = [];
  let after: BacklinkEnd | null = null;
  do {
    const wanted: BacklinksWanted = { treeId, positionId: null, after, limit: MAX_READ, all: false };
    const page = readBacklinks(scope, wanted, [...new Set(former)]);
    found.push(...page.rows.filter(({ kind }) => kind === 'text'));
    after = page.next;
  } while (after !== null);
  const isMessage = new Map(listTrees(store).map(({ id, mode }) => [id, mode === 'dialogue']));
  return found.filter((link) => link.noteOn !== null || isMessage.get(link.treeId) !== true);
}

/** The folded names by which links may lead to a tree. */
function namesOf({ store }: Scope, treeId: TreeId): readonly string[] {
  const root = findNode(store, firstNodeAt(getTree(store, treeId).rootPositionId));
  const names = listNames(store, treeId).map(({ shown }) => foldName(shown));
  return [...new Set([...names, `^${root?.localId}`])];
}

function localIdsAt({ store, writerId }: Scope, treeId: TreeId, positionId: PositionId): readonly string[] {
  return sqlViews(store, treeId, writerId)
    .tree.versionsAt(positionId)
    .map(({ localId }) => localId);
}

/** Says whether places are in sight, and reads each tree and position once. */
class States {
  readonly #scope: Scope;
  readonly #trees = new Map<TreeId, LoomTree>();
  readonly #hidden = new Map<PositionId, boolean>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  titleOf(treeId: TreeId): string {
    return this.#treeOf(treeId).title;
  }

  of(treeId: TreeId, positionId: PositionId, isShown: boolean): BacklinkState {
    if (this.#treeOf(treeId).archivedAt !== null) return 'archived';
    const hidden = this.#hidden.get(positionId) ?? isHiddenAt(this.#scope.store, treeId, positionId);
    this.#hidden.set(positionId, hidden);
    if (hidden) return 'pruned';
    return isShown ? 'shown' : 'old';
  }

  /** Returns true if the writer's path shows a version where it runs through its position. */
  shows(treeId: TreeId, positionId: PositionId, nodeId: NodeId): boolean {
    return this.versionAt(treeId, positionId) === nodeId;
  }

  /** The version that the writer's path shows where it runs through a position. */
  versionAt(treeId: TreeId, positionId: PositionId): NodeId {
    const { tree, path } = sqlViews(this.#scope.store, treeId, this.#scope.writerId);
    return versionAt(tree, path, positionId).id;
  }

  #treeOf(treeId: TreeId): LoomTree {
    const tree = this.#trees.get(treeId) ?? getTree(this.#scope.store, treeId);
    this.#trees.set(treeId, tree);
    return tree;
  }
}

/** The links in what is typed in a tree and not committed. A story has none. */
function typedRows(
  { store }: Scope,
  states: States,
  { treeId, draft }: TypedDraft,
  isHere: (link: TypedLink) => boolean,
): readonly Backlink[] {
  const { kind, mode } = getTree(store, treeId);
  if (kind === 'story' && mode === 'buffer') return [];
  return [...draft.edits, { nodeId: null, ...draft.buffer }].flatMap(({ nodeId, text }) => {
    const positionId = nodeId === null ? draft.head : (findNode(store, nodeId)?.positionId ?? draft.head);
    const links = findLinks(text).filter((link) => isHere({ ...link, nodeId }));
    return links.map(
      (range): Backlink => ({
        id: `${nodeId ?? treeId} ${range.from}`,
        kind: 'text',
        treeId,
        title: states.titleOf(treeId),
        nodeId,
        positionId,
        noteOn: null,
        typed: true,
        range: { from: range.from, to: range.to },
        ...around(text, range),
        state: states.of(treeId, positionId, true),
      }),
    );
  });
}

function textRow(states: States, link: LinkInText): Backlink {
  const { nodeId, ordinal, treeId, positionId, noteOn, range, text, isShown } = link;
  // A note that was removed is pruned itself; what is above it is above the text that it is on.
  const own = states.of(treeId, positionId, isShown);
  const state = own === 'shown' && noteOn !== null ? states.of(treeId, noteOn.positionId, isShown) : own;
  return {
    id: `${nodeId} ${ordinal}`,
    kind: 'text',
    treeId,
    title: states.titleOf(treeId),
    nodeId,
    positionId,
    noteOn,
    typed: false,
    range,
    ...around(text, range),
    state,
  };
}

/** A link that stands in no text, with the words that it is from where they are now; its reason is what it says otherwise. */
function linkRow({ store }: Scope, states: States, link: StoredLink): Backlink {
  const { id, sourceTree: treeId, sourcePosition: positionId, quote, note } = link;
  const nodeId = states.versionAt(treeId, positionId);
  const node = findWholeNodes(store, [nodeId]).get(nodeId);
  const text = node === undefined ? '' : textOf(node.content);
  const found = quote === null ? -1 : text.indexOf(quote);
  const isThere = quote !== null && found >= 0 && text.indexOf(quote, found + 1) < 0;
  const range = isThere ? { from: found, to: found + quote.length } : { from: 0, to: 0 };
  return {
    id,
    kind: 'link',
    treeId,
    title: states.titleOf(treeId),
    nodeId,
    positionId,
    noteOn: null,
    typed: false,
    range,
    ...around(text, range),
    ...(isThere ? {} : { words: inLine(quote ?? note ?? '') }),
    state: states.of(treeId, positionId, true),
  };
}

/** The links from a passage that stand in no text, oldest first. @throws {AspenError} NOT_FOUND */
export function readPassageLinks(
  { store }: Scope,
  treeId: TreeId,
  positionId: PositionId,
): readonly PassageLink[] {
  return listLinksAt(store, positionId)
    .filter(({ sourcePosition, sourceTree }) => sourcePosition === positionId && sourceTree === treeId)
    .map((link) => {
      const { id, quote, note, section, targetTree, targetTitle, targetLocalId } = link;
      const { title, rootPositionId } = getTree(store, targetTree);
      const name = `^${getNode(store, firstNodeAt(rootPositionId)).localId}`;
      const localId = targetTitle === null ? targetLocalId : null;
      const target = { nodeId: null, name, section, localId, passage: null };
      return { id, words: inLine(quote ?? note ?? ''), title, target };
    });
}

/** The text around a range in its paragraph, on one line. */
function around(text: string, { from, to }: TextRange): Pick<Backlink, 'before' | 'words' | 'after'> {
  const first = text.slice(0, from).lastIndexOf('\n') + 1;
  const lineEnd = text.indexOf('\n', to);
  const last = lineEnd < 0 ? text.length : lineEnd;
  const start = Math.max(first, from - AROUND);
  const end = Math.min(last, to + AROUND);
  const before = text.slice(snapToPairEnd(text, start), from);
  const after = text.slice(to, snapToPairStart(text, end));
  const [link] = findLinks(text.slice(from, to));
  const words =
    link === undefined ? text.slice(from, to) : text.slice(from + link.words.from, from + link.words.to);
  return {
    before: `${start > first ? '…' : ''}${inLine(before)}`,
    words: inLine(words),
    after: `${inLine(after)}${end < last ? '…' : ''}`,
  };
}

function inLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** Places that have a name of a tree, outside of it, and are no link. @throws {AspenError} NOT_FOUND */
export function readMentions(scope: Scope, treeId: TreeId, limit: number): readonly Backlink[] {
  const { store, writerId } = scope;
  const states = new States(scope);
  const drafts = scope.sessions.typedDrafts();
  const typed = { texts: drafts.map((draft) => ({ ...draft, writerId })), now: scope.now() };
  const texts = new Map<string, string>();
  for (const { treeId: from, draft } of drafts)
    for (const { nodeId, text } of [...draft.edits, { nodeId: from, ...draft.buffer }])
      texts.set(nodeId, text);
  const textIn = (id: NodeId) => {
    const text = texts.get(id) ?? textOf(findWholeNodes(store, [id]).get(id)?.content ?? NO_TEXT);
    texts.set(id, text);
    return text;
  };
  const names = listNames(store, treeId).filter(
    ({ until, shown }) => until === null && shown.length >= MIN_MENTION,
  );
  const linked = new Set(
    listLinksAt(store, getTree(store, treeId).rootPositionId).map(
      ({ sourcePosition, quote }) => `${sourcePosition} ${quote}`,
    ),
  );
  const rows = names.flatMap(({ shown: name }) => {
    const options = { limit: 1_000, scanMilliseconds: SCAN, typed };
    const { hits } = searchText(store, `"${name.replaceAll('"', ' ')}"`, options);
    return hits.flatMap((hit): readonly (Backlink & { readonly createdAt: number })[] => {
      const { nodeId, positionId, from, to, noteOn, createdAt } = hit;
      const text = nodeId === null ? (texts.get(hit.treeId) ?? '') : textIn(nodeId);
      const isLinked =
        linked.has(`${positionId} ${text.slice(from, to)}`) ||
        findLinks(text).some((link) => link.from < to && link.to > from);
      if (hit.treeId === treeId || isLinked) return [];
      const isShown = hit.typed || nodeId === null || states.shows(hit.treeId, positionId, nodeId);
      const range = { from, to };
      return [
        {
          id: `${nodeId ?? hit.treeId} ${from}`,
          kind: 'mention',
          treeId: hit.treeId,
          title: states.titleOf(hit.treeId),
          nodeId,
          positionId,
          noteOn,
          typed: hit.typed,
          range,
          ...around(text, range),
          state: states.of(hit.treeId, noteOn?.positionId ?? positionId, isShown),
          createdAt,
        },
      ];
    });
  });
  return rows
    .filter(({ state }) => state === 'shown')
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .slice(0, limit)
    .map(({ createdAt: _, ...row }) => row);
}

const NO_TEXT = { type: 'text', text: '' } as const;
