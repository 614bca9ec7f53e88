/** Facts that the customer's page keeps from one page to the next, where the browser allows it. */
export function createMemory(key: string) {
  const nameOf = (fact: string) => `trunkline:${key}:${fact}`;
  return {
    has(fact: 'open' | 'known'): boolean {
      try {
        return localStorage.getItem(nameOf(fact)) === '1';
      } catch {
        return false; // storage is refused, so nothing is remembered
      }
    },
    set(fact: 'open' | 'known', value: boolean): void {
      try {
        if (value) localStorage.setItem(nameOf(fact), '1');
        else localStorage.removeItem(nameOf(fact));
      } catch {
        // Storage is refused, so nothing is remembered.
      }
    },
  };
}
