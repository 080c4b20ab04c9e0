/**
 * The continuation at the end of the text (`manuscript.md`, *What the writer sees*): it streams there in a widget, and
 * becomes text when it is complete and nothing else is under way.
 */
import type { PositionId } from '../../../core/ids.ts';
import type { JobSnapshot } from '../../../ipc/wire/generation.ts';
import type { ManuscriptFace } from '../../surface.ts';
import { type GenerationSession, isRunning, type ShownSlot } from '../tree/generation-session.ts';

export interface IncomingTextOptions {
  readonly generation: GenerationSession;
  /** Null while it is not on the screen. */
  findManuscript(): ManuscriptFace | null;
  headId(): PositionId;
  /** Whether the path is about to be another. */
  isMoving(): boolean;
  /** Makes it the head, as text. */
  take(arrival: ShownSlot): Promise<unknown>;
}

export class IncomingText {
  readonly #options: IncomingTextOptions;
  /** A complete continuation that becomes text as soon as nothing else is under way. */
  #arrival: ShownSlot | null = null;
  #streamed = '';

  constructor(options: IncomingTextOptions) {
    this.#options = options;
  }

  /** Shows what streams after the head now; to be called whenever that, the head or the working buffer may differ. */
  show(): void {
    const manuscript = this.#options.findManuscript();
    if (manuscript === null || this.#options.isMoving()) return;
    const shown = this.#options.generation.findShown(this.#options.headId());
    const isOpen = shown !== undefined && isRunning(shown.state) && manuscript.summary().bufferLength === 0;
    const text = isOpen ? shown.text : (this.#arrival?.text ?? '');
    const agentId = isOpen ? shown.agentId : this.#arrival?.agentId;
    if (text !== this.#streamed) {
      this.#streamed = text;
      manuscript.showStreaming(agentId === undefined || text === '' ? null : { agentId, text });
    }
    this.#takeArrival();
  }

  /** A slot of a job came to its end: what is shown may be complete, and becomes part of the text. */
  settled({ jobId, parentId }: JobSnapshot): void {
    const { generation, findManuscript, headId } = this.#options;
    const head = headId();
    const shown = parentId === head ? generation.findShown(head, jobId) : undefined;
    const isEmpty = findManuscript()?.summary().bufferLength === 0;
    // Offered once, at this moment: coming back here later does not take what was left a sibling.
    if (!isEmpty || shown?.jobId !== jobId || isRunning(shown.state) || shown.text === '') return;
    this.#arrival = shown;
    this.show();
  }

  /** Nothing that is being typed or committed is interrupted; what cannot be taken yet waits. */
  #takeArrival(): void {
    const arrival = this.#arrival;
    const manuscript = this.#options.findManuscript();
    if (arrival === null || manuscript === null || this.#options.isMoving()) return;
    if (manuscript.isComposing()) {
      manuscript.afterComposing(() => this.#takeArrival());
      return;
    }
    this.#arrival = null;
    this.#streamed = '';
    void this.#options.take(arrival).then(() => manuscript.showStreaming(null));
  }
}
