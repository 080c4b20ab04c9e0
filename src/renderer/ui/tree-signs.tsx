/** Small signs of the outline, drawn in the current text colour. */

interface SignProps {
  readonly path: string;
  readonly filled?: boolean;
}

function Sign({ path, filled = false }: SignProps) {
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
