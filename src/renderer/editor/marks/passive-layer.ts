/**
 * A layer of markers over the text that adds no cost to keystrokes while it is empty. CodeMirror's own layer
 * requests a measure whenever a line height is remeasured, each of which walks the whole view again; and a
 * layer in the document is painted over the text every frame, even if empty.
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
  /** Returns true if there is nothing to show. Called on every update, so it must be cheap. */
  isEmpty(view: EditorView): boolean;
  /** Returns true if markers may have changed or moved although no line did. */
  hasChanged(update: ViewUpdate): boolean;
  /** Reads the markers from the current layout. */
  markers(view: EditorView): readonly LayerMarker[];
}

/** Above the text, below CodeMirror's panels. */
const Z_INDEX = 150;

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
    this.#dom.style.zIndex = String(Z_INDEX);
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
    if (update.geometryChanged || this.#layer.hasChanged(update)) this.#request(view);
  }

  docViewUpdate(view: EditorView): void {
    this.#request(view);
  }

  destroy(): void {
    this.#dom.remove();
  }

  /** Inserts the layer first, because markers are measured from it. */
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
