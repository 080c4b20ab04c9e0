import type { TreeId } from '../../../core/ids.ts';
import { rootOfName } from '../../../core/links/text-links.ts';
import type { EmbeddedText, LinkCompletion, LinkPlace, LinkToResolve } from '../../../ipc/wire/link.ts';
import {
  isPutAway,
  NEW_DOCUMENT_OF,
  nothingIsCalled,
  OTHER_VERSION,
  placeIsMissing,
  SHOW_VERSION,
} from '../../../ui-text/links.ts';
import type { LinkInText } from '../../surface.ts';
import { rememberFocus } from '../focus.ts';
import type { Place } from '../tree/navigation-commands.ts';
import type { WindowScope } from './window-scope.ts';

export type { LinkCompletion };

/** As many entries are listed at most. */
const MAX_LISTED = 12;

export interface LinksOptions extends WindowScope {
  /** Has commands go to a tree that is on the screen, or shows it: a document beside, if the keyboard is in one there. */
  goToTree(treeId: TreeId): Promise<void>;
  /** The writer leaves this place for another. */
  onJump(from: Place): void;
}

/** The links in the texts of a window: looking them up, listing and following them (`documents.md`, *Links*). */
export function createLinksSession({
  client,
  notices,
  findTree,
  goToTree,
  onJump,
  flushDrafts,
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

  return {
    create,

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
