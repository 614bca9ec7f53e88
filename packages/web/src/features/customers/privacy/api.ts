export const privacyQuery = (id: number) => ['customers', 'privacy', id] as const;
