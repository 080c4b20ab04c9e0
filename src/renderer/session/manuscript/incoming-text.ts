/**
 * The continuation at the end of the text (`manuscript.md`, *What the writer sees*). It streams in a widget,
 * and becomes text once it is complete and nothing else is in progress.
 */
import type { PositionId } from '../../../core/ids.ts';
import type { ContinuationJob } from '../../../ipc/wire/generation.ts';
import type { BufferSurface } from '../../surface.ts';
import { type GenerationSession, isRunning, type ShownSlot } from '../tree/generation-session.ts';

export interface IncomingTextOptions {
  readonly generation: GenerationSession;
  /** Null while the manuscript is not on the screen. */
  findManuscript(): BufferSurface | null;
  headId(): PositionId;
  /** Whether a change of the path is queued or in progress. */
  isPathChanging(): boolean;
  /** Makes a complete continuation the head, as text. */
  accept(arrival: ShownSlot): Promise<unknown>;
}

export class IncomingText {
  readonly #options: IncomingTextOptions;
  /** A complete continuation that waits to become text. */
  #arrival: ShownSlot | null = null;
  #streamed = '';

  constructor(options: IncomingTextOptions) {
    this.#options = options;
  }

  /**
   * Shows what streams after the head. Call it whenever that, the head or the working buffer may have
   * changed.
   */
  show(): void {
    const manuscript = this.#options.findManuscript();
    if (manuscript === null || this.#options.isPathChanging()) return;
    const shown = this.#options.generation.findShown(this.#options.headId());
    const isOpen = shown !== undefined && isRunning(shown.state) && manuscript.summary().bufferLength === 0;
    const text = isOpen ? shown.text : (this.#arrival?.text ?? '');
    const agentId = isOpen ? shown.agentId : this.#arrival?.agentId;
    if (text !== this.#streamed) {
      this.#streamed = text;
      manuscript.showStreaming(agentId === undefined || text === '' ? null : { agentId, text });
    }
    this.#acceptArrival();
  }

  /** A slot of the job finished: if it is the one shown, it becomes part of the text. */
  onSettled({ jobId, parentId }: ContinuationJob): void {
    const { generation, findManuscript, headId } = this.#options;
    const head = headId();
    const shown = parentId === head ? generation.findShown(head, jobId) : undefined;
    const isEmpty = findManuscript()?.summary().bufferLength === 0;
    // Only at this moment: a writer who returns here later has left it as a sibling.
    if (!isEmpty || shown?.jobId !== jobId || isRunning(shown.state) || shown.text === '') return;
    this.#arrival = shown;
    this.show();
  }

  /** Waits while a composition or a commit is in progress, so as to interrupt neither. */
  #acceptArrival(): void {
    const arrival = this.#arrival;
    const manuscript = this.#options.findManuscript();
    if (arrival === null || manuscript === null || this.#options.isPathChanging()) return;
    if (manuscript.isComposing()) {
      manuscript.afterComposing(() => this.#acceptArrival());
      return;
    }
    this.#arrival = null;
    this.#streamed = '';
    void this.#options.accept(arrival).then(() => manuscript.showStreaming(null));
  }
}
