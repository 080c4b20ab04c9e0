import type { LinkId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import type { DocumentToShare } from '../../ipc/wire/copies.ts';
import type {
  Backlink,
  BacklinkPage,
  EditedText,
  EmbeddedText,
  LinkCompletion,
  LinkedMention,
  LinkTarget,
  LinkToResolve,
  Mention,
  PassageLink,
  WrittenNames,
} from '../../ipc/wire/link.ts';
import type { GroveScope } from './grove-scope.ts';
import { listDocumentsToShare } from './reading/documents-to-share.ts';
import {
  type BacklinksWanted,
  listFormerLinks,
  readBacklinks,
  readMentions,
  readPassageLinks,
} from './reading/read-backlinks.ts';
import { readEmbed } from './reading/read-embed.ts';
import { LinkResolver } from './reading/resolve-links.ts';
import { takeEditsBack } from './writing/edit-texts.ts';
import { linkMention, linkPassage, setLinkRemoved, writeNames } from './writing/write-links.ts';

/** The links in the texts of an open grove, by the names that its trees have (`documents.md`, *Links*). */
export class GroveLinks {
  readonly #scope: GroveScope;

  constructor(scope: GroveScope) {
    this.#scope = scope;
  }

  /** The targets of links in the texts of a tree, in the given order; null for a name that no tree has. */
  resolve(treeId: TreeId, links: readonly LinkToResolve[]): readonly (LinkTarget | null)[] {
    const resolver = new LinkResolver(this.#scope);
    return links.map((link) => resolver.resolve(treeId, link));
  }

  /** The text that an embed in a tree's text shows; null if its link leads nowhere. */
  embed(treeId: TreeId, link: LinkToResolve): EmbeddedText | null {
    return readEmbed(new LinkResolver(this.#scope), treeId, link);
  }

  /** The items of the list for a text after `[[` (`link.complete`). */
  complete(treeId: TreeId, typed: string, limit: number): readonly LinkCompletion[] {
    return new LinkResolver(this.#scope).complete(treeId, typed, limit);
  }

  /** The documents that can be shared with a path, and what links to them (`copy.documents`). @throws {AspenError} NOT_FOUND */
  documentsToShare(treeId: TreeId): readonly DocumentToShare[] {
    return listDocumentsToShare(this.#scope, treeId);
  }

  /** The places that lead to a tree or to a passage, a page. @throws {AspenError} NOT_FOUND */
  backlinks(wanted: BacklinksWanted): BacklinkPage {
    return readBacklinks(this.#scope, wanted);
  }

  /** Places outside a tree that have a name of it and are no link. @throws {AspenError} NOT_FOUND */
  mentions(treeId: TreeId, limit: number): readonly Backlink[] {
    return readMentions(this.#scope, treeId, limit);
  }

  /** The links from a passage that stand in no text, oldest first. @throws {AspenError} NOT_FOUND */
  from(treeId: TreeId, positionId: PositionId): readonly PassageLink[] {
    return readPassageLinks(this.#scope, treeId, positionId);
  }

  /** Links a text, or words of it, to a tree (`linkPassage`). @throws {AspenError} as `linkPassage` */
  linkPassage(
    treeId: TreeId,
    passage: { readonly nodeId: NodeId; readonly quote: string | null },
    targetId: TreeId,
  ): LinkId | null {
    const made = linkPassage(this.#scope, treeId, passage, targetId);
    this.#scope.notifyChanged();
    return made;
  }

  /** Takes a link that stands in no text away, or brings it back. @throws {AspenError} NOT_FOUND */
  setRemoved(linkId: LinkId, removed: boolean): void {
    setLinkRemoved(this.#scope, linkId, removed);
    this.#scope.notifyChanged();
  }

  /** Makes a link of a mention of a tree (`linkMention`). @throws {AspenError} as `linkMention` */
  linkMention(treeId: TreeId, mention: Mention): LinkedMention {
    const linked = linkMention(this.#scope, treeId, mention);
    this.#scope.notifyChanged();
    return linked;
  }

  /** The links that `writeNames` would change. @throws {AspenError} NOT_FOUND */
  countFormer(treeId: TreeId): number {
    return listFormerLinks(this.#scope, treeId).length;
  }

  /** Writes a tree's present name into links by former ones (`writeNames`). @throws {AspenError} NOT_FOUND; what the store throws */
  writeNames(treeId: TreeId): WrittenNames {
    const written = writeNames(this.#scope, treeId);
    this.#scope.notifyChanged();
    return written;
  }

  /** Takes edits back, and returns how many stay (`takeEditsBack`). @throws {AspenError} as `takeEditsBack` */
  takeBack(edited: readonly EditedText[]): number {
    const kept = takeEditsBack(this.#scope, edited);
    this.#scope.notifyChanged();
    return kept.length;
  }
}
