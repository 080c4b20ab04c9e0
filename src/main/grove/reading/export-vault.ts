/** The documents of a grove as a folder of notes for Obsidian (`books.md`, *Folders*). */
import { documentSections, findSection } from '../../../core/documents/document-sections.ts';
import { foldName } from '../../../core/documents/find-document.ts';
import { AspenError } from '../../../core/errors.ts';
import { fileStemOf, stemsOfFolder } from '../../../core/exchange/file-name.ts';
import { type NoteTarget, noteTitle, vaultNote, vaultTag } from '../../../core/exchange/vault-note.ts';
import { rangesNotRead } from '../../../core/fences/levels.ts';
import type { NodeId, TreeId } from '../../../core/ids.ts';
import type { TextLink } from '../../../core/links/text-links.ts';
import { shownTagId } from '../../../core/tags/tag.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { FOLDER_TITLES, NO_DOCUMENTS } from '../../../ui-text/exchange.ts';
import type { FolderFile } from '../../exchange/write-folder-atomically.ts';
import { listNames } from '../../store/tables/marks/names.ts';
import { listAssignments } from '../../store/tables/marks/tag-assignments.ts';
import { listTags } from '../../store/tables/tags.ts';
import { listTrees } from '../../store/tables/trees.ts';
import type { GroveScope } from '../grove-scope.ts';
import type { FolderExport } from './export-branches.ts';
import { LinkResolver } from './resolve-links.ts';

type Scope = Pick<GroveScope, 'store' | 'writerId' | 'sessions' | 'now'>;

/** @throws {AspenError} INVALID_ARGUMENT if there are no documents */
export function exportVault(scope: Scope, groveName: string, withFences: boolean): FolderExport {
  const documents = listTrees(scope.store)
    .filter(({ kind, archivedAt }) => kind === 'document' && archivedAt === null)
    .toSorted((one, other) => one.title.localeCompare(other.title));
  if (documents.length === 0) throw new AspenError('INVALID_ARGUMENT', NO_DOCUMENTS);
  return {
    title: FOLDER_TITLES.documents(groveName),
    count: documents.length,
    files: filesOf(scope, documents, withFences),
  };
}

function* filesOf(scope: Scope, documents: readonly LoomTree[], withFences: boolean): Generator<FolderFile> {
  const resolver = new LinkResolver(scope);
  const stemOf = stemsOfFolder();
  const names = new Map(documents.map(({ id, title }) => [id, stemOf(noteTitle(title))]));
  const sections = new Map<TreeId, ReturnType<typeof documentSections>>();
  const textOf = (treeId: TreeId) =>
    resolver
      .partsOf(treeId)
      .map(({ text }) => text)
      .join('');
  const sectionsOf = (treeId: TreeId) => {
    const known = sections.get(treeId) ?? documentSections(textOf(treeId));
    sections.set(treeId, known);
    return known;
  };

  function findTarget(from: TreeId, nodeId: NodeId | null, link: TextLink): NoteTarget | null {
    const target = resolver.resolve(from, { ...link, nodeId });
    if (target === null) return null;
    const own = names.get(target.treeId);
    // In a note, a link to a section of it has no name.
    const name =
      link.name === '' && link.section !== null ? '' : (own ?? fileStemOf(noteTitle(target.title)));
    const headings = link.section === null ? [] : headingsOf(target.treeId, link.section);
    return { name, headings, title: target.title };
  }

  function headingsOf(treeId: TreeId, address: string): readonly string[] {
    const found = findSection(sectionsOf(treeId), address);
    const isWhole = found !== null && foldName(found.title) === foldName(address);
    return isWhole ? [found.title] : address.split('/');
  }

  for (const { id, title, rootPositionId } of documents) {
    const name = names.get(id) ?? '';
    const aliases = listNames(scope.store, id).flatMap(({ kind, shown, until }) =>
      kind === 'alias' && until === null ? [shown] : [],
    );
    const facts = {
      aliases: title === name ? aliases : [title, ...aliases],
      tags: tagsAt(scope, id, rootPositionId),
    };
    const parts = resolver.partsOf(id);
    let [part, end] = [-1, 0];
    const note = vaultNote(textOf(id), facts, (link) => {
      for (; end <= link.from && part < parts.length; end += parts[part]?.text.length ?? 0) part += 1;
      return findTarget(id, parts[part]?.nodeId ?? null, link);
    });
    yield { name: `${name}.md`, pieces: [withFences ? note : withoutFences(note)] };
  }
}

/** The tags of a document as it is shown with them. */
function tagsAt({ store }: Scope, treeId: TreeId, root: LoomTree['rootPositionId']): readonly string[] {
  const tags = new Map(listTags(store).map((tag) => [tag.id, tag]));
  const names = listAssignments(store, treeId).flatMap(({ tag, position }) => {
    const own = position === root ? tags.get(tag) : undefined;
    const shown = own === undefined ? undefined : tags.get(shownTagId(own));
    return shown === undefined || shown.archivedAt !== null ? [] : (vaultTag(shown.name) ?? []);
  });
  return [...new Set(names)].toSorted();
}

function withoutFences(text: string): string {
  return rangesNotRead(text)
    .toReversed()
    .reduce((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text);
}
