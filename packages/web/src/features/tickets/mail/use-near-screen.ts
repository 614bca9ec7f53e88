import { useEffect, useRef, useState } from 'react';

/** Whether an element has come near the screen at least once. */
export function useNearScreen<E extends HTMLElement>() {
  const place = useRef<E>(null);
  const [isSeen, setSeen] = useState(false);

  useEffect(() => {
    if (isSeen || !place.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: '200px 0px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen]);

  return { place, isSeen };
}
