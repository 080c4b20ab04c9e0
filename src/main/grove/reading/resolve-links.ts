/** The targets of links in texts, and the list after `[[` (`documents.md`, *Links*). */
import { documentSections, findSection } from '../../../core/documents/document-sections.ts';
import { foldName } from '../../../core/documents/find-document.ts';
import type { LocalId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { findLinks, rootOfName, writeLink } from '../../../core/links/text-links.ts';
import { type HeldName, holderOf } from '../../../core/links/tree-name.ts';
import { firstWords } from '../../../core/text/first-words.ts';
import type { TextRange } from '../../../core/text/span.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { LinkCompletion, LinkPlace, LinkTarget, LinkToResolve } from '../../../ipc/wire/link.ts';
import { listCurrentNames, listHolders } from '../../store/tables/marks/names.ts';
import { findNode, findWholeNodes } from '../../store/tables/nodes.ts';
import { listTrees } from '../../store/tables/trees.ts';
import { findLinkTime } from '../../store/tree/backlinks.ts';
import { findNodesByLocalIds } from '../../store/tree/local-ids.ts';
import { loadPath } from '../../store/tree/path-loading.ts';
import type { GroveScope } from '../grove-scope.ts';

type Scope = Pick<GroveScope, 'store' | 'writerId' | 'sessions' | 'now'>;

/** A text of those that a tree shows the writer. */
interface ShownPart {
  readonly nodeId: NodeId | null;
  readonly positionId: PositionId;
  readonly text: string;
}

/** A text, or a part of one. */
export type LinkedText = Pick<ShownPart, 'nodeId' | 'text'>;

/** Resolves names, and remembers what it has read. */
export class LinkResolver {
  readonly #scope: Scope;
  readonly #trees: ReadonlyMap<TreeId, LoomTree>;
  readonly #holders = new Map<string, readonly HeldName[]>();
  readonly #parts = new Map<TreeId, readonly ShownPart[]>();
  /** By the local ids of their roots; read when it is first needed. */
  #roots: Map<LocalId, TreeId> | null = null;

  constructor(scope: Scope) {
    this.#scope = scope;
    this.#trees = new Map(listTrees(scope.store).map((tree) => [tree.id, tree]));
  }

  /**
   * The tree that a name means.
   * @param name folded
   * @param from the tree of the text
   * @param at when the link was written
   */
  treeOf(name: string, from: TreeId, at: number): TreeId | null {
    if (name === '') return from;
    const root = rootOfName(name);
    const holders = this.#holders.get(name) ?? listHolders(this.#scope.store, name);
    this.#holders.set(name, holders);
    return (root === null ? null : this.#treeOfRoot(root)) ?? holderOf(holders, at);
  }

  /** The tree that a link means in a text of the tree `from`. @param nodeId the node; null for what is not committed */
  resolveTree(from: TreeId, nodeId: NodeId | null, name: string): TreeId | null {
    const folded = foldName(name);
    const at = nodeId === null ? null : findLinkTime(this.#scope.store, nodeId, folded);
    return this.treeOf(folded, from, at ?? this.#scope.now());
  }

  #treeOfRoot(localId: LocalId): TreeId | null {
    if (this.#roots === null) {
      this.#roots = new Map();
      // An archived tree comes last.
      const trees = [...this.#trees.values()].toSorted(
        (a, b) => Number(a.archivedAt !== null) - Number(b.archivedAt !== null),
      );
      for (const tree of trees) {
        const root = this.#rootOf(tree);
        if (!this.#roots.has(root)) this.#roots.set(root, tree.id);
      }
    }
    return this.#roots.get(localId) ?? null;
  }

  /** The target of a link in a text of the tree `from`; null if no tree has the name. */
  resolve(from: TreeId, link: LinkToResolve): LinkTarget | null {
    const treeId = this.resolveTree(from, link.nodeId, link.name);
    const tree = treeId === null ? undefined : this.#trees.get(treeId);
    if (tree === undefined) return null;
    const { id, title, kind, mode, archivedAt } = tree;
    const place =
      link.localId !== null
        ? this.#placeOfNode(id, link.localId, link.passage)
        : link.section === null
          ? null
          : this.#placeOfSection(id, link.section);
    const isPlaceMissing = place === null && (link.localId !== null || link.section !== null);
    return { treeId: id, title, kind, mode, archived: archivedAt !== null, place, isPlaceMissing };
  }

  #placeOfNode(treeId: TreeId, localId: LocalId, passage: TextRange | null): LinkPlace | null {
    const { store } = this.#scope;
    const [found] = findNodesByLocalIds(store, treeId, [localId]);
    const node = found === undefined ? undefined : findWholeNodes(store, [found.id]).get(found.id);
    if (node === undefined) return null;
    const { length } = textOf(node.content);
    const range = passage !== null && passage.to <= length ? passage : { from: 0, to: length };
    const isShown = this.partsOf(treeId).some(({ nodeId }) => nodeId === node.id);
    return { positionId: node.positionId, nodeId: node.id, ...range, isShown };
  }

  #placeOfSection(treeId: TreeId, address: string): LinkPlace | null {
    const parts = this.partsOf(treeId);
    const section = findSection(documentSections(joined(parts)), address);
    if (section === null) return null;
    let start = 0;
    for (const { nodeId, positionId, text } of parts) {
      const end = start + text.length;
      if (section.from < end) {
        const from = section.from - start;
        return { positionId, nodeId, from, to: Math.min(text.length, section.to - start), isShown: true };
      }
      start = end;
    }
    return null;
  }

  /** The texts that a link leads to: its node or passage, its section, or all that the tree shows. */
  textsOf({ treeId, place }: LinkTarget, section: string | null): readonly LinkedText[] {
    const parts = this.partsOf(treeId);
    if (section !== null) {
      const found = findSection(documentSections(joined(parts)), section);
      return found === null ? [] : sliceParts(parts, found);
    }
    if (place?.nodeId == null) return parts;
    const node = findWholeNodes(this.#scope.store, [place.nodeId]).get(place.nodeId);
    return node === undefined
      ? []
      : [{ nodeId: place.nodeId, text: textOf(node.content).slice(place.from, place.to) }];
  }

  /** The texts that a tree shows the writer: with what is typed, if its session is open. */
  partsOf(treeId: TreeId): readonly ShownPart[] {
    const known = this.#parts.get(treeId);
    if (known !== undefined) return known;
    const { store, writerId, sessions } = this.#scope;
    const shown = sessions.find(treeId)?.shown;
    const parts =
      shown === undefined
        ? loadPath(store, treeId, writerId).map(({ node }) => ({
            nodeId: node.id,
            positionId: node.positionId,
            text: textOf(node.content),
          }))
        : shown.shownParts().map((part, index) => ({ ...part, positionId: shown.positionAt(index) }));
    this.#parts.set(treeId, parts);
    return parts;
  }

  /** The items of the list for a text after `[[`, in the tree `from` (`link.complete`). */
  complete(from: TreeId, typed: string, limit: number): readonly LinkCompletion[] {
    const at = typed.indexOf('#');
    if (at < 0) return this.#completeTitle(from, typed, limit);
    const name = typed.slice(0, at).trim();
    const tree = this.#trees.get(this.treeOf(foldName(name), from, this.#scope.now()) ?? from);
    const isFound = name === '' || this.treeOf(foldName(name), from, this.#scope.now()) !== null;
    if (tree === undefined || !isFound) return [];
    const place = typed.slice(at + 1);
    const parts = { name: name === '' ? null : name, rootLocalId: this.#rootOf(tree) };
    const found = place.startsWith('^')
      ? this.#completeNode(tree, place.slice(1), parts)
      : this.#completeSection(tree, place, parts);
    return found.slice(0, limit);
  }

  #completeTitle(from: TreeId, typed: string, limit: number): readonly LinkCompletion[] {
    const wanted = foldName(typed);
    const names = listCurrentNames(this.#scope.store).flatMap((held) => {
      const tree = this.#trees.get(held.treeId);
      const rank = rankOf(foldName(held.shown), wanted);
      return tree === undefined || tree.archivedAt !== null || rank === null ? [] : [{ held, tree, rank }];
    });
    const byRank = names.toSorted((one, other) => one.rank - other.rank);
    const found = byRank.slice(0, limit).map(({ held, tree }): LinkCompletion => {
      const name = held.shown;
      const isAmbiguous = this.treeOf(foldName(name), from, this.#scope.now()) !== tree.id;
      const text = writeLink({ name, rootLocalId: this.#rootOf(tree), isAmbiguous });
      const title = held.kind === 'title' ? '' : tree.title;
      return { kind: 'tree', words: name, title, treeKind: tree.kind, text: text ?? '' };
    });
    const isNew = wanted !== '' && !names.some(({ held }) => foldName(held.shown) === wanted);
    const text = `[[${typed.trim()}]]`;
    const [link] = isNew ? findLinks(text) : [];
    if (link?.to !== text.length || link.name !== typed.trim()) return found;
    const words = typed.trim();
    return [...found, { kind: 'new', words, title: '', treeKind: 'document', text }];
  }

  #completeSection(
    { id, title, kind }: LoomTree,
    typed: string,
    parts: Pick<Parameters<typeof writeLink>[0], 'name' | 'rootLocalId'>,
  ): readonly LinkCompletion[] {
    const wanted = foldName(typed);
    const sections = documentSections(joined(this.partsOf(id)));
    return sections.flatMap((section): readonly LinkCompletion[] => {
      const outer = sections.findLast(
        (one) => one !== section && one.from < section.from && one.to >= section.to,
      );
      const address = [section.title, `${outer?.title}/${section.title}`].find(
        (one) => findSection(sections, one) === section,
      );
      if (address === undefined || rankOf(foldName(section.title), wanted) === null) return [];
      const text = writeLink({ ...parts, section: address });
      return text === null ? [] : [{ kind: 'section', words: section.title, title, treeKind: kind, text }];
    });
  }

  #completeNode(
    { id, title, kind }: LoomTree,
    typed: string,
    parts: Pick<Parameters<typeof writeLink>[0], 'name' | 'rootLocalId'>,
  ): readonly LinkCompletion[] {
    const wanted = foldName(typed);
    return this.partsOf(id).flatMap(({ nodeId, text }): readonly LinkCompletion[] => {
      const node = nodeId === null ? undefined : findNode(this.#scope.store, nodeId);
      const words = firstWords(text);
      if (node === undefined || words === null) return [];
      if (!node.localId.startsWith(wanted) && rankOf(foldName(words), wanted) === null) return [];
      const link = writeLink({ ...parts, localId: node.localId });
      return link === null ? [] : [{ kind: 'node', words, title, treeKind: kind, text: link }];
    });
  }

  #rootOf({ rootPositionId }: LoomTree): LocalId {
    return findNode(this.#scope.store, rootPositionId as string as NodeId)?.localId ?? ('' as LocalId);
  }
}

function joined(parts: readonly LinkedText[]): string {
  return parts.map(({ text }) => text).join('');
}

function sliceParts(parts: readonly LinkedText[], { from, to }: TextRange): readonly LinkedText[] {
  let start = 0;
  return parts.map(({ nodeId, text }) => {
    const begin = start;
    start += text.length;
    return { nodeId, text: text.slice(Math.max(0, from - begin), Math.max(0, to - begin)) };
  });
}

/** From 0, the beginning of the name, to 2, anywhere in it; null if it does not have what was typed. */
function rankOf(name: string, typed: string): number | null {
  if (name.startsWith(typed)) return 0;
  if (name.includes(` ${typed}`)) return 1;
  return name.includes(typed) ? 2 : null;
}
