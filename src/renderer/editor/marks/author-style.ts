/** How each agent's text looks: a class a colour of the palette (`interface.md`, *Looks*). */
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import type { AgentId } from '../../../core/ids.ts';
import type { ManuscriptAuthor } from '../manuscript.ts';
import { preferences } from '../preferences.ts';

/** The tokens of `tokens.css` that an agent's colour may name, as `--author-<colour>`. */
export const AUTHOR_COLOURS = ['blue', 'rust', 'green', 'violet', 'ochre', 'teal', 'rose', 'slate'] as const;

/** Of an agent that has no colour, or one that the palette does not know. */
const DEFAULT_COLOUR = 'blue';

function classOf(colour: string | null): string {
  const isKnown = (AUTHOR_COLOURS as readonly (string | null)[]).includes(colour);
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

  /** The mark of an agent's text; null for a human's, which looks like the writer's. The same one each time. */
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
  update: (looks, transaction) => {
    let now = looks;
    for (const effect of transaction.effects) {
      if (effect.is(authorsShown)) now = new AuthorStyles(effect.value);
    }
    return now;
  },
});

/** Whether it is shown who wrote what, and how: `theme.ts` has the looks. */
export const authorStyle = EditorView.editorAttributes.of((view) => {
  const { authorship, authorLook } = view.state.field(preferences);
  return authorship ? { class: `authors-${authorLook}` } : null;
});
