const works = new Set<() => void>();
process.once('exit', () => {
  for (const work of works) work();
});

/**
 * Runs `work` when this process exits, and returns a function that cancels that. One listener for all, because Node warns of
 * many.
 */
export function atExit(work: () => void): () => void {
  works.add(work);
  return () => void works.delete(work);
}
