import type { TreeId } from '../../../core/ids.ts';
import { rootOfName } from '../../../core/links/text-links.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type {
  EditedText,
  EmbeddedText,
  LinkCompletion,
  LinkPlace,
  LinkToResolve,
} from '../../../ipc/wire/link.ts';
import {
  isPutAway,
  NEW_DOCUMENT_OF,
  namesWritten,
  noFormerNames,
  nothingIsCalled,
  OTHER_VERSION,
  placeIsMissing,
  SHOW_VERSION,
  SOME_STAY,
  WRITE_NAMES,
} from '../../../ui-text/links.ts';
import type { LinkInText } from '../../surface.ts';
import { rememberFocus } from '../focus.ts';
import type { NoticeAction } from '../notices.ts';
import type { Place } from '../tree/navigation-commands.ts';
import type { Desk } from './tree-desks.ts';
import type { WindowScope } from './window-scope.ts';

export type { LinkCompletion };

/** As many entries are listed at most. */
const MAX_LISTED = 12;

export interface LinksOptions extends WindowScope {
  /** Has commands go to a tree that is on the screen, or shows it: a document beside, if the keyboard is in one there. */
  goToTree(treeId: TreeId): Promise<void>;
  /** The writer leaves this place for another. */
  onJump(from: Place): void;
  /** Those on the screen. */
  findDesks(): readonly Desk[];
}

/** The links in the texts of a window: looking them up, listing and following them (`documents.md`, *Links*). */
export function createLinksSession({
  client,
  notices,
  findGrove,
  findTree,
  goToTree,
  onJump,
  flushDrafts,
  findDesks,
}: LinksOptions) {
  async function goToPlace({ nodeId, positionId, from, isShown }: LinkPlace): Promise<void> {
    const found = { nodeId, positionId, from, to: from, typed: nodeId === null, noteOn: null };
    const go = () => findTree()?.navigation.goToFound(found);
    // The path stays where another version is read, unless the writer wants the old one.
    if (isShown || nodeId === null) await go();
    else notices.tell(OTHER_VERSION, [{ label: SHOW_VERSION, run: () => void go() }]);
  }

  /** Creates a document beside what is shown. */
  async function create(title: string): Promise<void> {
    await notices.attempt(client.call('tree.create', { title, kind: 'document', isAside: true }));
  }

  async function follow(treeId: TreeId, link: LinkInText): Promise<void> {
    const isFocusKept = rememberFocus();
    // The place may have been typed a moment ago.
    await flushDrafts();
    const [target = null] = await client.call('link.resolve', { treeId, links: [linkToResolve(link)] });
    if (target === null) {
      const canCreate = link.name !== '' && rootOfName(link.name) === null;
      const run = async () => {
        await create(link.name);
        await notices.attempt(follow(treeId, link));
      };
      const offer = { label: NEW_DOCUMENT_OF, run: () => void run() };
      notices.tell(nothingIsCalled(link.name), canCreate ? [offer] : []);
      return;
    }
    if (target.archived) {
      notices.tell(isPutAway(target.title));
      return;
    }
    const from = findTree()?.navigation.findPlace() ?? null;
    if (target.treeId !== from?.treeId) {
      await goToTree(target.treeId);
      if (from !== null) onJump(from);
    }
    const tree = findTree();
    if (tree?.treeId !== target.treeId) return;
    if (target.place !== null) await goToPlace(target.place);
    if (target.isPlaceMissing) notices.tell(placeIsMissing(target.title));
    if (isFocusKept()) tree.focus();
  }

  /** Commits what is typed in the documents on the screen, so that main can edit them. */
  async function commitTyped(): Promise<void> {
    const trees = findGrove()?.trees ?? [];
    const isDocument = (treeId: TreeId) => trees.some(({ id, kind }) => id === treeId && kind === 'document');
    for (const { tree } of findDesks()) if (isDocument(tree.treeId)) await tree.commit();
    await flushDrafts();
  }

  async function takeBack(edited: readonly EditedText[]): Promise<void> {
    await commitTyped();
    const { kept } = await client.call('link.takeBack', { edited });
    if (kept > 0) notices.tell(SOME_STAY);
  }

  /** Writes the title of a tree into the links that have a former name of it. */
  async function writeNames({ id: treeId, title }: LoomTree): Promise<void> {
    await notices.attempt(async () => {
      await commitTyped();
      const { edited, ...written } = await client.call('link.writeNames', { treeId });
      if (edited.length === 0) notices.tell(noFormerNames(title));
      else notices.tellUndoable(namesWritten(title, written), () => takeBack(edited));
    });
  }

  return {
    create,
    writeNames,

    /** The action that a notice of a rename has, if links have the old name. */
    async offerToWrite(tree: LoomTree): Promise<readonly NoticeAction[]> {
      const former = await notices.attempt(client.call('link.countFormer', { treeId: tree.id }));
      const run = () => void writeNames(tree);
      return former === undefined || former.links === 0 ? [] : [{ label: WRITE_NAMES, run }];
    },

    /** Returns for each link of a tree's text if it leads somewhere; null if main cannot tell now. */
    async read(treeId: TreeId, links: readonly LinkInText[]): Promise<readonly boolean[] | null> {
      const targets = await notices.attempt(
        client.call('link.resolve', { treeId, links: links.map(linkToResolve) }),
      );
      return targets?.map((target) => target !== null && !target.isPlaceMissing) ?? null;
    },

    /** The text that an embed of a tree's text shows; null for none. */
    async embed(treeId: TreeId, link: LinkInText): Promise<EmbeddedText | null> {
      return (
        (await notices.attempt(client.call('link.embed', { treeId, link: linkToResolve(link) }))) ?? null
      );
    },

    /** The entries for what is typed after `[[` in a tree's text. */
    async complete(treeId: TreeId, typed: string): Promise<readonly LinkCompletion[]> {
      return (
        (await notices.attempt(client.call('link.complete', { treeId, typed, limit: MAX_LISTED }))) ?? []
      );
    },

    /** Goes where a link of a tree's text leads, or offers to create a document of its name. Reports its own failures. */
    async follow(treeId: TreeId, link: LinkInText): Promise<void> {
      await notices.attempt(follow(treeId, link));
    },
  };
}

export type LinksSession = ReturnType<typeof createLinksSession>;

/** Only what main takes: a link of the editor has its place too. */
function linkToResolve({ nodeId, name, section, localId, passage }: LinkInText): LinkToResolve {
  return { nodeId, name, section, localId, passage };
}
