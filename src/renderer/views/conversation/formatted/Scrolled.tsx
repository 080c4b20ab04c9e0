import { type ReactNode, useEffect, useRef, useState } from 'react';

export interface ScrolledProps {
  readonly className: string | undefined;
  /** Its name while it scrolls. */
  readonly name: string;
  /** One element. */
  readonly children: ReactNode;
}

/** This close to the end is at the end: browsers round scroll offsets. */
const END_TOLERANCE = 1.5;

/**
 * A part of a message that scrolls if it has too little room; it then can have the focus, for the arrow keys. While it grows
 * with its end in view, that stays in view.
 */
export function Scrolled({ className, name, children }: ScrolledProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { current } = ref;
    const content = current?.firstElementChild;
    if (current === null || content == null) return;
    let isAtEnd = false;
    const onScroll = () => {
      isAtEnd = current.scrollTop + current.clientHeight > current.scrollHeight - END_TOLERANCE;
    };
    const observer = new ResizeObserver(() => {
      if (isAtEnd) current.scrollTop = current.scrollHeight;
      onScroll();
      setScrolls(current.scrollWidth > current.clientWidth || current.scrollHeight > current.clientHeight);
    });
    observer.observe(current);
    observer.observe(content);
    current.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', onScroll);
    };
  }, []);
  const focusable = scrolls ? { tabIndex: 0, role: 'group', 'aria-label': name } : {};
  return (
    <div ref={ref} className={className} {...focusable}>
      {children}
    </div>
  );
}
