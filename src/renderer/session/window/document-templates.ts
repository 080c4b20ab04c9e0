import { MAX_NAME_LENGTH, MAX_TEMPLATE_LENGTH } from '../../../core/text/limits.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { DocumentTemplate } from '../../../ipc/preferences.ts';
import type { PathSnapshot } from '../../../ipc/wire/path.ts';
import {
  TEMPLATE_EMPTY,
  TEMPLATE_TOO_LONG,
  TOO_MANY_TEMPLATES,
  templateRemoved,
  templateReplaced,
  templateRestored,
  templateSaved,
} from '../../../ui-text/document-templates.ts';
import { nodesOf } from '../path/path-segments.ts';
import type { WindowScope } from './window-scope.ts';

/** As many are kept, those that were removed included. */
const MAX_TEMPLATES = 100;

/** The writer's own templates of documents, on this computer (`documents.md`, *Documents*). */
export function createDocumentTemplates({
  client,
  notices,
  preferences,
  setPreferences,
  flushDrafts,
}: WindowScope) {
  const all = () => preferences.get().documentTemplates;
  const set = (documentTemplates: readonly DocumentTemplate[]) => setPreferences({ documentTemplates });

  /** Puts a template in place of the one of its id, or after all others. */
  function put(template: DocumentTemplate): void {
    const isKnown = all().some(({ id }) => id === template.id);
    set(isKnown ? all().map((known) => (known.id === template.id ? template : known)) : [...all(), template]);
  }

  /** Makes room for another template: those that were removed go first, oldest first. */
  function makeRoom(): boolean {
    if (all().length < MAX_TEMPLATES) return true;
    const gone = all().find(({ isRemoved }) => isRemoved);
    set(all().filter((known) => known !== gone));
    return gone !== undefined;
  }

  function keep(name: string, text: string): void {
    const before = all().find((known) => known.name === name && !known.isRemoved);
    if (before === undefined && !makeRoom()) {
      notices.tell(TOO_MANY_TEMPLATES);
      return;
    }
    const id = before?.id ?? client.newRequestId();
    put({ id, name, text, isRemoved: false });
    if (before === undefined)
      notices.tellUndoable(templateSaved(name), () => set(all().filter((known) => known.id !== id)));
    else notices.tellUndoable(templateReplaced(name), () => put(before));
  }

  return {
    /** In the order they were saved. */
    get own(): readonly DocumentTemplate[] {
      return all().filter(({ isRemoved }) => !isRemoved);
    },

    get removed(): readonly DocumentTemplate[] {
      return all().filter(({ isRemoved }) => isRemoved);
    },

    /** Keeps the text of a document as a template of its title, in place of one that has it. */
    async save({ id, title }: LoomTree): Promise<void> {
      await notices.attempt(async () => {
        await flushDrafts();
        const text = shownText(await client.call('path.read', { treeId: id }));
        if (text.trim() === '') notices.tell(TEMPLATE_EMPTY);
        else if (text.length > MAX_TEMPLATE_LENGTH) notices.tell(TEMPLATE_TOO_LONG);
        else keep(title.slice(0, MAX_NAME_LENGTH), text);
      });
    },

    /** Lists a template no more. */
    remove(template: DocumentTemplate): void {
      put({ ...template, isRemoved: true });
      notices.tellUndoable(templateRemoved(template.name), () => put(template));
    },

    restore(template: DocumentTemplate): void {
      put({ ...template, isRemoved: false });
      notices.tell(templateRestored(template.name));
    },
  };
}

export type DocumentTemplates = ReturnType<typeof createDocumentTemplates>;

/** The text on the writer's path, with what is not committed. */
function shownText({ segments, edits, buffer }: PathSnapshot): string {
  const edited = new Map(edits.map(({ nodeId, text }) => [nodeId, text]));
  const texts = nodesOf(segments).map(({ nodeId, text }) => edited.get(nodeId) ?? text);
  return texts.join('') + buffer.text;
}
