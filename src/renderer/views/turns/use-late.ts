import { useEffect, useState } from 'react';

/** Work that ends sooner is not shown, in milliseconds. */
const SHOW_AFTER = 300;

/** Returns true once something has lasted for a moment, so that shorter work does not flicker. */
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
