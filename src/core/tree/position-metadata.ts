/** A property of a position: it is the same on every version there. */
interface Property<Value> {
  /** The value of a position at which nobody set it. */
  readonly default: Value;
  /** Returns true if a value read from a file is one. */
  isValue(value: unknown): value is Value;
  /** The property as the program says that it differs from the log; undefined if it is set with another one. */
  readonly called?: string;
  readonly setWith?: string;
}

const flag = (called: string): Property<boolean> => ({
  default: false,
  isValue: (value) => typeof value === 'boolean',
  called,
});

/** Everything that differs from one property to the next, but for its column (`metadata-columns.ts`) and what sets it (`metadata.ts`). */
const PROPERTIES = {
  bookmarked: flag('its bookmark'),
  bookmarkLabel: {
    default: null,
    isValue: (value) => value === null || typeof value === 'string',
    setWith: 'bookmarked',
  } as Property<string | null>,
  pruned: flag('whether it is pruned'),
  excluded: flag('whether it is excluded'),
};

type Properties = typeof PROPERTIES;
type PropertyName = keyof Properties;

/** Metadata belongs to the position: it is the same on every version there. */
export type PositionMetadata = {
  readonly [Name in PropertyName]: Properties[Name] extends Property<infer Value> ? Value : never;
};

/** Properties that are set together. */
export interface MetadataGroup {
  readonly names: readonly PropertyName[];
  readonly called: string;
}

const NAMES = Object.keys(PROPERTIES) as PropertyName[];

/** Every property, in the order in which they are exported. */
export const METADATA_GROUPS: readonly MetadataGroup[] = NAMES.flatMap((name) => {
  const { called } = PROPERTIES[name];
  const names = NAMES.filter((other) => other === name || PROPERTIES[other].setWith === name);
  return called === undefined ? [] : [{ names, called }];
});

/** The metadata that `get` returns for each property. */
function metadataBy(get: (name: PropertyName) => unknown): PositionMetadata {
  return Object.fromEntries(NAMES.map((name) => [name, get(name)])) as PositionMetadata;
}

export const DEFAULT_METADATA = metadataBy((name) => PROPERTIES[name].default);

/** The metadata among the fields of a node. */
export function metadataOf(node: PositionMetadata): PositionMetadata {
  return metadataBy((name) => node[name]);
}

/** Returns true if these properties are the same: all of them by default. */
export function isAlike(
  one: PositionMetadata,
  other: PositionMetadata,
  names: readonly PropertyName[] = NAMES,
): boolean {
  return names.every((name) => one[name] === other[name]);
}

/** Some properties, to set them. */
export function pickMetadata(
  metadata: PositionMetadata,
  names: readonly PropertyName[],
): Partial<PositionMetadata> {
  return Object.fromEntries(names.map((name) => [name, metadata[name]]));
}

/** The metadata in a record of the log or of an agent's turn, which may be older than a property; null if one has another type. */
export function readMetadata(record: Readonly<Record<string, unknown>>): PositionMetadata | null {
  const metadata = metadataBy((name) => record[name] ?? PROPERTIES[name].default);
  return NAMES.every((name) => PROPERTIES[name].isValue(metadata[name])) ? metadata : null;
}
