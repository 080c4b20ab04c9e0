import type { AgentId, TreeId } from '../../../core/ids.ts';
import type { JobSnapshot } from '../../../ipc/wire/generation.ts';
import type { Client } from '../../client.ts';
import type { PassageSurface } from '../../passage-surface.ts';
import type { TimelineSurface } from '../../past-surface.ts';
import type { PhraseSurface } from '../../phrase-surface.ts';
import type { ProposalSurface } from '../../proposal-surface.ts';
import type { BufferSurface } from '../../surface.ts';
import type { IntentSession } from '../draft/intent-session.ts';
import type { Notices } from '../notices.ts';
import type { PathSession } from '../path/path-session.ts';
import type { GenerationChoice } from '../settings/generation-choice.ts';
import type { ContextTexts } from '../tree/context-texts.ts';

/** A manuscript whose passages can be rewritten, which shows suggestions and has a time line. */
export type ManuscriptSurface = BufferSurface &
  PassageSurface &
  ProposalSurface &
  TimelineSurface & { readonly phrases: PhraseSurface };

/** The most agents asked at once, and answers of each (`ipc/requests/generation-requests.ts`). */
export const MAX_REWRITES = 5;

export interface RewriteSessionOptions {
  readonly client: Client;
  readonly treeId: TreeId;
  /** The person at the window. */
  readonly writerId: AgentId;
  readonly path: PathSession;
  readonly intents: IntentSession<ManuscriptSurface>;
  readonly choice: GenerationChoice;
  readonly texts: ContextTexts;
  readonly notices: Notices;
  readonly runningJobs: readonly JobSnapshot[];
  /** Null while the manuscript is not on the screen. */
  findManuscript(): ManuscriptSurface | null;
  findAgentName(agentId: AgentId): string | undefined;
  /** Continues the text at its end, where there is nothing to bridge. */
  generate(): Promise<void>;
  /** Runs the callback before the next frame. */
  schedule(callback: () => void): void;
}
