/**
 * A layer of markers over the text that costs a keystroke nothing while it is empty. CodeMirror's own asks for a measure
 * whenever the height of a line was measured anew, and each such measure makes it go through the whole view once more;
 * and a layer that is there is painted over the text with every frame, empty or not.
 */
import {
  type EditorView,
  type LayerMarker,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

export interface PassiveLayer {
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
  readonly #layer: PassiveLayer;
  readonly #parent: HTMLElement;
  readonly #dom: HTMLElement;
  readonly #measure: {
    readonly key: object;
    read(view: EditorView): readonly LayerMarker[];
    write(markers: readonly LayerMarker[]): void;
  };
  #drawn: readonly LayerMarker[] = [];

  constructor(view: EditorView, layer: PassiveLayer) {
    this.#layer = layer;
    this.#parent = view.scrollDOM;
    this.#dom = document.createElement('div');
    this.#dom.classList.add('cm-layer', 'cm-layer-above', layer.class);
    this.#dom.style.zIndex = String(LEVEL);
    this.#dom.setAttribute('aria-hidden', 'true');
    this.#measure = {
      key: this,
      read: (shown) => layer.markers(shown),
      write: (markers) => this.#draw(markers),
    };
    this.#request(view);
  }

  update(update: ViewUpdate): void {
    const { view } = update;
    if (update.geometryChanged || this.#layer.isOther(update)) this.#request(view);
  }

  docViewUpdate(view: EditorView): void {
    this.#request(view);
  }

  destroy(): void {
    this.#dom.remove();
  }

  /** The layer is in its place before anything is measured from it. */
  #request(view: EditorView): void {
    if (this.#drawn.length === 0 && this.#layer.isEmpty(view)) return;
    if (!this.#dom.isConnected) this.#parent.append(this.#dom);
    view.requestMeasure(this.#measure);
  }

  #draw(markers: readonly LayerMarker[]): void {
    if (markers.length === 0) this.#dom.remove();
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

export function passiveLayer(layer: PassiveLayer): ViewPlugin<PluginValue> {
  return ViewPlugin.define((view) => new Layer(view, layer));
}
