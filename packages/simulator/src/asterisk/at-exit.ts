const works = new Set<() => void>();
process.once('exit', () => {
  for (const work of works) work();
});

/** Does it when this process ends, however many have something to do then; gives what calls it off. */
export function atExit(work: () => void): () => void {
  works.add(work);
  return () => void works.delete(work);
}
