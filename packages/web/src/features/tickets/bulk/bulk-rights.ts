/** Whoever has one of these can change many tickets at once. */
export const BULK_RIGHTS = ['TICKETS:EDIT', 'TICKETS:ASSIGN', 'TICKETS:TRANSFER', 'TICKETS:SOLVE'] as const;
