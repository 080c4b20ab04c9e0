/** The look of each agent's text: one class per colour of the palette (`interface.md`, *Looks*). */
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import type { AgentId } from '../../../core/ids.ts';
import { AGENT_COLOURS } from '../../../core/tree/agent.ts';
import type { ManuscriptAuthor } from '../manuscript.ts';
import { preferences } from '../preferences.ts';

/** For an agent without a colour, or with one that is not in the palette. */
const DEFAULT_COLOUR = 'blue';

function classOf(colour: string | null): string {
  const isKnown = (AGENT_COLOURS as readonly (string | null)[]).includes(colour);
  return `author-${isKnown ? colour : DEFAULT_COLOUR}`;
}

export class AuthorStyles {
  readonly #authors: ReadonlyMap<AgentId, ManuscriptAuthor>;
  readonly #marks = new Map<AgentId, Decoration | null>();

  constructor(authors: readonly ManuscriptAuthor[]) {
    this.#authors = new Map(authors.map((author) => [author.id, author]));
  }

  /** The class of a model's text. */
  classFor(agentId: AgentId): string {
    return `author ${classOf(this.#authors.get(agentId)?.color ?? null)}`;
  }

  /** The mark of an agent's text, always the same object; null for a human's text, which looks like the writer's. */
  markFor(agentId: AgentId): Decoration | null {
    let mark = this.#marks.get(agentId);
    if (mark === undefined) {
      const isHuman = this.#authors.get(agentId)?.type === 'human';
      mark = isHuman
        ? null
        : Decoration.mark({ class: this.classFor(agentId), attributes: { 'data-author': agentId } });
      this.#marks.set(agentId, mark);
    }
    return mark;
  }
}

export const authorsShown = StateEffect.define<readonly ManuscriptAuthor[]>();

export const authorStyles = StateField.define<AuthorStyles>({
  create: () => new AuthorStyles([]),
  update: (styles, transaction) => {
    let now = styles;
    for (const effect of transaction.effects) {
      if (effect.is(authorsShown)) now = new AuthorStyles(effect.value);
    }
    return now;
  },
});

/** Attributes that show or hide authors; the styles are in `theme.ts`. */
export const authorStyle = EditorView.editorAttributes.of((view) => {
  const { authorship, authorLook } = view.state.field(preferences);
  return authorship ? { class: `authors-${authorLook}` } : null;
});
