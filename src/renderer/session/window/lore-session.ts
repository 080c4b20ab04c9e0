import type { PositionId, TreeId } from '../../../core/ids.ts';
import { namesIn } from '../../../core/lore/names-in.ts';
import { MAX_TEMPLATE_LENGTH } from '../../../core/text/limits.ts';
import { LORE_TOO_LONG, madeLore, UNNAMED_LORE } from '../../../ui-text/lore.ts';
import { FocusRequest } from '../focus.ts';
import { LiveQueries } from '../live-query.ts';
import { createStore, readableOf } from '../store.ts';
import type { BesideDocuments } from './beside-documents.ts';
import type { WindowScope } from './window-scope.ts';

/** As many as are proposed as keys. */
const MAX_NAMES = 10;

/** The passages that entries of lore name, trying a key, and making an entry of a selection. */
export function createLoreSession(
  { client, notices, findGrove, findDeskOf, showGrovePane }: WindowScope,
  documents: BesideDocuments,
) {
  /** The first words of passages of the window's tree. */
  const words: LiveQueries<PositionId, string> = new LiveQueries({
    batch: 500,
    kept: 1_000,
    read: async (positionIds) => {
      const treeId = findGrove()?.openTreeId;
      if (treeId === undefined) return [];
      const labels = await client.call('tree.labels', { treeId, positionIds });
      return labels.map(({ positionId, excerpt }) => [positionId, excerpt.trim()] as const);
    },
    onError: notices.report,
  });

  const isTrying = createStore(false);
  const focusRequest = new FocusRequest<'field'>();

  return {
    words,
    /** The field that tries a key is shown in the Grove pane. */
    isTrying: readableOf(isTrying),

    focusRequest,

    startTrying(): void {
      showGrovePane();
      isTrying.set(true);
      focusRequest.request('field');
    },

    stopTrying(): void {
      isTrying.set(false);
    },

    /** The passage at the caret of the window's tree. Null where nothing is written, or the window's tree is this document. */
    passageAtCaret(document: TreeId): PositionId | null {
      const treeId = findGrove()?.openTreeId;
      if (treeId === undefined || treeId === document) return null;
      return findDeskOf(treeId)?.tree.findCurrent() ?? null;
    },

    /** Makes a document of a passage that is lore with the names in it as its keys, and shows it beside the text. */
    async makeOf(text: string): Promise<void> {
      const passage = text.trim();
      const names = namesIn(passage).slice(0, MAX_NAMES);
      const title = names[0] ?? UNNAMED_LORE;
      const whole = `# ${title}\n\n${passage}\n`;
      if (whole.length > MAX_TEMPLATE_LENGTH) return void notices.tell(LORE_TOO_LONG);
      const made = await documents.begin(whole, [names.length === 0 ? {} : { keys: names }]);
      if (made === undefined) return;
      notices.tellUndoable(madeLore(title), () =>
        client.call('tree.update', { treeId: made.id, archived: true }),
      );
    },
  };
}

export type LoreSession = ReturnType<typeof createLoreSession>;
