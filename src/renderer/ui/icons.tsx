/** The icons of the interface, drawn in the current text colour. */

function Icon({ path }: { readonly path: string }) {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" fill="none" aria-hidden="true" focusable="false">
      <path d={path} stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

const FRAME = 'M3.5 3.5h11a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1Z';

export const LeftPaneIcon = () => <Icon path={`${FRAME} M7 3.5v11`} />;
export const RightPaneIcon = () => <Icon path={`${FRAME} M11 3.5v11`} />;
export const PreviousIcon = () => <Icon path="M10.8 4.5 6.6 9l4.2 4.5" />;
export const NextIcon = () => <Icon path="M7.2 4.5 11.4 9l-4.2 4.5" />;
export const UpIcon = () => <Icon path="M4.5 11.2 9 6.8l4.5 4.4" />;
export const DownIcon = () => <Icon path="M4.5 6.8 9 11.2l4.5-4.4" />;
export const ReplaceIcon = () => <Icon path="M3.5 6.5h9.5l-2.5-2.5 M14.5 11.5H5l2.5 2.5" />;
/** The letters a and b over a bracket. */
export const WholeWordIcon = () => (
  <Icon path="M4.6 7.4a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0-3.8 0 M8.4 5.5v3.8 M10.4 3.2v6.1 M10.4 7.4a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0-3.8 0 M3 11.5V14h12v-2.5" />
);
export const CloseIcon = () => <Icon path="m5 5 8 8 M13 5l-8 8" />;
/** Three dots: more actions. */
export const MoreIcon = () => (
  <Icon path="M4.2 9a.4.4 0 1 0 .8 0a.4.4 0 1 0-.8 0 M8.6 9a.4.4 0 1 0 .8 0a.4.4 0 1 0-.8 0 M13 9a.4.4 0 1 0 .8 0a.4.4 0 1 0-.8 0" />
);
/** A speech bubble. */
export const ConversationIcon = () => (
  <Icon path="M4 4.5h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H8.5L5.5 15v-2.5H4a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1" />
);
/** Arrows to both sides. */
export const WidenIcon = () => <Icon path="M3 9h12 M6 6 3 9l3 3 M12 6l3 3-3 3" />;
/** A line that divides into two. */
export const ContinuationsIcon = () => (
  <Icon path="M3.5 9h4 M7.5 9c2.5 0 2-4.5 4.5-4.5h2.5 M7.5 9c2.5 0 2 4.5 4.5 4.5h2.5" />
);
/** Indented lines. */
export const TreeIcon = () => <Icon path="M3.5 4.5h8 M6.5 9h8 M6.5 13.5h5 M3.5 7v6.5" />;
/** A point in a ring. */
export const NodeIcon = () => (
  <Icon path="M3.5 9a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0 M7.8 9a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0" />
);
/** A page of text. */
export const ContextIcon = () => (
  <Icon path="M5 3h8a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Z M6.8 6.5h4.4 M6.8 9h4.4 M6.8 11.5h2.4" />
);
/** A pencil over a line. */
export const SuggestionsIcon = () => (
  <Icon path="M4 12.6 4.5 10l6.6-6.6 2.2 2.2-6.6 6.6Z M9.7 4.8l2.2 2.2 M4 15.2h10" />
);
/** A sheet with a folded corner. */
export const DocumentIcon = () => <Icon path="M4.5 3h6l3 3v9h-9Z M10.5 3v3h3 M6.8 9h4.4 M6.8 12h4.4" />;
export const PlusIcon = () => <Icon path="M9 4.5v9 M4.5 9h9" />;
export const CheckIcon = () => <Icon path="m4.5 9.5 3 3 6-7" />;
/** Two sheets, one behind the other. */
export const CopyIcon = () => (
  <Icon path="M7.5 6.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1Z M11.5 6.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
);
/** A pencil. */
export const EditIcon = () => <Icon path="M4 14l.6-3 7.3-7.3 2.4 2.4-7.3 7.3Z M10.4 5.2l2.4 2.4" />;
/** An arrow in a circle. */
export const AgainIcon = () => <Icon path="M14.2 9a5.2 5.2 0 1 1-1.6-3.8 M14.4 3.2v2.6h-2.6" />;
/** An arrow after a line of text. */
export const GoOnIcon = () => <Icon path="M3.5 9h2.5 M8.5 9h6 M11.7 6 14.7 9l-3 3" />;
export const BookmarkIcon = () => (
  <Icon path="M5.5 3.5h7a.5.5 0 0 1 .5.5v10.5L9 11.7l-4 2.8V4a.5.5 0 0 1 .5-.5Z" />
);
/** A sheet with a folded corner. */
export const NoteIcon = () => <Icon path="M4 4h10v6.5L10.5 14H4Z M14 10.5h-3.5V14 M6.5 7h5" />;

/** Small signs of the outline, drawn in the current text colour. */

function Sign({ path, filled = false }: { readonly path: string; readonly filled?: boolean }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" fill="none" aria-hidden="true" focusable="false">
      <path
        d={path}
        fill={filled ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export const OpenSign = () => <Sign path="M2.5 4.5 6 8l3.5-3.5" />;
export const ClosedSign = () => <Sign path="M4.5 2.5 8 6l-3.5 3.5" />;
export const BookmarkSign = () => <Sign path="M3.5 2h5v8L6 8l-2.5 2Z" filled />;
