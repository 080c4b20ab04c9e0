/** The banners about how a grove was opened. */

export const OTHER_NAMES =
  'This grove’s file has other names too, as hard links. Its contents were checked completely.';

export const OTHER_NAMES_DETAIL =
  'If a crash left a journal next to one of the other names, it cannot be seen from here. Always open the grove by the same name.';
