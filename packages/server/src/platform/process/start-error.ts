/** A reason not to start that the operator can mend. The message is the one sentence they get to read. */
export class StartError extends Error {
  override name = 'StartError';
}
