import { type RefObject, useEffect, useRef } from 'react';
import { WheelSteps } from '../../editor/index.ts';

/** Steps with the wheel while Alt is held, or with a horizontal swipe; anything else scrolls. */
export function useWheelSteps(target: RefObject<HTMLElement | null>, onStep: (step: -1 | 1) => void): void {
  const latest = useRef(onStep);
  useEffect(() => {
    latest.current = onStep;
  });
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    const steps = new WheelSteps();
    const onWheel = (event: WheelEvent) => {
      const { isOurs, step } = steps.stepFor(event);
      if (isOurs) event.preventDefault();
      if (step !== 0) latest.current(step);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [target]);
}
