/** Ends the script. What the operator can mend is said in one sentence; anything else comes with its trace. */
export function fail(error) {
  if (error.output) console.error(error.output.trimEnd());
  const isPlain = error.name === 'StartError' || error.output !== undefined;
  console.error(isPlain ? error.message : error);
  process.exit(1);
}
