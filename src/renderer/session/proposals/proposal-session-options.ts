import type { AgentId, TreeId } from '../../../core/ids.ts';
import type { Client } from '../../client.ts';
import type { DraftSession } from '../draft/draft-session.ts';
import type { IntentSession } from '../draft/intent-session.ts';
import type { Notices } from '../notices.ts';
import type { PathSession } from '../path/path-session.ts';
import type { ManuscriptSurface } from '../rewrites/rewrite-session-options.ts';

export interface ProposalSessionOptions {
  readonly client: Client;
  readonly treeId: TreeId;
  /** No decisions are possible then, so suggestions are listed and not marked. */
  readonly readOnly: boolean;
  readonly path: PathSession;
  readonly draft: DraftSession;
  readonly intents: IntentSession<ManuscriptSurface>;
  readonly notices: Notices;
  /** Null while the manuscript is not on the screen. */
  findManuscript(): ManuscriptSurface | null;
  /** Resolves once the manuscript is on the screen, or its tree was left. */
  untilAttached(): Promise<void>;
  findAgentName(agentId: AgentId): string | undefined;
}
