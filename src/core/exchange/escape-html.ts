/** By itself, because a page and its title page both escape what they show. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes a text for HTML, between tags or in a quoted attribute. Characters that HTML does not allow become U+FFFD.
 */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    .replace(/[^\t\n\f\r\u0020-\u007e\u00a0-\u{10ffff}]/gu, '\ufffd');
}

/** The same for XML, which allows fewer characters. */
export function escapeXml(text: string): string {
  return escapeHtml(text.toWellFormed()).replace(/[\f\ufffe\uffff]/g, '\ufffd');
}
