/** Height of an element's top that the title covers, which banners push over it (`Overhead`). In CSS pixels. */
export function coveredTop(title: HTMLElement | null, element: HTMLElement): number {
  const bottom = title?.getBoundingClientRect().bottom ?? 0;
  // The view scrolls by whole pixels.
  return Math.ceil(Math.max(0, bottom - element.getBoundingClientRect().top));
}
