/** A reason not to start that the operator can fix. The message is the one sentence that they read. */
export class StartError extends Error {
  override name = 'StartError';
}
