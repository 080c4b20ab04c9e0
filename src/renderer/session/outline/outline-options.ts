/** Display options of the outline and the map of a tree. */
export interface OutlineOptions {
  readonly as: 'outline' | 'map';
  readonly folds: boolean;
  readonly showsPruned: boolean;
  readonly showsFilter: boolean;
  /** The map covers the window. */
  readonly fillsWindow: boolean;
}
