/**
 * A layer of markers over the text that costs a keystroke nothing while it is empty. CodeMirror's own asks for a measure
 * whenever the height of a line was measured anew, and each such measure makes it go through the whole view once more.
 */
import {
  type EditorView,
  type LayerMarker,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

export interface QuietLayer {
  readonly class: string;
  /** Whether there is nothing to show now; asked at every update, so it is to be cheap. */
  isEmpty(view: EditorView): boolean;
  /** Whether other markers may be shown, or elsewhere, though no line moved. */
  isOther(update: ViewUpdate): boolean;
  /** What is shown, from the layout as it is. */
  markers(view: EditorView): readonly LayerMarker[];
}

/** Above the text, below CodeMirror's own panels. */
const LEVEL = 150;

class Layer implements PluginValue {
  readonly #layer: QuietLayer;
  readonly #dom: HTMLElement;
  readonly #measure: {
    readonly key: object;
    read(view: EditorView): readonly LayerMarker[];
    write(markers: readonly LayerMarker[]): void;
  };
  #drawn: readonly LayerMarker[] = [];

  constructor(view: EditorView, layer: QuietLayer) {
    this.#layer = layer;
    this.#dom = view.scrollDOM.appendChild(document.createElement('div'));
    this.#dom.classList.add('cm-layer', 'cm-layer-above', layer.class);
    this.#dom.style.zIndex = String(LEVEL);
    this.#dom.setAttribute('aria-hidden', 'true');
    this.#measure = {
      key: this,
      read: (shown) => layer.markers(shown),
      write: (markers) => this.#draw(markers),
    };
    view.requestMeasure(this.#measure);
  }

  update(update: ViewUpdate): void {
    const { view } = update;
    if (this.#isNothing(view)) return;
    if (update.geometryChanged || this.#layer.isOther(update)) view.requestMeasure(this.#measure);
  }

  docViewUpdate(view: EditorView): void {
    if (!this.#isNothing(view)) view.requestMeasure(this.#measure);
  }

  destroy(): void {
    this.#dom.remove();
  }

  #isNothing(view: EditorView): boolean {
    return this.#drawn.length === 0 && this.#layer.isEmpty(view);
  }

  #draw(markers: readonly LayerMarker[]): void {
    const drawn = this.#drawn;
    const isSame = (marker: LayerMarker, index: number) => {
      const other = drawn[index];
      return other !== undefined && other.constructor === marker.constructor && marker.eq(other);
    };
    if (markers.length === drawn.length && markers.every(isSame)) return;
    this.#dom.replaceChildren(...markers.map((marker) => marker.draw()));
    this.#drawn = markers;
  }
}

export function quietLayer(layer: QuietLayer): ViewPlugin<PluginValue> {
  return ViewPlugin.define((view) => new Layer(view, layer));
}
