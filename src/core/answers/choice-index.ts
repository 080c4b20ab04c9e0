/**
 * The requested choice that a choice of an answer belongs to; null if its index is invalid.
 * @param place in the list it came in: services that make one request for each choice may leave the index out
 */
export function choiceIndex({ index }: { readonly index?: unknown }, place: number): number | null {
  if (index === undefined || index === null) return place;
  const number = typeof index === 'string' && /^\d{1,3}$/.test(index) ? Number(index) : index;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : null;
}
