import type { Handlers } from '../../ipc/contract.ts';
import type { Caller } from './access/caller.ts';
import { waitForCheck } from './access/wait-for-check.ts';
import { agentHandlers } from './agent.ts';
import { type AppHandlerOptions, appHandlers } from './app.ts';
import { type BackupHandlerOptions, backupHandlers } from './backup.ts';
import { copyHandlers } from './copy.ts';
import { draftHandlers } from './draft.ts';
import { editHandlers } from './edit.ts';
import { exchangeHandlers } from './exchange.ts';
import { fenceHandlers, generationHandlers } from './generation.ts';
import { type GroveHandlerOptions, groveHandlers } from './grove.ts';
import { messageHandlers, proposalHandlers, turnHandlers } from './message.ts';
import { nodeHandlers } from './node.ts';
import { type NoteHandlerOptions, noteHandlers } from './note.ts';
import { pathHandlers } from './path.ts';
import { positionHandlers } from './position.ts';
import { type ProviderHandlerOptions, providerHandlers } from './provider.ts';
import { type SettingsHandlerOptions, settingsHandlers } from './settings.ts';
import { type SpellingHandlerOptions, spellingHandlers } from './spelling.ts';
import { timelineHandlers } from './timeline.ts';
import { treeHandlers } from './tree.ts';

/** All handlers for the pages' requests, one file per subject. */
export function createHandlers(
  options: AppHandlerOptions &
    GroveHandlerOptions &
    SettingsHandlerOptions &
    NoteHandlerOptions &
    ProviderHandlerOptions &
    SpellingHandlerOptions &
    BackupHandlerOptions,
): Handlers<Caller> {
  return waitForCheck({
    ...appHandlers(options),
    ...settingsHandlers(options),
    ...providerHandlers(options),
    ...groveHandlers(options),
    ...agentHandlers,
    ...treeHandlers(options),
    ...timelineHandlers,
    ...pathHandlers,
    ...nodeHandlers,
    ...noteHandlers(options),
    ...messageHandlers,
    ...turnHandlers,
    ...proposalHandlers,
    ...positionHandlers,
    ...draftHandlers,
    ...generationHandlers(options),
    ...fenceHandlers,
    ...exchangeHandlers,
    ...backupHandlers(options),
    ...copyHandlers(options),
    ...spellingHandlers(options),
    ...editHandlers,
  });
}
