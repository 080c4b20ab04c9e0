/** Requests about suggestions that carry the typed text: main's text is the document as it was when they were made. */
import type { AgentId, ProposalId } from '../../../core/ids.ts';
import type { TextRange } from '../../../core/text/span.ts';
import type { Output } from '../../../ipc/contract.ts';
import type { Intent, PathReply } from '../../../ipc/wire/path.ts';
import type { EditAsk, EditScope, SuggestionUpdate } from '../../../ipc/wire/proposal.ts';
import type { Client } from '../../client.ts';
import type { ChangeRecording } from '../../proposal-surface.ts';
import type { IntentContext, PathIntent } from '../path/intent.ts';
import type { ManuscriptSurface } from '../surface-slot.ts';

export type ReadProposals = Output<'proposal.read'>;

interface ReadParts {
  readonly client: Pick<Client, 'call'>;
  readonly surface: ManuscriptSurface;
  /** The request goes out: from now on changes of the text are recorded. May run again, if it has to wait. */
  onStarted(changes: ChangeRecording): void;
  onRead(read: ReadProposals): void;
}

/** Reads the proposals with their places in the text as it is now. */
export function readProposals({ client, surface, onStarted, onRead }: ReadParts): PathIntent {
  return () => {
    let read: ReadProposals | undefined;
    onStarted(surface.recordChanges());
    return {
      keepsDraft: true,
      send: async (intent) => {
        read = await client.call('proposal.read', intent);
        return read.path;
      },
      onDone: () => {
        if (read !== undefined) onRead(read);
      },
    };
  };
}

/** Sends decisions to main; nothing if there are none by then. */
export function updateSuggestions(
  client: Pick<Client, 'call'>,
  pending: () => readonly SuggestionUpdate[],
  onSent: (updates: readonly SuggestionUpdate[]) => void,
): PathIntent {
  return () => {
    const suggestions = pending();
    if (suggestions.length === 0) return null;
    return {
      keepsDraft: true,
      send: async (intent) => (await client.call('proposal.update', { ...intent, suggestions })).path,
      onDone: () => onSent(suggestions),
    };
  };
}

export interface EditRequest {
  readonly agentId: AgentId;
  readonly instruction: string;
  readonly scope: EditScope;
}

type Asked = (ask: EditAsk) => void;

/** Asks an agent for an edit of what is selected, or of what is around the caret. */
export function askForEdit(
  { client, surface }: IntentContext<ManuscriptSurface>,
  request: EditRequest,
  onAsked: Asked,
): PathIntent {
  return asking(
    surface,
    (intent, range) => client.call('proposal.ask', { ...intent, ...request, range }),
    onAsked,
  );
}

/** Asks the same again, for the text as it is now. */
export function askAgain(
  { client, surface }: IntentContext<ManuscriptSurface>,
  proposalId: ProposalId,
  onAsked: Asked,
): PathIntent {
  return asking(
    surface,
    (intent, range) => client.call('proposal.askAgain', { ...intent, proposalId, range }),
    onAsked,
  );
}

function asking(
  surface: ManuscriptSurface,
  send: (intent: Intent, range: TextRange) => Promise<{ readonly path: PathReply; readonly ask: EditAsk }>,
  onAsked: Asked,
): PathIntent {
  return () => {
    const { anchor, head } = surface.cursor();
    const range = { from: Math.min(anchor, head), to: Math.max(anchor, head) };
    let asked: EditAsk | undefined;
    return {
      keepsDraft: true,
      send: async (intent) => {
        const { path, ask } = await send(intent, range);
        asked = ask;
        return path;
      },
      onDone: () => {
        if (asked !== undefined) onAsked(asked);
      },
    };
  };
}
