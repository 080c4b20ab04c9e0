/** The schema of each request, with which main checks its input. */
import type { RequestName, Requests } from './contract.ts';
import { appSchemas, settingsSchemas } from './requests/app-requests.ts';
import { backupSchemas, copySchemas } from './requests/copy-requests.ts';
import { exchangeSchemas } from './requests/exchange-requests.ts';
import type { SchemasOf } from './requests/fields.ts';
import { fenceSchemas, generationSchemas } from './requests/generation-requests.ts';
import { groveSchemas } from './requests/grove-requests.ts';
import { linkSchemas } from './requests/link-requests.ts';
import { loreSchemas } from './requests/lore-requests.ts';
import { messageSchemas, proposalSchemas, turnSchemas } from './requests/message-requests.ts';
import { nodeSchemas, noteSchemas } from './requests/node-requests.ts';
import { draftSchemas, pathSchemas, positionSchemas } from './requests/path-requests.ts';
import { providerSchemas } from './requests/provider-requests.ts';
import { reportSchemas } from './requests/report-requests.ts';
import { spellingSchemas } from './requests/spelling-requests.ts';
import { supportSchemas } from './requests/support-requests.ts';
import { tagSchemas } from './requests/tag-requests.ts';
import { timelineSchemas } from './requests/timeline-requests.ts';
import { searchSchemas, treeSchemas } from './requests/tree-requests.ts';

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
  ...tagSchemas,
  ...linkSchemas,
  ...loreSchemas,
  ...draftSchemas,
  ...generationSchemas,
  ...fenceSchemas,
  ...exchangeSchemas,
  ...reportSchemas,
  ...backupSchemas,
  ...copySchemas,
  ...spellingSchemas,
  ...supportSchemas,
} satisfies SchemasOf<Requests>;

/** Returns true if a value is the name of a request; false for names inherited from `Object`. */
export function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(schemas, name);
}
