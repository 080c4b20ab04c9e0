import type { TreeId } from '../../../core/ids.ts';
import type { Client } from '../../client.ts';
import type { DraftSession } from '../manuscript/draft-session.ts';
import type { IntentSession } from '../path/intent-session.ts';
import type { ManuscriptSurface } from '../rewrites/rewrite-session-options.ts';
import type { Notices } from '../window/notices.ts';

export interface TimelineSessionOptions {
  readonly client: Pick<Client, 'call' | 'on'>;
  readonly treeId: TreeId;
  readonly readOnly: boolean;
  readonly draft: DraftSession;
  readonly intents: IntentSession<ManuscriptSurface>;
  readonly notices: Notices;
  /** Null while the manuscript is not on the screen. */
  findManuscript(): ManuscriptSurface | null;
}
