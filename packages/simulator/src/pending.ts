/** What is under way, to be waited for in the end. */
export function createPending() {
  const works = new Set<Promise<unknown>>();
  return {
    add(work: Promise<unknown>): void {
      // Whoever carries deliveries may have given up on one.
      const one = work.catch(() => {}).finally(() => works.delete(one));
      works.add(one);
    },
    all: () => Promise.all(works),
  };
}
