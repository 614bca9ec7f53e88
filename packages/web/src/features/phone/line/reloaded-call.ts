const KEY = 'trunkline.phone-returns';

/** Stores with whom this tab was talking when the page is reloaded, so that their call is answered by itself once it is back. */
export function storeReloadedCall(number: string | undefined): void {
  if (number === undefined) return;
  try {
    sessionStorage.setItem(KEY, number);
  } catch {
    // Without storage the call rings, and is answered by hand.
  }
}

export function consumeReloadedCall(): string | undefined {
  try {
    const number = sessionStorage.getItem(KEY) ?? undefined;
    sessionStorage.removeItem(KEY);
    return number;
  } catch {
    return undefined;
  }
}
