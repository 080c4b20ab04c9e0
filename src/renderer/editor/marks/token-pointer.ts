/**
 * How likely a model's tokens were, a mode that is off by default (`generation.md`): the token under the pointer is
 * lightly underlined, and resting there asks about it. Drawn in a layer, so that neither layout nor a composition is
 * touched.
 */
import { type EditorState, type Extension, Facet, StateEffect, StateField } from '@codemirror/state';
import { EditorView, RectangleMarker, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { asks } from '../asks.ts';
import { type FrameTask, oncePerFrame } from '../frame.ts';
import type { AskedRect, ReadTokens, TokenRange } from '../manuscript.ts';
import { preferences } from '../preferences.ts';
import { passiveLayer } from './passive-layer.ts';
import { previewed } from './preview.ts';
import { tokenIndexAt, type WrittenNode, writtenNodeAt } from './token-at.ts';

/** The pointer rests this long on a token before its likelihood is told. Milliseconds. */
const REST = 350;

/** Who knows the tokens of a node; nobody where it is not set. */
export const tokensRead = Facet.define<ReadTokens, ReadTokens>({
  combine: ([first]) => first ?? (async () => null),
});

const tokenPointed = StateEffect.define<TokenRange | null>();

/** The token under the pointer, in the whole text; gone as soon as that changes. */
const pointedToken = StateField.define<TokenRange | null>({
  create: () => null,
  update: (token, transaction) => {
    let now = transaction.docChanged ? null : token;
    for (const effect of transaction.effects) if (effect.is(tokenPointed)) now = effect.value;
    return now;
  },
});

/** A token, or text of a model that has none. */
interface Found {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  readonly index: number | null;
  readonly text: string;
  /** In the whole text, white space around it left out. */
  readonly range: TokenRange;
}

class TokenPointer {
  readonly #view: EditorView;
  readonly #follow: FrameTask;
  #pointer: MouseEvent | null = null;
  #isOver = false;
  #found: Found | null = null;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  /** Of the latest look, so that tokens which come late are not those of another place. */
  #looks = 0;

  constructor(view: EditorView) {
    this.#view = view;
    this.#follow = oncePerFrame(view.dom.ownerDocument.defaultView ?? window, () => void this.#look());
    view.contentDOM.addEventListener('mousemove', this.#onMouseMove);
    view.contentDOM.addEventListener('mouseleave', this.#onMouseLeave);
    view.contentDOM.addEventListener('mousedown', this.#onMouseLeave);
  }

  update({ docChanged, view }: ViewUpdate): void {
    const isOff = !view.state.field(preferences).tokenProbabilities;
    if (this.#isOver && (docChanged || isOff)) this.#onMouseLeave();
  }

  destroy(): void {
    this.#follow.cancel();
    clearTimeout(this.#restTimer);
    this.#view.contentDOM.removeEventListener('mousemove', this.#onMouseMove);
    this.#view.contentDOM.removeEventListener('mouseleave', this.#onMouseLeave);
    this.#view.contentDOM.removeEventListener('mousedown', this.#onMouseLeave);
  }

  readonly #onMouseMove = (event: MouseEvent) => {
    if (!this.#view.state.field(preferences).tokenProbabilities) return;
    this.#isOver = true;
    this.#pointer = event.buttons > 0 ? null : event;
    this.#follow.request();
  };

  readonly #onMouseLeave = () => {
    this.#isOver = false;
    this.#pointer = null;
    this.#follow.request();
  };

  async #look(): Promise<void> {
    this.#looks += 1;
    const look = this.#looks;
    const offset = this.#pointer === null ? null : characterAt(this.#view, this.#pointer);
    const found = offset === null ? null : await findToken(this.#view, offset);
    if (look === this.#looks && this.#view.dom.isConnected)
      this.#take(typeof found === 'string' ? null : found);
  }

  #take(found: Found | null): void {
    if (isSame(found, this.#found)) return;
    this.#found = found;
    clearTimeout(this.#restTimer);
    const token = found === null || found.index === null ? null : found.range;
    if (token !== this.#view.state.field(pointedToken)) {
      this.#view.dispatch({ effects: tokenPointed.of(token) });
    }
    if (found !== null) this.#restTimer = setTimeout(() => tell(this.#view, found, 'rest'), REST);
  }
}

function isSame(a: Found | null, b: Found | null): boolean {
  return a?.nodeId === b?.nodeId && a?.index === b?.index && a?.range.from === b?.range.from;
}

/** The offset of the character that is drawn at a point; null beside the text. */
function characterAt(view: EditorView, { clientX: x, clientY: y }: MouseEvent): number | null {
  const near = view.posAtCoords({ x, y });
  if (near === null) return null;
  // The offset is that of the nearest edge: the character may stand before it or behind it.
  for (const offset of [near, near - 1]) {
    if (offset < 0 || offset >= view.state.doc.length) continue;
    const [start, end] = [view.coordsAtPos(offset, 1), view.coordsAtPos(offset + 1, -1)];
    if (start === null || end === null || start.top > y || start.bottom < y) continue;
    if (start.left <= x && x <= end.right) return offset;
  }
  return null;
}

/** The token that holds the character behind `offset`; a word where there is none to ask about. */
async function findToken(view: EditorView, offset: number): Promise<Found | 'none' | 'edited'> {
  const { state } = view;
  const node = state.field(previewed) === null ? writtenNodeAt(state, offset) : 'none';
  if (typeof node === 'string') return node;
  const { nodeId, positionId, start } = node;
  const tokens = await state.facet(tokensRead)(nodeId, positionId);
  if (tokens === null) return 'none';
  // What was asked about may be another text by now.
  if (!isStill(view.state, offset, node)) return 'none';
  const index = tokenIndexAt(tokens, offset - start);
  const token = index === null ? undefined : tokens[index];
  const from = token === undefined ? offset : start + token.from;
  const to = token === undefined ? offset + 1 : start + token.to;
  const text = view.state.sliceDoc(from, to);
  return { nodeId, positionId, index, text, range: withoutSpace(text, from) };
}

function isStill(state: EditorState, offset: number, { nodeId, start }: WrittenNode): boolean {
  const now = writtenNodeAt(state, offset);
  return typeof now !== 'string' && now.nodeId === nodeId && now.start === start;
}

/** A token of nothing but white space stays as it is. */
function withoutSpace(text: string, from: number): TokenRange {
  const trimmed = text.trim();
  if (trimmed === '') return { from, to: from + text.length };
  const at = from + text.indexOf(trimmed);
  return { from: at, to: at + trimmed.length };
}

function tell(view: EditorView, { range, ...token }: Found, by: 'rest' | 'key'): void {
  const { left, top, width, height } = rectOf(view, range) ?? view.scrollDOM.getBoundingClientRect();
  view.state.facet(asks)({ kind: 'token', ...token, by, rect: { left, top, width, height } });
}

/** Where a range begins in the window, as far as it stands on its first line. */
function rectOf(view: EditorView, { from, to }: TokenRange): AskedRect | null {
  const start = view.coordsAtPos(from, 1);
  const end = view.coordsAtPos(to, -1);
  if (start === null || end === null) return null;
  const width = end.top < start.bottom ? Math.max(0, end.right - start.left) : 0;
  return { left: start.left, top: start.top, width, height: start.bottom - start.top };
}

/** Asks about the token at the caret, else the one before it; resolves to null, or to why there is none. */
export async function askAboutToken(view: EditorView): Promise<'none' | 'edited' | null> {
  const { head } = view.state.selection.main;
  let reason: 'none' | 'edited' = 'none';
  for (const offset of [head, head - 1]) {
    const found = await findToken(view, offset);
    if (typeof found !== 'string') {
      view.dispatch({ effects: EditorView.scrollIntoView(found.range.from) });
      tell(view, found, 'key');
      return null;
    }
    if (found === 'edited') reason = found;
  }
  return reason;
}

const underline = passiveLayer({
  class: 'token-layer',
  isEmpty: ({ state }) => state.field(pointedToken) === null,
  isOther: ({ startState, state }) => startState.field(pointedToken) !== state.field(pointedToken),
  markers: (view) => {
    const token = view.state.field(pointedToken);
    const rect = token === null ? null : rectOf(view, token);
    // CodeMirror's own rectangles leave the gutter of the scrollbar out, which stands on both sides here.
    const base = view.scrollDOM.querySelector('.token-layer')?.getBoundingClientRect();
    if (rect === null || base === undefined) return [];
    const { left, top, width, height } = rect;
    return [new RectangleMarker('token-pointed', left - base.left, top - base.top, width, height)];
  },
});

const look = EditorView.baseTheme({
  '.token-layer': { pointerEvents: 'none' },
  '.token-pointed': { borderBottom: '1.5px solid var(--ink-soft)', boxSizing: 'border-box' },
});

/** The underline, and what resting on it asks. */
export const tokenPointer: Extension = [
  preferences,
  previewed,
  pointedToken,
  ViewPlugin.fromClass(TokenPointer),
  underline,
  look,
];
