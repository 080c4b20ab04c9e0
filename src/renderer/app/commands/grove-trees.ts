/** The trees of the grove: creating, naming, duplicating, moving and archiving them. */
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { type DocumentTemplate, SPELLING_LANGUAGES } from '../../../ipc/preferences.ts';
import { LANGUAGE_NAMES, SPELLING_CHOICE } from '../../../ui-text/app.ts';
import {
  NEW_DOCUMENT_BESIDE_FROM,
  NEW_DOCUMENT_FROM,
  OWN_TEMPLATE,
  REMOVE_TEMPLATE,
  RESTORE_TEMPLATE,
  SAVE_AS_TEMPLATE,
  TEMPLATE_QUESTION,
  TEMPLATES,
} from '../../../ui-text/document-templates.ts';
import { DOCUMENT_IN_THE_MIDDLE } from '../../../ui-text/documents.ts';
import { NO_SUMMARY_MODEL } from '../../../ui-text/settings/summary-model.ts';
import { notesOnEqualTitles } from '../../../ui-text/tree/equal-titles.ts';
import { chooseHint } from '../../../ui-text/window/palette.ts';
import type { DocumentTemplates } from '../../session/window/document-templates.ts';
import type { TreesSession } from '../../session/window/trees-session.ts';
import {
  type Command,
  type CommandContext,
  findDocument,
  NO_KEYS,
  treeKey,
  withTree,
  writable,
  writableTalk,
} from './command.ts';

/** Makes a command act on the window's tree. */
function withShown(act: (trees: TreesSession, tree: LoomTree) => void | Promise<void>) {
  return ({ session }: CommandContext) => {
    const tree = session.trees.findShown();
    return tree === null ? undefined : act(session.trees, tree);
  };
}

/** Makes a command ask for one of several trees and act on it. */
function withChosen(
  verb: string,
  choices: (trees: TreesSession) => readonly LoomTree[],
  act: (context: CommandContext, tree: LoomTree) => void | Promise<void>,
) {
  return (context: CommandContext) => {
    const { session } = context;
    const notes = notesOnEqualTitles(session.trees.all);
    session.palette.askWhich({
      label: 'Tree',
      hint: chooseHint(verb),
      choices: choices(session.trees).map((tree) => ({
        id: tree.id,
        title: tree.title,
        note: notes.get(tree.id) ?? '',
        run: () => act(context, tree),
      })),
    });
  };
}

/** Makes a command ask what a new document begins with. @param begin gets its text */
function withTemplate(begin: (context: CommandContext, text: string) => Promise<unknown>) {
  return (context: CommandContext) => {
    const { palette, templates } = context.session;
    const choices = [
      ...TEMPLATES.map((template) => ({ ...template, note: '' })),
      ...templates.own.map((template) => ({ ...template, note: OWN_TEMPLATE })),
    ];
    palette.askWhich({
      ...TEMPLATE_QUESTION,
      choices: choices.map(({ id, name, note, text }) => ({
        id,
        title: name,
        note,
        run: async () => void (await begin(context, text)),
      })),
    });
  };
}

/** Makes a command ask for one of the writer's templates. */
function withOwnTemplate(
  verb: string,
  list: (templates: DocumentTemplates) => readonly DocumentTemplate[],
  act: (templates: DocumentTemplates, template: DocumentTemplate) => void,
) {
  return ({ session: { palette, templates } }: CommandContext) => {
    palette.askWhich({
      label: TEMPLATE_QUESTION.label,
      hint: chooseHint(verb),
      choices: list(templates).map((template) => ({
        id: template.id,
        title: template.name,
        note: '',
        run: () => act(templates, template),
      })),
    });
  };
}

const canRemoveShown = (context: CommandContext) => {
  const { trees } = context.session;
  const shown = trees.findShown();
  return writable(context) && shown !== null && trees.canRemove(shown);
};
/** The window's tree is a conversation about another. */
const isAboutTree = ({ session }: CommandContext) => session.trees.findShown()?.topicTreeId != null;
/** No grove is open yet: a conversation begins with a grove for it. */
const isWelcome = ({ session }: CommandContext) => session.scene.get().kind === 'welcome';
const hasArchived = (context: CommandContext) =>
  writable(context) && context.session.trees.archived.length > 0;

/** The document beside the window's tree, while the tab shows it. */
function findDocumentBeside({ session }: CommandContext) {
  const document = session.documents.findChosen();
  return document !== null && session.isBeside(document.id) ? document : null;
}

export const groveTrees = [
  {
    id: 'grove.newTree',
    title: 'New tree',
    keys: NO_KEYS,
    when: writable,
    run: ({ session }) => session.trees.create(),
  },
  {
    id: 'grove.newDocument',
    title: NEW_DOCUMENT_FROM,
    keys: NO_KEYS,
    when: writable,
    run: withTemplate(({ session }, text) => session.trees.create('buffer', 'document', text)),
  },
  {
    id: 'document.newBeside',
    title: NEW_DOCUMENT_BESIDE_FROM,
    keys: NO_KEYS,
    when: writable,
    run: withTemplate(({ session }, text) => session.documents.begin(text)),
  },
  {
    id: 'document.saveTemplate',
    title: SAVE_AS_TEMPLATE,
    keys: NO_KEYS,
    when: (context) => findDocument(context) !== null,
    run: (context) => {
      const document = findDocument(context);
      return document === null ? undefined : context.session.templates.save(document);
    },
  },
  {
    id: 'document.removeTemplate',
    title: REMOVE_TEMPLATE.title,
    keys: NO_KEYS,
    when: ({ session }) => session.templates.own.length > 0,
    run: withOwnTemplate(
      REMOVE_TEMPLATE.verb,
      (templates) => templates.own,
      (templates, template) => templates.remove(template),
    ),
  },
  {
    id: 'document.restoreTemplate',
    title: RESTORE_TEMPLATE.title,
    keys: NO_KEYS,
    when: ({ session }) => session.templates.removed.length > 0,
    run: withOwnTemplate(
      RESTORE_TEMPLATE.verb,
      (templates) => templates.removed,
      (templates, template) => templates.restore(template),
    ),
  },
  {
    id: 'view.document',
    title: 'Document tab',
    keys: treeKey('o'),
    when: withTree,
    // From the document, the same key goes back to the text.
    run: ({ session, isBeside, manuscript }) => {
      const shown = session.scene.get();
      if (isBeside && manuscript !== null && shown.kind === 'grove') shown.desk.tree.focus();
      else session.documents.focus();
    },
  },
  {
    id: 'document.widen',
    title: DOCUMENT_IN_THE_MIDDLE,
    keys: NO_KEYS,
    when: (context) => withTree(context) && findDocumentBeside(context) !== null,
    run: async (context) => {
      const document = findDocumentBeside(context);
      if (document === null) return;
      context.session.documents.choose(document.id);
      await context.session.showTree(document.id);
    },
  },
  {
    id: 'grove.newConversation',
    title: 'New conversation',
    keys: NO_KEYS,
    when: (context) => writable(context) || isWelcome(context),
    run: async (context) => {
      const { session } = context;
      if (isWelcome(context)) await session.opening.newGrove();
      if (session.findTree() !== null) await session.trees.create('dialogue');
    },
  },
  {
    id: 'grove.goToTree',
    title: 'Go to tree…',
    keys: NO_KEYS,
    when: (context) => withTree(context) && (context.session.trees.active.length > 1 || isAboutTree(context)),
    run: withChosen(
      'Go to',
      (trees) => trees.active,
      ({ session }, { id }) => session.showTree(id),
    ),
  },
  {
    id: 'grove.filterTrees',
    title: 'Filter the trees',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => session.trees.setFilter(session.trees.state.get().filter ?? ''),
  },
  {
    id: 'grove.renameTree',
    title: 'Rename this tree…',
    keys: NO_KEYS,
    when: writable,
    run: withShown((trees, { id }) => trees.edit(id, 'title')),
  },
  {
    id: 'grove.describeTree',
    title: 'Describe this tree…',
    keys: NO_KEYS,
    when: writable,
    run: withShown((trees, { id }) => trees.edit(id, 'description')),
  },
  {
    id: 'grove.summariseTree',
    title: 'Summarise this tree with a model',
    keys: NO_KEYS,
    when: writable,
    run: (context) => {
      const { preferences, notices } = context.session;
      if (preferences.get().summaryModel === '') notices.tell(NO_SUMMARY_MODEL);
      else return withShown((trees, tree) => trees.summarise(tree))(context);
    },
  },
  {
    id: 'grove.treeLanguage',
    title: 'Language of this tree…',
    keys: NO_KEYS,
    when: writable,
    run: (context) =>
      withShown((trees, tree) => {
        context.session.palette.askWhich({
          ...SPELLING_CHOICE,
          choices: SPELLING_LANGUAGES.map((language) => ({
            id: language,
            title: LANGUAGE_NAMES[language],
            note: '',
            run: () => trees.setLanguage(tree, language),
          })),
        });
      })(context),
  },
  {
    id: 'grove.duplicateTree',
    title: 'Duplicate this tree',
    keys: NO_KEYS,
    when: writable,
    run: withShown((trees, tree) => trees.duplicate(tree)),
  },
  {
    id: 'grove.asManuscript',
    title: 'Duplicate as manuscript',
    keys: NO_KEYS,
    when: writableTalk,
    run: ({ session, conversation }) =>
      conversation === null ? undefined : session.trees.makeManuscript(conversation.tree.treeId),
  },
  {
    id: 'grove.moveTree',
    title: 'Move this tree to another grove…',
    keys: NO_KEYS,
    when: (context) => canRemoveShown(context) && !isAboutTree(context),
    run: withShown((trees, tree) => trees.move(tree)),
  },
  {
    id: 'grove.archiveTree',
    title: 'Put this tree away',
    keys: NO_KEYS,
    when: canRemoveShown,
    run: withShown((trees, tree) => trees.archive(tree)),
  },
  {
    id: 'grove.restoreTree',
    title: 'Bring back a tree that was put away…',
    keys: NO_KEYS,
    when: hasArchived,
    run: withChosen(
      'Bring back',
      (trees) => trees.archived,
      ({ session }, tree) => session.trees.restore(tree),
    ),
  },
  {
    id: 'grove.deleteTree',
    title: 'Delete a tree that was put away, for good…',
    keys: NO_KEYS,
    when: hasArchived,
    run: withChosen(
      'Delete',
      (trees) => trees.archived,
      ({ session }, tree) => session.trees.askToDelete(tree),
    ),
  },
] as const satisfies readonly Command[];
