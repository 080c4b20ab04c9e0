import type { Handlers } from '../../ipc/contract.ts';
import type { BackupLibrary } from '../grove/copies/backup-library.ts';
import type { Speller } from '../spelling/speller.ts';
import type { Caller } from './access/caller.ts';
import { waitForCheck } from './access/wait-for-check.ts';
import {
  type AppHandlerOptions,
  appHandlers,
  editHandlers,
  type SettingsHandlerOptions,
  settingsHandlers,
} from './app-handlers.ts';
import { backupHandlers, copyHandlers } from './copy-handlers.ts';
import { exchangeHandlers } from './exchange-handlers.ts';
import { fenceHandlers, generationHandlers } from './generation-handlers.ts';
import { agentHandlers, type GroveHandlerOptions, groveHandlers } from './grove-handlers.ts';
import { linkHandlers } from './link-handlers.ts';
import { loreHandlers } from './lore-handlers.ts';
import { messageHandlers, proposalHandlers, turnHandlers } from './message-handlers.ts';
import { nodeHandlers, noteHandlers } from './node-handlers.ts';
import { draftHandlers, pathHandlers, positionHandlers } from './path-handlers.ts';
import { type ProviderHandlerOptions, providerHandlers } from './provider-handlers.ts';
import { reportHandlers } from './report-handlers.ts';
import { spellingHandlers } from './spelling-handlers.ts';
import { type SupportHandlerOptions, supportHandlers } from './support-handlers.ts';
import { tagHandlers } from './tag-handlers.ts';
import { timelineHandlers } from './timeline-handlers.ts';
import { treeHandlers } from './tree-handlers.ts';

/** All handlers for the pages' requests, one file per subject. */
export function createHandlers(
  options: AppHandlerOptions &
    GroveHandlerOptions &
    SettingsHandlerOptions &
    SupportHandlerOptions &
    ProviderHandlerOptions & { readonly library: BackupLibrary; readonly speller: Speller },
): Handlers<Caller> {
  const { settings, library, speller } = options;
  return waitForCheck({
    ...appHandlers(options),
    ...settingsHandlers(options),
    ...providerHandlers(options),
    ...groveHandlers(options),
    ...agentHandlers,
    ...treeHandlers(settings),
    ...timelineHandlers,
    ...pathHandlers,
    ...nodeHandlers,
    ...noteHandlers(settings),
    ...messageHandlers,
    ...turnHandlers,
    ...proposalHandlers,
    ...positionHandlers,
    ...tagHandlers,
    ...linkHandlers,
    ...loreHandlers,
    ...draftHandlers,
    ...generationHandlers(settings),
    ...fenceHandlers,
    ...exchangeHandlers,
    ...reportHandlers(settings),
    ...backupHandlers(library),
    ...copyHandlers(options),
    ...spellingHandlers(speller, settings),
    ...editHandlers,
    ...supportHandlers(options),
  });
}
