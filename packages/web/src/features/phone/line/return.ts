const KEY = 'trunkline.phone-returns';

/** Whom this page talked to when it was loaded anew: they are answered without being asked. Of this tab, and once. */
export function keepReturn(number: string | undefined): void {
  if (number === undefined) return;
  try {
    sessionStorage.setItem(KEY, number);
  } catch {
    // Then it rings, and is answered by hand.
  }
}

export function takeReturn(): string | undefined {
  try {
    const number = sessionStorage.getItem(KEY) ?? undefined;
    sessionStorage.removeItem(KEY);
    return number;
  } catch {
    return undefined;
  }
}
