/**
 * Token probabilities, a mode that is off by default (`generation.md`): the token under the pointer is lightly
 * underlined, and hovering requests its details. Drawn in a layer, so that it affects neither layout nor a composition.
 */

import { type EditorState, type Extension, Facet, StateEffect, StateField } from '@codemirror/state';
import { EditorView, RectangleMarker, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { isWorkingBuffer, locationHolding, type SegmentLocation } from '../../../core/buffer/segments.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import type { TextRange } from '../../../core/text/span.ts';
import type { WindowRect } from '../../surface.ts';
import { type FrameTask, oncePerFrame } from '../deferred-work.ts';
import type { ReadTokens } from '../manuscript.ts';
import { segments } from '../path/segments.ts';
import { preferences } from '../preferences.ts';
import { requestHandler } from '../request-handler.ts';
import { passiveLayer } from './passive-layer.ts';
import { previewed } from './preview.ts';

/** Time for which the pointer hovers over a token before its details are requested. Milliseconds. */
const HOVER_DELAY = 350;

/** Reads the tokens of a node; by default there are none. */
export const tokenReader = Facet.define<ReadTokens, ReadTokens>({
  combine: ([first]) => first ?? (async () => null),
});

const tokenPointed = StateEffect.define<TextRange | null>();

/** The token under the pointer, in offsets of the whole text; cleared when the text changes. */
const pointedToken = StateField.define<TextRange | null>({
  create: () => null,
  update: (token, transaction) => {
    let now = transaction.docChanged ? null : token;
    for (const effect of transaction.effects) if (effect.is(tokenPointed)) now = effect.value;
    return now;
  },
});

/** A token, or a character of a model's text without one. */
interface FoundToken {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  readonly index: number | null;
  readonly text: string;
  /** In offsets of the whole text, without surrounding white space. */
  readonly range: TextRange;
}

class TokenPointer {
  readonly #view: EditorView;
  readonly #pointerFrame: FrameTask;
  #pointer: MouseEvent | null = null;
  #isOver = false;
  #found: FoundToken | null = null;
  #hoverTimer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the latest lookup, so that a late answer to an earlier one is dropped. */
  #lookup = 0;

  constructor(view: EditorView) {
    this.#view = view;
    this.#pointerFrame = oncePerFrame(
      view.dom.ownerDocument.defaultView ?? window,
      () => void this.#findPointed(),
    );
    view.contentDOM.addEventListener('mousemove', this.#onMouseMove);
    view.contentDOM.addEventListener('mouseleave', this.#onMouseLeave);
    view.contentDOM.addEventListener('mousedown', this.#onMouseLeave);
  }

  update({ docChanged, view }: ViewUpdate): void {
    const isOff = !view.state.field(preferences).tokenProbabilities;
    if (this.#isOver && (docChanged || isOff)) this.#onMouseLeave();
  }

  destroy(): void {
    this.#pointerFrame.cancel();
    clearTimeout(this.#hoverTimer);
    this.#view.contentDOM.removeEventListener('mousemove', this.#onMouseMove);
    this.#view.contentDOM.removeEventListener('mouseleave', this.#onMouseLeave);
    this.#view.contentDOM.removeEventListener('mousedown', this.#onMouseLeave);
  }

  readonly #onMouseMove = (event: MouseEvent) => {
    if (!this.#view.state.field(preferences).tokenProbabilities) return;
    this.#isOver = true;
    this.#pointer = event.buttons > 0 ? null : event;
    this.#pointerFrame.request();
  };

  readonly #onMouseLeave = () => {
    this.#isOver = false;
    this.#pointer = null;
    this.#pointerFrame.request();
  };

  async #findPointed(): Promise<void> {
    this.#lookup += 1;
    const lookup = this.#lookup;
    const offset = this.#pointer === null ? null : characterAt(this.#view, this.#pointer);
    const found = offset === null ? null : await findToken(this.#view, offset);
    if (lookup === this.#lookup && this.#view.dom.isConnected)
      this.#show(typeof found === 'string' ? null : found);
  }

  #show(found: FoundToken | null): void {
    if (isSame(found, this.#found)) return;
    this.#found = found;
    clearTimeout(this.#hoverTimer);
    const token = found === null || found.index === null ? null : found.range;
    if (token !== this.#view.state.field(pointedToken)) {
      this.#view.dispatch({ effects: tokenPointed.of(token) });
    }
    if (found !== null)
      this.#hoverTimer = setTimeout(() => requestInfo(this.#view, found, 'hover'), HOVER_DELAY);
  }
}

function isSame(a: FoundToken | null, b: FoundToken | null): boolean {
  return a?.nodeId === b?.nodeId && a?.index === b?.index && a?.range.from === b?.range.from;
}

/** The offset of the character drawn at a point; null beside the text. */
function characterAt(view: EditorView, { clientX: x, clientY: y }: MouseEvent): number | null {
  const near = view.posAtCoords({ x, y });
  if (near === null) return null;
  // `near` is the offset of the nearest edge: the character may be before or after it.
  for (const offset of [near, near - 1]) {
    if (offset < 0 || offset >= view.state.doc.length) continue;
    const [start, end] = [view.coordsAtPos(offset, 1), view.coordsAtPos(offset + 1, -1)];
    if (start === null || end === null || start.top > y || start.bottom < y) continue;
    if (start.left <= x && x <= end.right) return offset;
  }
  return null;
}

/** The token that contains the character after `offset`, or the reason why there is none. */
async function findToken(view: EditorView, offset: number): Promise<FoundToken | 'none' | 'edited'> {
  const { state } = view;
  const node = state.field(previewed) === null ? uneditedNodeAt(state, offset) : 'none';
  if (typeof node === 'string') return node;
  const { nodeId, positionId, start } = node;
  const tokens = await state.facet(tokenReader)(nodeId, positionId);
  if (tokens === null) return 'none';
  // The text may have changed during the request.
  if (!isStill(view.state, offset, node)) return 'none';
  const index = tokenIndexAt(tokens, offset - start);
  const token = index === null ? undefined : tokens[index];
  const from = token === undefined ? offset : start + token.from;
  const to = token === undefined ? offset + 1 : start + token.to;
  const text = view.state.sliceDoc(from, to);
  return { nodeId, positionId, index, text, range: trimmedRange(text, from) };
}

function isStill(state: EditorState, offset: number, { nodeId, start }: UneditedNode): boolean {
  const now = uneditedNodeAt(state, offset);
  return typeof now !== 'string' && now.nodeId === nodeId && now.start === start;
}

/** The range of a token without surrounding white space; a token of only white space stays whole. */
function trimmedRange(text: string, from: number): TextRange {
  const trimmed = text.trim();
  if (trimmed === '') return { from, to: from + text.length };
  const at = from + text.indexOf(trimmed);
  return { from: at, to: at + trimmed.length };
}

function requestInfo(view: EditorView, { range, ...token }: FoundToken, by: 'hover' | 'key'): void {
  const { left, top, width, height } = rectOf(view, range) ?? view.scrollDOM.getBoundingClientRect();
  view.state.facet(requestHandler)({ kind: 'token', ...token, by, rect: { left, top, width, height } });
}

/** The bounds of the first line of a range in the window. */
function rectOf(view: EditorView, { from, to }: TextRange): WindowRect | null {
  const start = view.coordsAtPos(from, 1);
  const end = view.coordsAtPos(to, -1);
  if (start === null || end === null) return null;
  const width = end.top < start.bottom ? Math.max(0, end.right - start.left) : 0;
  return { left: start.left, top: start.top, width, height: start.bottom - start.top };
}

/** Requests details of the token at the caret, or else the one before it; resolves to null, or to why there is none. */
export async function requestTokenInfo(view: EditorView): Promise<'none' | 'edited' | null> {
  const { head } = view.state.selection.main;
  let reason: 'none' | 'edited' = 'none';
  for (const offset of [head, head - 1]) {
    const found = await findToken(view, offset);
    if (typeof found !== 'string') {
      view.dispatch({ effects: EditorView.scrollIntoView(found.range.from) });
      requestInfo(view, found, 'key');
      return null;
    }
    if (found === 'edited') reason = found;
  }
  return reason;
}

const underline = passiveLayer({
  class: 'token-layer',
  isEmpty: ({ state }) => state.field(pointedToken) === null,
  hasChanged: ({ startState, state }) => startState.field(pointedToken) !== state.field(pointedToken),
  markers: (view) => {
    const token = view.state.field(pointedToken);
    const rect = token === null ? null : rectOf(view, token);
    // CodeMirror's rectangles ignore the scrollbar gutter, which is on both sides here.
    const base = view.scrollDOM.querySelector('.token-layer')?.getBoundingClientRect();
    if (rect === null || base === undefined) return [];
    const { left, top, width, height } = rect;
    return [new RectangleMarker('token-pointed', left - base.left, top - base.top, width, height)];
  },
});

const styles = EditorView.baseTheme({
  '.token-layer': { pointerEvents: 'none' },
  '.token-pointed': { borderBottom: '1.5px solid var(--ink-soft)', boxSizing: 'border-box' },
});

/** The underline, and the request on hover. */
export const tokenPointer: Extension = [
  preferences,
  previewed,
  pointedToken,
  ViewPlugin.fromClass(TokenPointer),
  underline,
  styles,
];

// Finds the token of a model's node at an offset of the text.

/** A node that shows its committed text; if it is a model's, it has tokens. */
interface UneditedNode {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  /** Start of its text, in UTF-16 code units. */
  readonly start: number;
}

/**
 * The node that contains the character after `offset`: `none` in the working buffer and at the end, `edited`
 * if the node has a pending edit.
 */
function uneditedNodeAt(state: EditorState, offset: number): UneditedNode | 'none' | 'edited' {
  const path = state.field(segments).segments;
  if (offset < 0 || offset >= path.length) return 'none';
  const { segment, index, start }: SegmentLocation = locationHolding(path, offset);
  const { nodeId, positionId, pending } = segment;
  if (isWorkingBuffer(path, index) || nodeId === null || positionId === null) return 'none';
  return pending ? 'edited' : { nodeId, positionId, start };
}

/** Index of the token that contains the character after `offset`; null if none does. */
function tokenIndexAt(tokens: readonly TextRange[], offset: number): number | null {
  let low = 0;
  let high = tokens.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const token = tokens[middle];
    if (token === undefined) return null;
    if (offset < token.from) high = middle - 1;
    else if (offset >= token.to) low = middle + 1;
    else return middle;
  }
  return null;
}
