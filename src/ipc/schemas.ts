/** The schema of each request, with which main checks its input. */
import type { RequestName, Requests } from './contract.ts';
import { appSchemas } from './requests/app.ts';
import { backupSchemas } from './requests/backup.ts';
import { copySchemas } from './requests/copy.ts';
import { draftSchemas } from './requests/draft.ts';
import { exchangeSchemas } from './requests/exchange.ts';
import { fenceSchemas } from './requests/fence.ts';
import type { SchemasOf } from './requests/fields.ts';
import { generationSchemas } from './requests/generation.ts';
import { groveSchemas } from './requests/grove.ts';
import { messageSchemas } from './requests/message.ts';
import { nodeSchemas } from './requests/node.ts';
import { noteSchemas } from './requests/note.ts';
import { pathSchemas } from './requests/path.ts';
import { positionSchemas } from './requests/position.ts';
import { proposalSchemas } from './requests/proposal.ts';
import { providerSchemas } from './requests/provider.ts';
import { searchSchemas } from './requests/search.ts';
import { settingsSchemas } from './requests/settings.ts';
import { spellingSchemas } from './requests/spelling.ts';
import { timelineSchemas } from './requests/timeline.ts';
import { treeSchemas } from './requests/tree.ts';
import { turnSchemas } from './requests/turn.ts';

export const schemas = {
  ...appSchemas,
  ...settingsSchemas,
  ...groveSchemas,
  ...treeSchemas,
  ...providerSchemas,
  ...searchSchemas,
  ...pathSchemas,
  ...nodeSchemas,
  ...noteSchemas,
  ...messageSchemas,
  ...turnSchemas,
  ...proposalSchemas,
  ...timelineSchemas,
  ...positionSchemas,
  ...draftSchemas,
  ...generationSchemas,
  ...fenceSchemas,
  ...exchangeSchemas,
  ...backupSchemas,
  ...copySchemas,
  ...spellingSchemas,
} satisfies SchemasOf<Requests>;

/** Returns true if a value is the name of a request; false for names inherited from `Object`. */
export function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(schemas, name);
}
