/** How a delivery is brought to its receiver. Each attempt returns the status of the answer, or 0 if there was none. */
export type DeliveryStrategy = (attempt: () => Promise<number>) => Promise<number>;

/** Delivers immediately and once, as tests expect. */
export const deliverOnce: DeliveryStrategy = (attempt) => attempt();
