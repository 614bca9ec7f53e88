/** Ends the script. Errors that the operator can fix are printed as one sentence; others with their stack trace. */
export function fail(error) {
  if (error.output) console.error(error.output.trimEnd());
  const isPlain = error.name === 'StartError' || error.output !== undefined;
  console.error(isPlain ? error.message : error);
  process.exit(1);
}
