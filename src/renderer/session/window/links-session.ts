import type { LinkId, PositionId, TreeId } from '../../../core/ids.ts';
import { rootOfName, showWords } from '../../../core/links/text-links.ts';
import { MAX_QUOTE_LENGTH } from '../../../core/text/limits.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type {
  Backlink,
  EditedText,
  EmbeddedText,
  LinkCompletion,
  LinkPlace,
  LinkToResolve,
} from '../../../ipc/wire/link.ts';
import {
  isLinkedAlready,
  isPutAway,
  LINK_IN_ONE_LINE,
  LINK_QUESTION,
  LINK_REMOVED,
  linkedTo,
  NEW_DOCUMENT_OF,
  NO_BACKLINKS,
  NOTHING_TO_LINK,
  namesWritten,
  noFormerNames,
  nothingIsCalled,
  OTHER_VERSION,
  placeIsMissing,
  SHOW_VERSION,
  SOME_STAY,
  WRITE_NAMES,
} from '../../../ui-text/links.ts';
import { notesOnEqualTitles } from '../../../ui-text/tree/equal-titles.ts';
import type { LinkInText } from '../../surface.ts';
import type { TreeDesk } from '../desk/tree-desk.ts';
import { FocusRequest, rememberFocus } from '../focus.ts';
import type { BufferDesk } from '../manuscript/buffer-desk.ts';
import type { NoticeAction } from '../notices.ts';
import type { Place } from '../tree/navigation-commands.ts';
import type { PaletteSession } from './palette-session.ts';
import type { Desk } from './tree-desks.ts';
import type { WindowScope } from './window-scope.ts';

export type { LinkCompletion };

/** As many entries are listed at most, and to choose from. */
const MAX_LISTED = 12;
const MAX_CHOICES = 200;

export interface LinksOptions extends WindowScope {
  /** Has commands go to a tree that is on the screen, or shows it: a document beside, if the keyboard is in one there. */
  goToTree(treeId: TreeId): Promise<void>;
  /** The writer leaves this place for another. */
  onJump(from: Place): void;
  /** Those on the screen. */
  findDesks(): readonly Desk[];
  readonly palette: PaletteSession;
}

/** The links in the texts of a window: looking them up, listing and following them (`documents.md`, *Links*). */
export function createLinksSession({
  client,
  notices,
  findGrove,
  findTree,
  showTab,
  goToTree,
  onJump,
  flushDrafts,
  findDesks,
  palette,
}: LinksOptions) {
  function isDocument(treeId: TreeId): boolean {
    return findGrove()?.trees.some(({ id, kind }) => id === treeId && kind === 'document') === true;
  }

  async function goToPlace(
    { nodeId, positionId, from, isShown }: LinkPlace,
    isArrival: boolean,
  ): Promise<void> {
    const found = { nodeId, positionId, from, to: from, typed: nodeId === null, noteOn: null };
    const go = () => findTree()?.navigation.goToFound(found, isArrival);
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
    const isArrival = target.treeId !== from?.treeId;
    if (isArrival) {
      await goToTree(target.treeId);
      if (from !== null) onJump(from);
    }
    const tree = findTree();
    if (tree?.treeId !== target.treeId) return;
    if (target.place !== null) await goToPlace(target.place, isArrival);
    if (target.isPlaceMissing) notices.tell(placeIsMissing(target.title));
    if (isFocusKept()) tree.focus();
  }

  /** Commits what is typed in the documents on the screen, and in another manuscript, so that main can edit them. */
  async function commitTyped(other: TreeId | null = null): Promise<void> {
    for (const { tree, mode } of findDesks())
      if (isDocument(tree.treeId) || (tree.treeId === other && mode === 'buffer')) await tree.commit();
    await flushDrafts();
  }

  async function removeLink(linkId: LinkId): Promise<void> {
    await notices.attempt(async () => {
      await client.call('link.setRemoved', { linkId, removed: true });
      notices.tellUndoable(LINK_REMOVED, () => client.call('link.setRemoved', { linkId, removed: false }));
    });
  }

  /** Reports that a link was made beside the text. @param linkId null if it was there already */
  function tellLinked(linkId: LinkId | null, title: string): void {
    if (linkId === null) notices.tell(isLinkedAlready(title));
    else
      notices.tellUndoable(linkedTo(title), () => client.call('link.setRemoved', { linkId, removed: true }));
  }

  /** Links the words at the caret of a story. What is typed is committed first. */
  async function askForTarget({ tree }: BufferDesk): Promise<void> {
    const { treeId } = tree;
    const phrase = await tree.markCommands.committedPhrase();
    // A short text is linked as a whole.
    if (phrase === null) await tree.commit();
    const positionId = tree.findCurrent();
    const nodeId =
      phrase?.nodeId ?? (positionId === null ? undefined : tree.path.findHeader(positionId)?.nodeId);
    if (nodeId === undefined) {
      notices.tell(NOTHING_TO_LINK);
      return;
    }
    const quote = phrase === null || phrase.length > MAX_QUOTE_LENGTH ? null : phrase.text;
    const targets = (findGrove()?.trees ?? []).filter(({ id }) => id !== treeId);
    const notes = notesOnEqualTitles(targets);
    palette.askWhich({
      ...LINK_QUESTION,
      choices: targets.map(({ id, title }) => ({
        id,
        title,
        note: notes.get(id) ?? '',
        run: async () => {
          await notices.attempt(async () => {
            const { linkId } = await client.call('link.passage', { treeId, nodeId, quote, targetId: id });
            tellLinked(linkId, title);
          });
        },
      })),
    });
  }

  /** Makes a link of the selected words of a document. */
  async function askForLink({ tree, commands }: BufferDesk): Promise<void> {
    const words = commands.selectedText();
    if (words.includes('\n')) {
      notices.tell(LINK_IN_ONE_LINE);
      return;
    }
    const links = await notices.attempt(
      client.call('link.complete', { treeId: tree.treeId, typed: '', limit: MAX_CHOICES }),
    );
    palette.askWhich({
      ...LINK_QUESTION,
      choices: (links ?? []).map(({ words: name, title, text }) => ({
        id: text,
        title: name,
        note: title,
        run: () => commands.insert(words === '' ? text : showWords(text, words)),
      })),
    });
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

  /** The list of places that lead to a tree, or to a passage, is to take the keyboard. */
  const focusRequest = new FocusRequest<TreeId | PositionId>();

  return {
    create,
    writeNames,
    removeLink,
    focusRequest,

    /** Shows the places that lead to a document, or to the passage at the caret. */
    async showHere(tree: Pick<TreeDesk, 'treeId' | 'findCurrent'>, isBeside: boolean): Promise<void> {
      const { treeId } = tree;
      const positionId = isDocument(treeId) ? null : tree.findCurrent();
      await notices.attempt(async () => {
        const wanted = { treeId, positionId, after: null, limit: 1, all: false };
        const { rows } = await client.call('link.backlinks', wanted);
        if (rows.length === 0) notices.tell(NO_BACKLINKS);
        else {
          showTab(isBeside ? 'document' : 'node');
          focusRequest.request(positionId ?? treeId);
        }
      });
    },

    /** Links the words at the caret: in a document, in the text. */
    async linkPassage(desk: BufferDesk): Promise<void> {
      await (isDocument(desk.tree.treeId) ? askForLink(desk) : askForTarget(desk));
    },

    /** Makes a link of a mention of a tree. */
    async linkMention(
      treeId: TreeId,
      { treeId: from, nodeId, typed, range, before, words, after }: Backlink,
    ) {
      await notices.attempt(async () => {
        await commitTyped(typed ? from : null);
        const mention = { treeId: from, nodeId, typed, range, before, words, after };
        const linked = await client.call('link.mention', { treeId, mention });
        const title = findGrove()?.trees.find(({ id }) => id === treeId)?.title ?? '';
        if ('linkId' in linked) tellLinked(linked.linkId, title);
        else notices.tellUndoable(linkedTo(title), () => takeBack(linked.edited));
      });
    },

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
