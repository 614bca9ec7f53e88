/** How a delivery comes to whom it is for: each attempt gives the status of its answer, 0 where nobody was there. */
export type Carry = (attempt: () => Promise<number>) => Promise<number>;

/** At once, and once: what the tests count on. */
export const atOnce: Carry = (attempt) => attempt();
