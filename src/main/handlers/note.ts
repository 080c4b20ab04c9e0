import { keepNoteDrafts, noteDraftsOf } from '../settings/note-drafts.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { HandlersFor } from './access/handlers-for.ts';

export interface NoteHandlerOptions {
  readonly settings: SettingsFile;
}

export function noteHandlers({ settings }: NoteHandlerOptions): HandlersFor<'note.'> {
  return {
    'note.drafts': ({ treeId }) => noteDraftsOf(settings.current, treeId),
    'note.keepDrafts': ({ treeId, drafts }) => {
      settings.update((current) =>
        keepNoteDrafts(
          current,
          treeId,
          drafts.map((draft) => ({ ...draft })),
        ),
      );
      return {};
    },
  };
}
