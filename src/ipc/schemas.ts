/** The schema of each request, with which main checks its input. */
import type { RequestName, Requests } from './contract.ts';
import { appSchemas } from './requests/app-requests.ts';
import { backupSchemas } from './requests/backup-requests.ts';
import { copySchemas } from './requests/copy-requests.ts';
import { draftSchemas } from './requests/draft-requests.ts';
import { exchangeSchemas } from './requests/exchange-requests.ts';
import { fenceSchemas } from './requests/fence-requests.ts';
import type { SchemasOf } from './requests/fields.ts';
import { generationSchemas } from './requests/generation-requests.ts';
import { groveSchemas } from './requests/grove-requests.ts';
import { messageSchemas } from './requests/message-requests.ts';
import { nodeSchemas } from './requests/node-requests.ts';
import { noteSchemas } from './requests/note-requests.ts';
import { pathSchemas } from './requests/path-requests.ts';
import { positionSchemas } from './requests/position-requests.ts';
import { proposalSchemas } from './requests/proposal-requests.ts';
import { providerSchemas } from './requests/provider-requests.ts';
import { searchSchemas } from './requests/search-requests.ts';
import { settingsSchemas } from './requests/settings-requests.ts';
import { spellingSchemas } from './requests/spelling-requests.ts';
import { timelineSchemas } from './requests/timeline-requests.ts';
import { treeSchemas } from './requests/tree-requests.ts';
import { turnSchemas } from './requests/turn-requests.ts';

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
