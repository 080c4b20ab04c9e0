import type { TurnId } from '../../../core/ids.ts';
import type {
  CardAnswer,
  CardLine,
  CardPlace,
  PermissionCard,
  TurnSnapshot,
} from '../../../ipc/wire/turn.ts';
import type { Client } from '../../client.ts';
import type { Notices } from '../notices.ts';
import { createStore, readableOf } from '../store.ts';

export type { CardLine, CardPlace };

/** The writer's decision on the shown card. */
export interface CardChoice {
  readonly turnId: TurnId;
  readonly card: number;
  /** The ordinals of lines that are not to be carried out. */
  readonly unticked: ReadonlySet<number>;
  /** Text for the agent with *Deny*; null until *Deny* was pressed. */
  readonly words: string | null;
}

/** A turn that waits for the writer. */
export interface AskingTurn extends TurnSnapshot {
  readonly card: PermissionCard;
}

export interface PermissionCardsOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
}

/** Agents' requests for permission, and the writer's answers. Each method reports its own failures. */
export function createPermissionCards({ client, notices }: PermissionCardsOptions) {
  const latest = createStore<CardChoice | null>(null);

  /** The writer's decision on a turn's card. */
  function choiceOf({ turnId, card: { card } }: AskingTurn): CardChoice {
    const choice = latest.get();
    if (choice?.turnId === turnId && choice.card === card) return choice;
    return { turnId, card, unticked: new Set(), words: null };
  }

  async function answer({ turnId, card: { card } }: AskingTurn, answer: CardAnswer): Promise<void> {
    await notices.attempt(client.call('turn.answer', { turnId, card, answer }));
  }

  return {
    choiceOf,
    /** The choice on the card that the writer came to last; `choiceOf` has that of another. */
    choice: readableOf(latest),

    /** Ticks a line of the card, or unticks it. */
    toggleLine(turn: AskingTurn, ordinal: number): void {
      const choice = choiceOf(turn);
      const unticked = new Set(choice.unticked);
      if (!unticked.delete(ordinal)) unticked.add(ordinal);
      latest.set({ ...choice, unticked });
    },

    /** Carries out the ticked lines. @param forTurn asks no more for their permissions in this turn */
    async allow(turn: AskingTurn, forTurn: boolean): Promise<void> {
      const { unticked } = choiceOf(turn);
      const lines = turn.card.lines.map(({ ordinal }) => ordinal).filter((ordinal) => !unticked.has(ordinal));
      if (lines.length > 0) await answer(turn, { kind: 'allow', lines, forTurn });
    },

    /** @param words for the agent; null closes the field for them */
    write(turn: AskingTurn, words: string | null): void {
      latest.set({ ...choiceOf(turn), words });
    },

    /** Refuses every line, with the words in the field. */
    async deny(turn: AskingTurn): Promise<void> {
      await answer(turn, { kind: 'deny', words: choiceOf(turn).words?.trim() ?? '' });
    },
  };
}

export type PermissionCards = ReturnType<typeof createPermissionCards>;
