import { keepNoteDrafts, noteDraftsOf } from '../settings/settings.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { HandlersFor } from './access/caller.ts';
import { getGrove } from './grove-handlers.ts';

export interface NoteHandlerOptions {
  readonly settings: SettingsFile;
}

export function noteHandlers({ settings }: NoteHandlerOptions): HandlersFor<'note.'> {
  return {
    'note.drafts': ({ treeId }, caller) =>
      noteDraftsOf(settings.current, { groveId: getGrove(caller).snapshot().id, treeId }),
    'note.keepDrafts': ({ treeId, drafts }, caller) => {
      const of = { groveId: getGrove(caller).snapshot().id, treeId };
      let dropped = 0;
      settings.update((current) => {
        const kept = keepNoteDrafts(
          current,
          of,
          drafts.map((draft) => ({ ...draft })),
        );
        dropped = kept.dropped;
        return kept.settings;
      });
      return { dropped };
    },
  };
}
