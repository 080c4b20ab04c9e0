import { useEffect, useState } from 'react';

/** What is over sooner is not shown, in milliseconds. */
const SHOW_AFTER = 300;

/** Whether something has been going on for a moment, so that what is over at once does not flicker. */
export function useLate(isOn: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setLate(true), SHOW_AFTER);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isOn]);
  return isOn && isLate;
}
