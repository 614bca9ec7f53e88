/** How a delivery is brought to its receiver. Each attempt returns the status of the answer, or 0 if there was none. */
export type Carry = (attempt: () => Promise<number>) => Promise<number>;

/** Delivers immediately and once, as tests expect. */
export const atOnce: Carry = (attempt) => attempt();
