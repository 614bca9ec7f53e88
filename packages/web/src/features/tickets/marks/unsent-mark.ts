type UnsentState = {
  /** The user's message on this ticket waits on this device. */
  isHeld: boolean;
  /** The server has a message that it could not send, or not to everyone. */
  isUnsent: boolean;
};

/**
 * The words of the mark of a ticket with an unsent message. What waits on this device comes first, because only this user can
 * send it. It is called otherwise than the view *Not sent*, which lists and counts what the server could not send.
 */
export function unsentMarkOf({ isHeld, isUnsent }: UnsentState) {
  if (isHeld) return { label: 'held', words: 'heldHint' } as const;
  return isUnsent ? ({ label: 'unsent', words: 'unsentHint' } as const) : null;
}
