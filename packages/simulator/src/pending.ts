/** Work that is under way, which is awaited before the process ends. */
export function createPending() {
  const works = new Set<Promise<unknown>>();
  return {
    add(work: Promise<unknown>): void {
      // A delivery that was given up after all attempts is not an error here.
      const one = work.catch(() => {}).finally(() => works.delete(one));
      works.add(one);
    },
    all: () => Promise.all(works),
  };
}
