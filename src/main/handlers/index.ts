import type { Handlers } from '../../ipc/contract.ts';
import { agentHandlers } from './agent.ts';
import { type AppHandlerOptions, appHandlers } from './app.ts';
import { type BackupHandlerOptions, backupHandlers } from './backup.ts';
import type { Caller } from './caller.ts';
import { copyHandlers } from './copy.ts';
import { draftHandlers } from './draft.ts';
import { editHandlers } from './edit.ts';
import { exchangeHandlers } from './exchange.ts';
import { generationHandlers } from './generation.ts';
import { type GroveHandlerOptions, groveHandlers } from './grove.ts';
import { messageHandlers, proposalHandlers, turnHandlers } from './message.ts';
import { nodeHandlers } from './node.ts';
import { pathHandlers } from './path.ts';
import { positionHandlers } from './position.ts';
import { type ProviderHandlerOptions, providerHandlers } from './provider.ts';
import { type SettingsHandlerOptions, settingsHandlers } from './settings.ts';
import { type SpellingHandlerOptions, spellingHandlers } from './spelling.ts';
import { treeHandlers } from './tree.ts';
import { waitForCheck } from './wait-for-check.ts';

/** All handlers for the pages' requests, one file per subject. */
export function createHandlers(
  options: AppHandlerOptions &
    GroveHandlerOptions &
    SettingsHandlerOptions &
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
    ...treeHandlers,
    ...pathHandlers,
    ...nodeHandlers,
    ...messageHandlers,
    ...turnHandlers,
    ...proposalHandlers,
    ...positionHandlers,
    ...draftHandlers,
    ...generationHandlers(options),
    ...exchangeHandlers,
    ...backupHandlers(options),
    ...copyHandlers,
    ...spellingHandlers(options),
    ...editHandlers,
  });
}
