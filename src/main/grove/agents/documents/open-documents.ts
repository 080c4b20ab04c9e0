/** The documents that commands read and write, as one turn sees them (`documents.md`, *Documents*). */

import { didYouMean } from '../../../../core/commands/did-you-mean.ts';
import { inOneLine } from '../../../../core/commands/quote-text.ts';
import { type FoundDocument, findDocument } from '../../../../core/documents/find-document.ts';
import type { NodeId, PositionId, TreeId } from '../../../../core/ids.ts';
import { layerPath } from '../../../../core/tree/tree-layer.ts';
import type { TreeNode } from '../../../../core/tree/tree-node.ts';
import type { PathView } from '../../../../core/tree/tree-view.ts';
import { listDocuments } from '../../../store/tables/trees.ts';
import { sqlViews } from '../../../store/tree/sql-tree.ts';
import { type DocumentText, readDocumentText } from '../../reading/document-text.ts';
import { withSentTitles } from '../../reading/sent-title.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandRefusal } from '../command-refusal.ts';

const MAX_TITLE = 60;
/** The most documents that an error names. */
const MAX_NAMED = 10;

export type KnownDocument = ReturnType<typeof listDocuments>[number];

/** The text of a document, and the path that has it. */
export interface OpenDocument extends DocumentText {
  readonly path: PathView;
}

/** A turn's writing in a document: the writer's path does not show it, but the turn continues from it. */
interface Written {
  head: PositionId | null;
  readonly versions: Map<PositionId, NodeId>;
}

/** A turn reads a document as the writer has committed it, with what the turn itself has written there. */
export class OpenDocuments {
  readonly #context: Pick<CommandContext, 'store' | 'writerId' | 'actor'>;
  readonly #written = new Map<TreeId, Written>();

  constructor(context: Pick<CommandContext, 'store' | 'writerId' | 'actor'>) {
    this.#context = context;
  }

  list(): readonly KnownDocument[] {
    const { store, writerId, actor } = this.#context;
    const documents = listDocuments(store);
    return actor.type === 'human' ? documents : withSentTitles(store, documents, writerId);
  }

  /**
   * The document that an address names, perhaps with a section of it.
   * @param tells whether an error lists the documents
   * @throws {CommandRefusal} NOT_FOUND; INVALID_SYNTAX if several have the title
   */
  find(address: string, tells = true): Extract<FoundDocument<KnownDocument>, { kind: 'one' }> {
    const documents = this.list();
    const found = findDocument(documents, address);
    if (found.kind === 'one') return found;
    if (found.kind === 'several') {
      const ids = found.documents.map(({ rootLocalId }) => `doc:[${rootLocalId}]`);
      throw new CommandRefusal(
        'INVALID_SYNTAX',
        `${found.documents.length} documents are called ${named(address)}`,
        `name one by its id: ${ids.join(' or ')}`,
      );
    }
    throw new CommandRefusal(
      'NOT_FOUND',
      `there is no document ${named(address)}`,
      tells ? hintFor(address, documents) : null,
    );
  }

  /** @throws {AspenError} NOT_FOUND if it is deleted; CORRUPT */
  read({ id }: Pick<KnownDocument, 'id'>): OpenDocument {
    const { store, writerId } = this.#context;
    const { tree, path: writerPath } = sqlViews(store, id, writerId);
    const path = this.#pathIn(id, writerPath);
    return { ...readDocumentText(store, id, { tree, path }), path };
  }

  /** The turn has written a text after a document, or a version in it. */
  onWritten(id: TreeId, node: Pick<TreeNode, 'id' | 'positionId'>, how: 'after' | 'version'): void {
    const written = this.#written.get(id) ?? { head: null, versions: new Map() };
    if (how === 'after') written.head = node.positionId;
    written.versions.set(node.positionId, node.id);
    this.#written.set(id, written);
  }

  #pathIn(id: TreeId, writerPath: PathView): PathView {
    const written = this.#written.get(id);
    if (written === undefined) return writerPath;
    const path = layerPath(writerPath);
    path.add({
      ...(written.head === null ? {} : { head: written.head }),
      selected: [...written.versions].map(([position, version]) => ({ position, version })),
      lastChild: [],
    });
    return path;
  }
}

/** A title or address in quotes, in one line. */
export function named(title: string): string {
  return title.startsWith('[') ? inOneLine(title, MAX_TITLE) : `"${inOneLine(title, MAX_TITLE)}"`;
}

function hintFor(address: string, documents: readonly KnownDocument[]): string {
  if (documents.length === 0) return 'there are no documents';
  const meant = didYouMean(
    address,
    documents.map(({ title }) => title),
  );
  if (meant !== null) return `did you mean doc:${named(meant)}`;
  const titles = documents.slice(-MAX_NAMED).map(({ title }) => named(title));
  const more = documents.length > titles.length ? ' …; → list documents' : '';
  return `the documents are ${titles.join(', ')}${more}`;
}
