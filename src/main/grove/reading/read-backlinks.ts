/** The places that lead to a tree or a passage, and those that only have its name (`documents.md`, *Links*). */
import { foldName } from '../../../core/documents/find-document.ts';
import { firstNodeAt, type NodeId, type PositionId, type TreeId } from '../../../core/ids.ts';
import { findLinks } from '../../../core/links/text-links.ts';
import type { TextRange } from '../../../core/text/span.ts';
import { snapToPairEnd, snapToPairStart } from '../../../core/text/surrogate-pair.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Backlink, BacklinkEnd, BacklinkPage, BacklinkState } from '../../../ipc/wire/link.ts';
import { searchText } from '../../store/search/search.ts';
import { listLinksAt, type StoredLink } from '../../store/tables/marks/links.ts';
import { listNames } from '../../store/tables/marks/names.ts';
import { findNode, findWholeNodes } from '../../store/tables/nodes.ts';
import { getTree } from '../../store/tables/trees.ts';
import { type LinkInText, listLinksBy } from '../../store/tree/backlinks.ts';
import { isHiddenAt } from '../../store/tree/lineage.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import type { GroveScope } from '../grove-scope.ts';
import { LinkResolver } from './resolve-links.ts';

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

/** A page of the places that lead to a tree, or to a passage of it. @throws {AspenError} NOT_FOUND */
export function readBacklinks(scope: Scope, wanted: BacklinksWanted): BacklinkPage {
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
  const by =
    positionId === null
      ? { names: namesOf(scope, treeId) }
      : { localIds: localIdsAt(scope, treeId, positionId) };
  const rows: Backlink[] = [...linked];
  let after = wanted.after;
  for (let read = 0; read < MAX_READ; ) {
    const limit = Math.max(1, wanted.limit - rows.length);
    const found = listLinksBy(scope.store, scope.writerId, by, { after, limit, old: all });
    read += found.length;
    for (const link of found) {
      after = { key: link.key, ordinal: link.ordinal };
      if (resolver.treeOf(link.name, link.treeId, link.createdAt) !== treeId) continue;
      const row = textRow(states, link);
      if (isWanted(row)) rows.push(row);
    }
    if (found.length < limit) return { rows, next: null };
    if (rows.length >= wanted.limit) break;
  }
  return { rows, next: after };
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
    const { tree, path } = sqlViews(this.#scope.store, treeId, this.#scope.writerId);
    return versionAt(tree, path, positionId).id === nodeId;
  }

  #treeOf(treeId: TreeId): LoomTree {
    const tree = this.#trees.get(treeId) ?? getTree(this.#scope.store, treeId);
    this.#trees.set(treeId, tree);
    return tree;
  }
}

function textRow(states: States, link: LinkInText): Backlink {
  const { nodeId, ordinal, treeId, positionId, noteOn, range, text, isShown } = link;
  // A note that was removed is pruned itself; what is above it is above the text that it is on.
  const own = states.of(treeId, positionId, isShown);
  const state = own === 'shown' && noteOn !== null ? states.of(treeId, noteOn, isShown) : own;
  return {
    id: `${nodeId} ${ordinal}`,
    kind: 'text',
    treeId,
    title: states.titleOf(treeId),
    nodeId,
    positionId,
    noteOn,
    range,
    ...around(text, range),
    state,
  };
}

/** A link that stands in no text; its note is what it says. */
function linkRow({ store }: Scope, states: States, link: StoredLink): Backlink {
  const { id, source, sourceTree: treeId, sourcePosition: positionId, note } = link;
  const node = findWholeNodes(store, [source]).get(source);
  const text = node === undefined ? '' : textOf(node.content);
  const range = { from: 0, to: 0 };
  return {
    id,
    kind: 'link',
    treeId,
    title: states.titleOf(treeId),
    nodeId: source,
    positionId,
    noteOn: null,
    range,
    ...around(text, range),
    words: note ?? '',
    state: states.of(treeId, positionId, states.shows(treeId, positionId, source)),
  };
}

/** The text around a range, on one line. */
function around(text: string, { from, to }: TextRange): Pick<Backlink, 'before' | 'words' | 'after'> {
  const start = Math.max(0, from - AROUND);
  const end = Math.min(text.length, to + AROUND);
  const before = text.slice(snapToPairEnd(text, start), from);
  const after = text.slice(to, snapToPairStart(text, end));
  const [link] = findLinks(text.slice(from, to));
  const words =
    link === undefined ? text.slice(from, to) : text.slice(from + link.words.from, from + link.words.to);
  return {
    before: `${start > 0 ? '…' : ''}${inLine(before)}`,
    words: inLine(words),
    after: `${inLine(after)}${end < text.length ? '…' : ''}`,
  };
}

function inLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** Places that have a name of a tree, outside of it, and are no link. @throws {AspenError} NOT_FOUND */
export function readMentions(scope: Scope, treeId: TreeId, limit: number): readonly Backlink[] {
  const { store } = scope;
  const names = listNames(store, treeId).filter(
    ({ until, shown }) => until === null && shown.length >= MIN_MENTION,
  );
  const states = new States(scope);
  const texts = new Map<NodeId, string>();
  const rows = names.flatMap(({ shown: name }) => {
    const { hits } = searchText(store, `"${name.replaceAll('"', ' ')}"`, {
      limit: 1_000,
      scanMilliseconds: SCAN,
    });
    return hits.flatMap((hit): readonly (Backlink & { readonly createdAt: number })[] => {
      const { nodeId, positionId, from, to } = hit;
      if (hit.treeId === treeId || nodeId === null) return [];
      const text =
        texts.get(nodeId) ?? textOf(findWholeNodes(store, [nodeId]).get(nodeId)?.content ?? NO_TEXT);
      texts.set(nodeId, text);
      if (findLinks(text).some((link) => link.from < to && link.to > from)) return [];
      const noteOn = hit.noteOn?.positionId ?? null;
      const range = { from, to };
      return [
        {
          id: `${nodeId} ${from}`,
          kind: 'mention',
          treeId: hit.treeId,
          title: states.titleOf(hit.treeId),
          nodeId,
          positionId,
          noteOn,
          range,
          ...around(text, range),
          state: states.of(hit.treeId, noteOn ?? positionId, states.shows(hit.treeId, positionId, nodeId)),
          createdAt: hit.createdAt,
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
