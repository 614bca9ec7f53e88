/** What the customer's page remembers from one page to the next, where its browser lets it. */
export function createMemory(key: string) {
  const nameOf = (fact: string) => `trunkline:${key}:${fact}`;
  return {
    has(fact: 'open' | 'known'): boolean {
      try {
        return localStorage.getItem(nameOf(fact)) === '1';
      } catch {
        return false; // storage is refused: then nothing is remembered
      }
    },
    set(fact: 'open' | 'known', value: boolean): void {
      try {
        if (value) localStorage.setItem(nameOf(fact), '1');
        else localStorage.removeItem(nameOf(fact));
      } catch {
        // As above.
      }
    },
  };
}
